import express, { type Router } from "express";
import { pluralize } from "#app/domain/values/pluralize.ts";
import type { Mailbox, SentMail } from "../postmark/mailbox.ts";
import { BROKEN_DOMAIN, COMPLAINT_DOMAIN, FULL_DOMAIN, INACTIVE_DOMAIN } from "../postmark/rules.ts";
import { formatTime, SandboxPage, show } from "./layout.tsx";
import { MailParts, sendMailHtml } from "./mail-parts.tsx";

const PER_PAGE = 50;

export function mailPages(mailbox: Mailbox): Router {
  const pages = express.Router();
  pages.get("/mail.json", (req, res) => {
    const mails = mailbox.newestFirst(String(req.query.about ?? ""));
    res.set("Cache-Control", "no-store").json(mails.map(withoutContents));
  });
  pages.get("/mail", (req, res) => {
    const about = typeof req.query.about === "string" ? req.query.about : "";
    const found = mailbox.newestFirst(about);
    const last = Math.max(1, Math.ceil(found.length / PER_PAGE));
    const page = Math.min(last, Math.max(1, Math.trunc(Number(req.query.page ?? 1)) || 1));
    const mails = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    show(res, <MailList mails={mails} total={found.length} about={about} page={page} last={last} />);
  });
  pages.get("/mail/:id", (req, res, next) => {
    const mail = mailbox.get(req.params.id);
    if (!mail) return next();
    show(res, <OneMail mail={mail} />);
  });
  pages.get("/mail/:id/html", (req, res, next) => {
    const mail = mailbox.get(req.params.id);
    if (!mail) return next();
    sendMailHtml(res, mail.html);
  });
  pages.get("/mail/:id/files/:index", (req, res, next) => {
    const file = mailbox.get(req.params.id)?.attachments?.[Number(req.params.index)];
    if (!file) return next();
    res
      .set({ "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store" })
      .attachment(file.name)
      .type(file.type)
      .send(Buffer.from(file.content, "base64"));
  });
  return pages;
}

/** Converts a mail for programs: its files by name and size. */
const withoutContents = ({ attachments = [], ...mail }: SentMail) => ({
  ...mail,
  attachments: attachments.map(({ content, ...file }) => ({ ...file, bytes: bytesOf(content) })),
});

const bytesOf = (base64: string) => Buffer.byteLength(base64, "base64");

function MailList(props: { mails: SentMail[]; total: number; about: string; page: number; last: number }) {
  const { mails, total, about, page, last } = props;
  const toPage = (to: number) => `/sandbox/mail?${new URLSearchParams({ about, page: String(to) })}`;
  return (
    <SandboxPage
      title="Mailbox"
      here="/sandbox/mail"
      lead="Every mail that Goodside has sent, newest first. None of them has left this machine."
    >
      <form method="get" action="/sandbox/mail" className="row">
        <label htmlFor="about">Address or subject</label>
        <input id="about" name="about" type="search" defaultValue={about} />
        <button type="submit" className="quiet">
          Filter
        </button>
      </form>
      <p>
        {pluralize(total, "mail")}
        {about && ` with '${about}'`}. <a href="/sandbox/mail">Refresh</a> ·{" "}
        <a href="/sandbox/mail.json">As JSON</a> · <a href="/sandbox/mail/templates">Every kind of mail</a>
      </p>
      {mails.length === 0 ? (
        <p className="empty">
          {about
            ? "No email matches. Try a shorter word."
            : "No mail yet. A sign-up, an invitation or a password reset sends the first; it takes a moment to arrive."}
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Subject</th>
              <th scope="col">To</th>
              <th scope="col">Sent</th>
              <th scope="col">Kind</th>
              <th scope="col">Then</th>
            </tr>
          </thead>
          <tbody>
            {mails.map((mail) => (
              <tr key={mail.id}>
                <td data-label="Subject">
                  <a href={`/sandbox/mail/${mail.id}`}>{mail.subject}</a>
                </td>
                <td data-label="To">{mail.to}</td>
                <td data-label="Sent">{formatTime(mail.sentAt)}</td>
                <td data-label="Kind">{mail.tag}</td>
                <td data-label="Then">{fateOf(mail)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {last > 1 && (
        <p>
          Page {page} of {last}. {page > 1 && <a href={toPage(page - 1)}>Newer</a>}{" "}
          {page < last && <a href={toPage(page + 1)}>Older</a>}
        </p>
      )}
      <p className="quiet">
        Mail to addresses at {INACTIVE_DOMAIN} bounces, and the next mail to the same address is refused; at{" "}
        {COMPLAINT_DOMAIN} it is marked as spam; at {FULL_DOMAIN} it is delayed. Addresses at {BROKEN_DOMAIN}{" "}
        find the mail service out of order, and the app tries again.
      </p>
    </SandboxPage>
  );
}

/** Returns 'delivered, complained'; '' for a mail of an older sandbox. */
const fateOf = ({ outcomes = [] }: Partial<SentMail>) => outcomes.join(", ");

function OneMail({ mail }: { mail: SentMail }) {
  const facts: [string, string][] = [
    ["From", mail.from],
    ["To", mail.to],
    ["Cc", mail.cc],
    ["Bcc", mail.bcc],
    ["Reply to", mail.replyTo],
    ["Sent", formatTime(mail.sentAt)],
    ["Kind", mail.tag],
    ["Stream", mail.stream],
    ["Then", fateOf(mail)],
    ...mail.headers.map(({ name, value }): [string, string] => [name, value]),
    ...Object.entries(mail.metadata).map(([name, value]): [string, string] => [`Metadata ${name}`, value]),
  ];
  const links = [...new Set(mail.text.match(/https?:\/\/[^\s<>"]+/g) ?? [])];
  return (
    <SandboxPage title={mail.subject}>
      <p>
        <a href="/sandbox/mail">Back to the mailbox</a>
      </p>
      {links.length > 0 && (
        <section aria-labelledby="links">
          <h2 id="links">Links in this mail</h2>
          <ul className="links">
            {links.map((href) => (
              <li key={href}>
                <a href={href}>{href}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {mail.attachments?.length ? (
        <section aria-labelledby="files">
          <h2 id="files">Files in this mail</h2>
          <ul className="links">
            {mail.attachments.map(({ name, type, content }, index) => (
              <li key={name}>
                <a href={`/sandbox/mail/${mail.id}/files/${index}`}>{name}</a> ({type},{" "}
                {bytesOf(content).toLocaleString("en-US")} bytes)
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <MailParts page={`/sandbox/mail/${mail.id}/html`} text={mail.text} />
      <section aria-labelledby="headers">
        <h2 id="headers">Headers</h2>
        <dl>
          {facts
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </section>
    </SandboxPage>
  );
}
