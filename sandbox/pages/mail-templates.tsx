import express, { type Router } from "express";
import type { Email } from "#app/mail/frame/email.tsx";
import { notificationTemplates, renderTemplate, type TemplateName, templates } from "#app/mail/templates.ts";
import { SandboxPage, show } from "./layout.tsx";
import { MailParts, sendMailHtml } from "./mail-parts.tsx";

const names = (Object.keys(templates) as TemplateName[]).sort();

/** Shows every kind of mail with sample variables, without having to trigger it. */
export function mailTemplatePages(): Router {
  const pages = express.Router();
  pages.get("/mail/templates", (_req, res) => show(res, <TemplateList />));
  pages.get("/mail/templates/:name", (req, res, next) => {
    const name = names.find((known) => known === req.params.name);
    if (!name) return next();
    show(res, <OneTemplate name={name} />);
  });
  pages.get("/mail/templates/:name/html", (req, res, next) => {
    const name = names.find((known) => known === req.params.name);
    if (!name) return next();
    sendMailHtml(res, sampleOf(name).html);
  });
  return pages;
}

/** Renders a sample; a notification has its unsubscribe lines, as when it is sent. */
function sampleOf(name: TemplateName): Email {
  const stop = Object.hasOwn(notificationTemplates, name)
    ? { url: `${ORIGIN}/mail/stop/sample`, preferencesUrl: `${ORIGIN}/notifications` }
    : undefined;
  return renderTemplate(name, templates[name].sample, { stop });
}

const ORIGIN = "http://127.0.0.1:3000";

function TemplateList() {
  return (
    <SandboxPage
      title="Every kind of mail"
      lead="Each with made-up names and links that lead nowhere, as it looks and as plain text. Switch your system to its dark theme to see the dark one."
    >
      <p>
        <a href="/sandbox/mail">Back to the mailbox</a>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Subject</th>
            <th scope="col">Template</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <td data-label="Subject">
                <a href={`/sandbox/mail/templates/${name}`}>{sampleOf(name).subject}</a>
              </td>
              <td data-label="Template">{name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SandboxPage>
  );
}

function OneTemplate({ name }: { name: TemplateName }) {
  const { subject, text } = sampleOf(name);
  return (
    <SandboxPage title={subject} lead={`A sample of the template '${name}'.`}>
      <p>
        <a href="/sandbox/mail/templates">Back to every kind of mail</a>
      </p>
      <MailParts page={`/sandbox/mail/templates/${name}/html`} text={text} />
    </SandboxPage>
  );
}
