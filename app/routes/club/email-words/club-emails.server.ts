import { env } from "#app/config/env.server.ts";
import { notificationKinds } from "#app/domain/values/notification-kinds.ts";
import type { Email } from "#app/mail/frame/email.tsx";
import { type EmailPurpose, emailReaders } from "#app/mail/frame/email-kind.tsx";
import {
  notificationTemplates,
  renderTemplate,
  type TemplateName,
  templateNames,
  templates,
} from "#app/mail/templates.ts";

/** Kinds of email that a club's people get, in the registry's order, without those of Goodside's staff. */
const names = templateNames.filter((name) => templates[name].purpose.to !== "staff");

/** Returns the kind of email with the name in its address. */
export const clubEmailNamed = (name: string | undefined) => names.find((known) => known === name);

const purposeOf = (name: TemplateName): EmailPurpose => templates[name].purpose;

/** Describes a kind of email for the list. */
const lineOf = (name: TemplateName) => {
  const { label, sent, preference } = purposeOf(name);
  return {
    name,
    label,
    sent: `Sent ${sent}`,
    preference: preference ? notificationKinds[preference].label : null,
  };
};

/** Lists the emails that the club's people get, by recipient. */
export const listClubEmails = () =>
  Object.entries(emailReaders)
    .map(([to, readers]) => ({
      readers,
      emails: names.filter((name) => purposeOf(name).to === to).map(lineOf),
    }))
    .filter(({ emails }) => emails.length > 0);

/**
 * Shows a kind of email with a sample for each of its wordings, as plain text: the sample's names are made up, and its
 * links, which would lead nowhere, are words.
 */
export function showClubEmail(name: TemplateName) {
  const { words, samples, variant } = templates[name] as unknown as {
    words: Readonly<Record<string, unknown>>;
    samples: readonly unknown[];
    variant: (props: unknown) => string;
  };
  return {
    ...lineOf(name),
    readers: emailReaders[purposeOf(name).to],
    previews: Object.keys(words).flatMap((wording) => {
      const sample = samples.find((props) => variant(props) === wording);
      const lang = /^es\b/.test(wording) ? "es" : undefined;
      return sample === undefined ? [] : [{ wording, lang, ...partsOf(render(name, sample)) }];
    }),
  };
}

/** Renders a sample; a notification has its unsubscribe lines, as when it is sent. */
function render(name: TemplateName, sample: unknown): Email {
  const stops = Object.hasOwn(notificationTemplates, name);
  const url = env().appUrl;
  return renderTemplate(name, sample, { stop: stops ? { url, preferencesUrl: url } : undefined });
}

const FOOT = "\n-- \n";

/** Splits an email into its text and the footer that says why it was sent. */
function partsOf({ subject, text }: Email) {
  const said = text.replaceAll(/:\s+https?:\/\/\S+/g, " (link)");
  const [body = "", ...foot] = said.split(FOOT);
  return { subject, body: body.trim(), foot: foot.join(FOOT).trim() };
}
