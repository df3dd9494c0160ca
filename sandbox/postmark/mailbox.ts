import { randomUUID } from "node:crypto";
import type { Message } from "postmark";
import type { SandboxClock } from "../clock.ts";
import type { Records } from "../records.ts";

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
  /** By the app's clock. */
  sentAt: string;
}

export class Mailbox {
  constructor(
    private readonly records: Records<SentMail>,
    private readonly clock: SandboxClock,
  ) {}

  take(message: Message): SentMail {
    return this.records.put({
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
      sentAt: this.clock.now().toISOString(),
    });
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
