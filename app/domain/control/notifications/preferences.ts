import { type NotificationKind, notificationKinds } from "#app/domain/values/notification-kinds.ts";
import type { Frequency, QuietHours } from "./quiet-hours.ts";

export interface NotificationPreferences {
  emailOn: boolean;
  frequency: Frequency;
  quietHours: QuietHours;
  /** The kinds that were switched by hand; the others have the default of their kind. */
  switches: Partial<Record<NotificationKind, boolean>>;
}

export const defaultPreferences: NotificationPreferences = {
  emailOn: true,
  frequency: "immediate",
  quietHours: "none",
  switches: {},
};

/** Tells whether a person has a kind switched on (product/notifications.md#notifications). */
export const isOn = ({ switches }: NotificationPreferences, kind: NotificationKind): boolean =>
  switches[kind] ?? notificationKinds[kind].on;

/** Tells whether a person wants a kind of mail: it is on, and email notifications are. */
export const wants = (preferences: NotificationPreferences, kind: NotificationKind): boolean =>
  preferences.emailOn && isOn(preferences, kind);
