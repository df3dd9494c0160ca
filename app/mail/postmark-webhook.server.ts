import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { env } from "#app/config/env.server.ts";
import { hashOf } from "#app/runtime/ids.server.ts";
import { deliveryOfBounce, type MailEvent } from "./delivery.ts";

/** The user of the credentials in the webhook's address; the password is POSTMARK_WEBHOOK_SECRET. */
export const WEBHOOK_USER = "postmark";

/** Whether a request carries the credentials of the webhook's address, compared in constant time. */
export function isPostmark(authorization: string | null): boolean {
  const wanted = Buffer.from(`${WEBHOOK_USER}:${env().postmark.webhookSecret}`).toString("base64");
  const given = /^Basic ([A-Za-z0-9+/=]{1,400})$/.exec(authorization ?? "")?.[1] ?? "";
  // Hashes have one length, so that nothing depends on the length of what was given.
  return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(wanted)));
}

const line = z.string().min(1).max(320);
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
const other = z.object({ RecordType: z.enum(["Open", "Click", "SubscriptionChange"]) });
const payload = z.union([bounce, delivery, stop, other]);

/** A mail's metadata field that carries our id. */
export const MAIL_ID = "mail";

/**
 * Reads what Postmark posts about one message.
 * @returns the event, 'ignored' for a kind that says nothing of delivery, or null for anything malformed.
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
      delivery: "delivered",
      messageId: data.MessageID,
      mailId: data.Metadata?.[MAIL_ID] ?? null,
      address,
    };
  }
  if (!("MessageID" in data)) return "ignored";
  if (data.RecordType === "SubscriptionChange") {
    return {
      id: `SubscriptionChange:${data.MessageID}:${data.ChangedAt}`,
      type: data.RecordType,
      delivery: "stopped",
      messageId: data.MessageID,
      mailId: data.Metadata?.[MAIL_ID] ?? null,
      address: data.Recipient.toLowerCase(),
    };
  }
  const reported = deliveryOfBounce(
    data.RecordType === "SpamComplaint" ? "SpamComplaint" : data.Type,
    data.Inactive === true,
  );
  if (reported === null) return "ignored";
  return {
    id: `${data.RecordType}:${data.MessageID}:${data.ID}`,
    type: data.Type,
    delivery: reported,
    messageId: data.MessageID,
    mailId: data.Metadata?.[MAIL_ID] ?? null,
    address: data.Email.toLowerCase(),
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
