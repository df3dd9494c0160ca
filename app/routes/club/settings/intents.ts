import type { FormReply } from "#app/forms/reply.ts";

/** The forms of the Club Profile tab, by the value of their hidden field `intent`. */
export const profileIntents = ["profile", "preferences", "color", "resend-email", "cancel-email"] as const;
export type ProfileIntent = (typeof profileIntents)[number];

/** The refusal of one of the tab's forms: the others show what is stored. */
export const replyTo = (reply: FormReply | undefined, intent: ProfileIntent): FormReply | undefined =>
  reply?.values.intent === intent ? reply : undefined;
