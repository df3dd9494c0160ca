import { type NotificationKind, notificationKinds } from "#app/domain/values/notification-kinds.ts";
import type { FieldLabels } from "#app/forms/stale-form.ts";
import type { Frequency, QuietHours } from "./quiet-hours.ts";
import type { Stoppable } from "./stop-links.server.ts";

export const frequencyLabels: Record<Frequency, { label: string; hint: string }> = {
  immediate: { label: "Immediate", hint: "A mail as soon as something happens" },
  daily: { label: "Daily", hint: "One mail a day, at 8\u00a0AM" },
  weekly: { label: "Weekly", hint: "One mail a week, on Monday at 8\u00a0AM" },
};

export const quietHoursLabels: Record<QuietHours, { label: string; hint: string }> = {
  none: { label: "None", hint: "Mail at any time" },
  evening: { label: "Evening", hint: "6PM-8AM" },
  night: { label: "Night", hint: "9PM-7AM" },
  weekends: { label: "Weekends", hint: "Saturday and Sunday, until Monday 8AM" },
};

/** A form of preferences as it is compared with what is stored. */
export interface ComparedPreferences {
  emailOn: boolean;
  on: readonly NotificationKind[];
  frequency: Frequency;
  quietHours: QuietHours;
}

/** The form's fields, as people read them. */
export const preferencesLabels: FieldLabels<ComparedPreferences> = {
  emailOn: { label: "Email notifications", read: (on) => (on ? "On" : "Off") },
  on: {
    label: "Switched on",
    read: (kinds) => kinds.map((kind) => notificationKinds[kind].label).join(", ") || "Nothing",
  },
  frequency: { label: "Frequency", read: (frequency) => frequencyLabels[frequency].label },
  quietHours: { label: "Quiet hours", read: (quiet) => quietHoursLabels[quiet].label },
};

/** Names what a link in a mail stops, as part of a sentence. */
export const stoppableLabel = (kind: Stoppable): string =>
  kind === "digest" ? "the daily and weekly updates" : notificationKinds[kind].label;
