import { type NotificationKind, notificationKinds } from "#app/domain/values/notification-kinds.ts";
import type { Frequency, QuietHours } from "./quiet-hours.ts";

/** What somebody chose about the mails of one club. */
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

/** Whether somebody has a kind switched on (product.md#notifications). */
export const isOn = ({ switches }: NotificationPreferences, kind: NotificationKind): boolean =>
  switches[kind] ?? notificationKinds[kind].on;

/** Whether somebody wants a kind of mail: it is on, and email notifications are. */
export const wants = (preferences: NotificationPreferences, kind: NotificationKind): boolean =>
  preferences.emailOn && isOn(preferences, kind);
