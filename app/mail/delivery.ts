import type { Outcome } from "#app/domain/values/delivery.ts";

/** An event about a mail that the provider accepted (product/emails.md#undelivered-mail). */
export interface MailEvent {
  /** Unique per event: an event that is sent again has the same id. */
  id: string;
  type: string;
  /**
   * 'stopped': the recipient wants no more mail of the stream, and the provider sends none; 'reactivated': the provider
   * sends to the address again, whichever mail it stopped for.
   */
  outcome: Outcome | "stopped" | "reactivated";
  /** The provider's id of the message. */
  messageId: string;
  /** Our mail's id from the message's metadata, or null. */
  mailId: string | null;
  /** The recipient, lower case. */
  address: string;
  /** Time of the event, ISO; null if the provider does not give it. */
  at: string | null;
}

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
const UNKNOWN = new Set(["HardBounce", "BadEmailAddress"]);
/** Bounces that do not count against the address; after any other type, the mail was not delivered. */
const ALIVE = {
  Transient: "silent",
  DnsError: "silent",
  SoftBounce: "full",
  Blocked: "blocked",
  SpamNotification: "blocked",
  DMARCPolicy: "blocked",
} as const;

/**
 * Maps Postmark's bounce type to an outcome; null for an answer of the mailbox that is not a bounce.
 * @param inactive whether Postmark sends nothing more to the address
 */
export function outcomeOfBounce(type: string, inactive: boolean): Outcome | null {
  if (type === "SpamComplaint") return { delivery: "complained", reason: null };
  if (UNKNOWN.has(type)) return { delivery: "bounced", reason: "unknown" };
  if (inactive || type === "ManuallyDeactivated") return { delivery: "bounced", reason: "suppressed" };
  if (REPLIES.has(type)) return null;
  const reason = Object.hasOwn(ALIVE, type) ? ALIVE[type as keyof typeof ALIVE] : "failed";
  return { delivery: "delayed", reason };
}

/** Start of the reason of a mail whose every try failed; its contents are kept, so it can be sent again. */
export const TRIED_IN_VAIN = "every try failed: ";
