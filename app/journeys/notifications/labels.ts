import { type NotificationKind, notificationKinds } from "#app/domain/values/notification-kinds.ts";

/** Why somebody gets a kind of mail: the last line of the mail. */
export const whyLabel = (kind: NotificationKind, clubName: string): string =>
  `You get this because ${notificationKinds[kind].label} of ${clubName} are on for you.`;

/** The same of a digest, which gathers several kinds. */
export const digestWhyLabel = (clubName: string): string =>
  `You get this because you chose to get ${clubName}'s updates together.`;
