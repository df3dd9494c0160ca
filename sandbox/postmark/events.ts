import { randomInt, randomUUID } from "node:crypto";
import type { Delivery, Proof } from "../webhooks.ts";
import type { Outcome, SentMail } from "./mailbox.ts";

/** Adds the credentials of the webhook's address to a post: Postmark signs nothing. */
export const withPassword =
  (password: string): Proof =>
  () => ({
    Authorization: `Basic ${Buffer.from(`postmark:${password}`).toString("base64")}`,
    "User-Agent": "Postmark (sandbox)",
  });

const BOUNCES = {
  bounced: { Type: "HardBounce", TypeCode: 1, Name: "Hard bounce", Inactive: true },
  delayed: { Type: "Transient", TypeCode: 2, Name: "Message delayed", Inactive: false },
  complained: { Type: "SpamComplaint", TypeCode: 512, Name: "Spam complaint", Inactive: true },
} as const;

const DESCRIPTIONS = {
  bounced: "The server was unable to deliver your message (ex: unknown user, mailbox not found).",
  delayed: "The server could not temporarily deliver your message (ex: Message is delayed).",
  complained: "The subscriber explicitly marked this message as spam.",
} as const;

/** Builds Postmark's event about a mail's fate. */
export function postmarkEvent(
  mail: SentMail,
  outcome: Outcome,
  at: Date,
): Pick<Delivery, "id" | "type" | "body" | "createdAt"> {
  const about = {
    MessageID: mail.id,
    ServerID: 1,
    MessageStream: mail.stream,
    Tag: mail.tag,
    Metadata: mail.metadata,
  };
  const createdAt = at.toISOString();
  const event =
    outcome === "delivered"
      ? {
          RecordType: "Delivery",
          ...about,
          Recipient: mail.to,
          DeliveredAt: createdAt,
          Details: "Test delivery webhook details",
        }
      : {
          RecordType: outcome === "complained" ? "SpamComplaint" : "Bounce",
          ...about,
          ID: randomInt(2 ** 40),
          ...BOUNCES[outcome],
          Description: DESCRIPTIONS[outcome],
          Details: `smtp; answer for ${mail.to}`,
          Email: mail.to,
          From: mail.from,
          BouncedAt: createdAt,
          DumpAvailable: false,
          CanActivate: outcome === "bounced",
          Subject: mail.subject,
        };
  return { id: randomUUID(), type: event.RecordType, body: JSON.stringify(event, null, 2), createdAt };
}
