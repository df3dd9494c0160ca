import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { env } from "#app/config/env.server.ts";
import { hashOf } from "#app/runtime/ids.server.ts";
import { type MailEvent, outcomeOfBounce } from "./delivery.ts";

/** The user of the credentials in the webhook's address; the password is POSTMARK_WEBHOOK_SECRET. */
export const WEBHOOK_USER = "postmark";

/** Tells whether a request has the credentials of the webhook's address, compared in constant time. */
export function isPostmark(authorization: string | null): boolean {
  const wanted = Buffer.from(`${WEBHOOK_USER}:${env().postmark.webhookSecret}`).toString("base64");
  const given = /^Basic ([A-Za-z0-9+/=]{1,400})$/.exec(authorization ?? "")?.[1] ?? "";
  // Hashes have equal lengths, so the time does not depend on the given text.
  return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(wanted)));
}

const line = z.string().min(1).max(320);
/** ISO time in UTC; null if it is missing or unreadable. */
const moment = z
  .string()
  .nullish()
  .transform((text) => {
    const at = Date.parse(text ?? "");
    return Number.isNaN(at) ? null : new Date(at).toISOString();
  });
const common = {
  MessageID: line,
  Metadata: z.record(z.string(), z.string()).nullish(),
};
const bounce = z.object({
  ...common,
  RecordType: z.enum(["Bounce", "SpamComplaint"]),
  ID: z.union([z.number(), line]),
  Type: line,
  Email: line,
  Inactive: z.boolean().nullish(),
  BouncedAt: moment,
});
const delivery = z.object({ ...common, RecordType: z.literal("Delivery"), Recipient: line });
/** Other changes are our staff's own, or follow from a bounce or complaint that is reported as such. */
const stop = z.object({
  ...common,
  RecordType: z.literal("SubscriptionChange"),
  Recipient: line,
  SuppressSending: z.literal(true),
  SuppressionReason: z.literal("ManualSuppression"),
  Origin: z.literal("Recipient"),
  ChangedAt: line,
});
/** Event of an address, not of a mail: when staff end a suppression, Postmark names no message. */
const reactivation = z.object({
  RecordType: z.literal("SubscriptionChange"),
  Recipient: line,
  SuppressSending: z.literal(false),
  ChangedAt: moment,
});
const other = z.object({ RecordType: z.enum(["Open", "Click", "SubscriptionChange"]) });
const payload = z.union([bounce, delivery, stop, reactivation, other]);

/** A mail's metadata field that carries our id. */
export const MAIL_ID = "mail";

/**
 * Parses a Postmark event about one message.
 * @returns the event, 'ignored' for a kind unrelated to delivery, or null for anything malformed.
 */
export function readMailEvent(text: string): MailEvent | "ignored" | null {
  const parsed = payload.safeParse(parse(text));
  if (!parsed.success) return null;
  const { data } = parsed;
  if (data.RecordType === "Delivery") {
    const address = data.Recipient.toLowerCase();
    return {
      id: `Delivery:${data.MessageID}:${address}`,
      type: "Delivery",
      outcome: { delivery: "delivered", reason: null },
      messageId: data.MessageID,
      mailId: data.Metadata?.[MAIL_ID] ?? null,
      address,
      at: null,
    };
  }
  if (data.RecordType === "SubscriptionChange" && "SuppressSending" in data && !data.SuppressSending) {
    if (data.ChangedAt === null) return "ignored";
    const address = data.Recipient.toLowerCase();
    return {
      id: `SubscriptionChange:${address}:${data.ChangedAt}`,
      type: "Reactivation",
      outcome: "reactivated",
      messageId: "",
      mailId: null,
      address,
      at: data.ChangedAt,
    };
  }
  if (!("MessageID" in data)) return "ignored";
  if (data.RecordType === "SubscriptionChange") {
    return {
      id: `SubscriptionChange:${data.MessageID}:${data.ChangedAt}`,
      type: data.RecordType,
      outcome: "stopped",
      messageId: data.MessageID,
      mailId: data.Metadata?.[MAIL_ID] ?? null,
      address: data.Recipient.toLowerCase(),
      at: null,
    };
  }
  const reported = outcomeOfBounce(
    data.RecordType === "SpamComplaint" ? "SpamComplaint" : data.Type,
    data.Inactive === true,
  );
  if (reported === null) return "ignored";
  return {
    id: `${data.RecordType}:${data.MessageID}:${data.ID}`,
    type: data.Type,
    outcome: reported,
    messageId: data.MessageID,
    mailId: data.Metadata?.[MAIL_ID] ?? null,
    address: data.Email.toLowerCase(),
    at: data.BouncedAt,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Malformed: refused like any other body that is not an event.
    return null;
  }
}
