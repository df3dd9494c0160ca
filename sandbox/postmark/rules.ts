import type { Message } from "postmark";
import type { Outcome } from "./mailbox.ts";

/** Postmark's answer to one message: error code 0 means accepted. */
export interface Verdict {
  status: number;
  code: number;
  message: string;
}

/** Mail to this domain bounces; Postmark refuses the next mail to the same address, and so does the stub. */
export const INACTIVE_DOMAIN = "inactive.example";
/** Mail to this domain arrives and is marked as spam. */
export const COMPLAINT_DOMAIN = "complaint.example";
/** Mail to this domain is delayed and not delivered. */
export const FULL_DOMAIN = "full.example";
/** Mail to this domain meets an outage, which makes the app retry. */
export const BROKEN_DOMAIN = "outage.example";

const STREAMS = ["outbound", "broadcast"];
const MOST_RECIPIENTS = 50;
const MOST_BYTES = 10 * 1024 * 1024;

/** Returns the outcomes of an accepted mail, by the domain of its address. */
export function outcomesAt(to: string): Outcome[] {
  const [address = ""] = addressesIn(to);
  if (address.endsWith(`@${INACTIVE_DOMAIN}`)) return ["bounced"];
  if (address.endsWith(`@${COMPLAINT_DOMAIN}`)) return ["delivered", "complained"];
  if (address.endsWith(`@${FULL_DOMAIN}`)) return ["delayed"];
  return ["delivered"];
}

/** @param isInactive whether mail to an address bounced before */
export function judge(message: Partial<Message>, isInactive: (address: string) => boolean): Verdict {
  const from = addressesIn(message.From);
  if (from.length !== 1) return no(300, `Invalid 'From' address: '${message.From ?? ""}'.`);
  const recipients: string[] = [];
  for (const field of ["To", "Cc", "Bcc"] as const) {
    if (!message[field]) continue;
    const found = addressesIn(message[field]);
    if (found.length === 0) return no(300, `Invalid '${field}' address: '${message[field]}'.`);
    recipients.push(...found);
  }
  if (recipients.length === 0) return no(300, "Zero recipients specified");
  if (recipients.length > MOST_RECIPIENTS)
    return no(300, `You can send to at most ${MOST_RECIPIENTS} recipients at a time.`);
  if (message.ReplyTo && addressesIn(message.ReplyTo).length === 0)
    return no(300, `Invalid 'ReplyTo' address: '${message.ReplyTo}'.`);
  if (!message.HtmlBody && !message.TextBody)
    return no(300, "Provide either email TextBody or HtmlBody or both.");
  const stream = message.MessageStream ?? "outbound";
  if (!STREAMS.includes(stream))
    return no(1235, `The stream provided: '${stream}' does not exist on this server.`);
  const metadata = Object.entries(message.Metadata ?? {});
  if (metadata.length > 10 || metadata.some(([name, value]) => name.length > 20 || value.length > 80))
    return no(300, "Metadata takes at most 10 fields, names of 20 and values of 80 characters.");
  if (JSON.stringify(message).length > MOST_BYTES)
    return { status: 413, code: 300, message: "The message is larger than 10 MB." };
  const inactive = recipients.filter(isInactive);
  if (inactive.length > 0) {
    return no(
      406,
      `You tried to send to recipient(s) that have been marked as inactive. Found inactive addresses: ${inactive.join(", ")}. Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.`,
    );
  }
  if (recipients.some((address) => address.endsWith(`@${BROKEN_DOMAIN}`)))
    return { status: 503, code: 0, message: "Service Unavailable" };
  return { status: 200, code: 0, message: "OK" };
}

const no = (code: number, message: string): Verdict => ({ status: 422, code, message });

/** Returns the bare addresses of 'Ada <ada@a.example>, b@b.example'; empty if one of them is malformed. */
function addressesIn(list: string | undefined): string[] {
  if (!list || list.length > 20_000) return [];
  const found: string[] = [];
  for (const part of list.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)) {
    const bare = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim().toLowerCase();
    if (!/^[^\s@<>,"]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(bare)) return [];
    found.push(bare);
  }
  return found;
}
