import { type Delivery, type DeliveryReason, isDead } from "./delivery.ts";

/** What happened, and the club's way on, for each reason (product.md#undelivered-mail). */
const words: Record<DeliveryReason, { short: string; what: string; way: string }> = {
  silent: {
    short: "Mailbox does not answer",
    what: "The email has not arrived so far: the mailbox does not answer.",
    way: "Send it again later, or send the link another way.",
  },
  full: {
    short: "Mailbox full",
    what: "The mailbox is full.",
    way: "Ask them by phone to make room, then send it again.",
  },
  blocked: {
    short: "Blocked by the mailbox",
    what: "The mailbox blocked our email. The address is right.",
    way: "Send it again tomorrow. If it is blocked again, ask them by phone to allow our emails.",
  },
  failed: {
    short: "Not handed over",
    what: "The email could not be handed over. The address may be right.",
    way: "Send it again. If it fails again, ask support.",
  },
  reactivated: {
    short: "Takes email again",
    what: "This address takes email again.",
    way: "Send it again.",
  },
  unknown: {
    short: "No such address",
    what: "The email came back: this address takes no mail.",
    way: "Correct the address, or send the link another way.",
  },
  suppressed: {
    short: "Switched off",
    what: "Our email service sends nothing to this address, because emails came back before.",
    way: "If the address is right, ask support to reactivate it. If not, correct it.",
  },
};
const COMPLAINED = {
  short: "Marked as spam",
  what: "The email was marked as spam, so we send nothing more to this address.",
  way: "Ask them by phone. If it was a mistake, support can reactivate the address. Or correct the address, or send the link another way.",
};

/** What became of a mail that did not arrive, in words; null for one that did, or of which nothing is known. */
export function undeliveredWords(delivery: Delivery | null, reason: DeliveryReason | null) {
  if (delivery === null || delivery === "delivered") return null;
  if (delivery === "complained") return COMPLAINED;
  return words[reason ?? (isDead(delivery) ? "unknown" : "silent")];
}
