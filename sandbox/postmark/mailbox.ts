import { randomUUID } from "node:crypto";
import type { Message } from "postmark";
import type { SandboxClock } from "../clock.ts";
import type { Records } from "../records.ts";
import { outcomesAt } from "./rules.ts";

/** Outcome of a mail. */
export type Outcome = "delivered" | "delayed" | "bounced" | "complained";

/** A mail that the app has sent. */
export interface SentMail {
  id: string;
  from: string;
  to: string;
  cc: string;
  bcc: string;
  replyTo: string;
  subject: string;
  html: string;
  text: string;
  tag: string;
  stream: string;
  headers: { name: string; value: string }[];
  metadata: Record<string, string>;
  /** Their contents in base64; missing in a mail of an older sandbox. */
  attachments?: { name: string; type: string; content: string }[];
  /** Time by the app's clock. */
  sentAt: string;
  /** Outcomes in chronological order. */
  outcomes: Outcome[];
}

export class Mailbox {
  readonly #inactive = new Set<string>();

  constructor(
    private readonly records: Records<SentMail>,
    private readonly clock: SandboxClock,
    private readonly report: (mail: SentMail, outcome: Outcome) => void,
  ) {
    for (const mail of records.all()) this.#noteInactive(mail);
  }

  /** Keeps a mail and reports its outcome. */
  take(message: Message): SentMail {
    const mail = this.records.put({
      id: randomUUID(),
      from: message.From,
      to: message.To ?? "",
      cc: message.Cc ?? "",
      bcc: message.Bcc ?? "",
      replyTo: message.ReplyTo ?? "",
      subject: message.Subject,
      html: message.HtmlBody ?? "",
      text: message.TextBody ?? "",
      tag: message.Tag ?? "",
      stream: message.MessageStream ?? "outbound",
      headers: (message.Headers ?? []).map(({ Name, Value }) => ({ name: Name, value: Value })),
      metadata: { ...message.Metadata },
      attachments: (message.Attachments ?? []).map(({ Name, ContentType, Content }) => ({
        ...{ name: Name, type: ContentType, content: Content },
      })),
      sentAt: this.clock.now().toISOString(),
      outcomes: outcomesAt(message.To ?? ""),
    });
    this.#noteInactive(mail);
    for (const outcome of mail.outcomes) this.report(mail, outcome);
    return mail;
  }

  /** Tells whether mail to an address has bounced or was marked as spam: Postmark then sends it nothing more. */
  isInactive(address: string): boolean {
    return this.#inactive.has(address);
  }

  #noteInactive({ to, outcomes = [] }: Pick<SentMail, "to"> & Partial<SentMail>): void {
    if (outcomes.includes("bounced") || outcomes.includes("complained")) this.#inactive.add(to.toLowerCase());
  }

  get(id: string): SentMail | undefined {
    return this.records.get(id);
  }

  /** @param about a part of the address or the subject; without it, every mail. */
  newestFirst(about = ""): SentMail[] {
    const wanted = about.trim().toLowerCase();
    const all = this.records.newestFirst();
    if (wanted === "") return all;
    return all.filter(
      ({ to, subject }) => to.toLowerCase().includes(wanted) || subject.toLowerCase().includes(wanted),
    );
  }
}
