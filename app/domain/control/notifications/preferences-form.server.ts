import { z } from "zod";
import { allNotificationKinds, type NotificationKind } from "#app/domain/values/notification-kinds.ts";
import { formVersion, oneOf, tick } from "#app/forms/fields.server.ts";
import { frequencies, quietHours } from "./quiet-hours.ts";

/** The form of the notification preferences; a kind that is not offered is left as it is. */
export const preferencesSchema = z.object({
  emailOn: tick(),
  kinds: z
    .array(oneOf(allNotificationKinds as [NotificationKind, ...NotificationKind[]], "Choose from the list"))
    .default([]),
  frequency: oneOf(frequencies, "Choose how often"),
  quietHours: oneOf(quietHours, "Choose your quiet hours"),
  version: formVersion(),
});

/** What the page of a link that stops mail posts; a mail program posts `List-Unsubscribe=One-Click` (RFC 8058). */
export const mailStopSchema = z.object({
  do: z.enum(["stop-kind", "stop-all", "undo-kind", "undo-all"]).optional(),
  "List-Unsubscribe": z.string().max(40).default(""),
});
