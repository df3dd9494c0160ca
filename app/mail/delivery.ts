import type { Delivery } from "#app/db/control/mail-tables.ts";

/** An event about a mail that the provider took (product.md#undelivered-mail). */
export interface MailEvent {
  /** Unique per event: an event that is sent again has the same id. */
  id: string;
  type: string;
  /** 'stopped': the recipient wants no more mail of the stream, and the provider sends none. */
  delivery: Delivery | "stopped";
  /** The provider's id of the message. */
  messageId: string;
  /** Our mail's id from the message's metadata, or null. */
  mailId: string | null;
  /** The recipient, lower case. */
  address: string;
}

/** Bounces after which the provider, or the recipient's server, may still deliver a later mail. */
const TEMPORARY = new Set(["Transient", "SoftBounce", "DnsError"]);
/** Reports that are not failures: the mail was delivered. */
const REPLIES = new Set([
  "AutoResponder",
  "AddressChange",
  "ChallengeVerification",
  "OpenRelayTest",
  "Subscribe",
  "Unsubscribe",
  "VirusNotification",
]);

/**
 * What a bounce of Postmark's type says about the mail; null for an answer of the mailbox that is not a bounce.
 * @param inactive whether Postmark sends nothing more to the address
 */
export function deliveryOfBounce(type: string, inactive: boolean): Delivery | null {
  if (type === "SpamComplaint") return "complained";
  if (inactive) return "bounced";
  if (REPLIES.has(type)) return null;
  return TEMPORARY.has(type) ? "delayed" : "bounced";
}
