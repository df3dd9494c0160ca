import { useLoaderData } from "@remix-run/react";
import { staffForm, versionBy } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import { inputsOf } from "#app/forms/fields.ts";
import {
  saveWords,
  versionOfWords,
  type WordsVersion,
} from "#app/journeys/email-words/email-words.server.ts";
import { emailWordsSchema } from "#app/journeys/email-words/form.server.ts";
import {
  otherNames,
  type TypedWords,
  typedWords,
  WORD_FIELDS,
  wordsAllowed,
  wordsOfForm,
} from "#app/mail/email-words.ts";
import type { EmailWords } from "#app/mail/frame/email-kind.tsx";
import { FormButtons } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { RadioField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openWording } from "./open-wording.server.ts";
import { variantLabel, Wordings } from "./wordings.tsx";

export const meta = () => title("Edit Email");

const inputs = inputsOf(WORD_FIELDS);
const stale = versionBy<Stored, TypedWords>(
  ({ versions }) => versionOfWords(versions),
  WORD_FIELDS,
  ({ words }) => typedWords(words),
);
interface Stored {
  versions: WordsVersion[];
  words: EmailWords;
}
/** Edits the words of an email, kept as a draft or put in use (product/emails.md#words-of-emails). */
const form = staffForm({
  may: "manage_emails",
  schema: emailWordsSchema,
  find: openWording,
  change: ({ ctx: { control, admin }, found, value: { state, version, ...typed } }) =>
    saveWords(control, found, { words: wordsOfForm(typed, found.own), state, version }, admin.id),
  version: stale,
  problems: (refused, { refuse }) =>
    refused.problem === "words" ? refuse(refused.problems as Record<string, string>) : refuse({}),
  saved: (_, { found: { template, variant }, value }) => [
    href("/admin/email-templates/:template", { template, variant }),
    value.state === "draft"
      ? "The draft is kept. Nobody gets it."
      : "Saved. From the next email on these words are used.",
  ],
});
export const action = form.action;
export const loader = form.loader(({ found }) => {
  const { template, variant, kind, purpose, own, versions } = found;
  const draft = versions.find(({ state }) => state === "draft");
  const active = versions.find(({ state }) => state === "active");
  const allowed = wordsAllowed(kind, variant);
  const samples = kind.samples.map((sample) => kind.variables(sample, env().appUrl));
  const shown = (names: readonly string[]) =>
    names.map((name): [string, string] => [
      `{${name}}`,
      String(samples.find((values) => values[name])?.[name] ?? ""),
    ]);
  return {
    template,
    variant,
    variants: Object.keys(kind.words),
    label: purpose.label,
    words: typedWords({ ...(own.days && { days: own.days }), ...((draft ?? active)?.words ?? own) }),
    state: draft ? "draft" : "active",
    isDraft: draft !== undefined,
    has: {
      facts: own.facts !== undefined,
      button: own.button !== undefined,
      phrases: own.phrases !== undefined,
      days: own.days !== undefined,
    },
    everywhere: shown(allowed.variables.filter((name) => allowed.shown.includes(name))),
    inText: shown(allowed.variables.filter((name) => !allowed.shown.includes(name))),
    others: otherNames(kind, variant).map(([other, name]) => `{${other}} for {${name}}`),
    blocks: allowed.blocks.map((name) => `[${name}]`),
    version: versionOfWords(versions),
  };
});

export default function EditEmail() {
  const page = useLoaderData<typeof loader>();
  const { template, variant, words, has } = page;
  const back = href("/admin/email-templates/:template", { template, variant });
  return (
    <AdminPage
      title={`Edit: ${page.label}`}
      lead={
        <>
          {page.variants.length > 1 ? `${variantLabel(variant)} · ` : ""}
          <a href={back}>How it looks</a>
        </>
      }
    >
      <Wordings
        page="/admin/email-templates/:template/edit"
        template={template}
        variant={variant}
        variants={page.variants}
      />
      {page.isDraft ? <p className="muted">This is the draft. Nobody gets it until it is in use.</p> : null}
      <div className="beside">
        <PostForm className="form form-wide">
          <Version value={page.version} />
          <TextField {...inputs.subject} value={words.subject} />
          <TextField
            {...inputs.preheader}
            hint="Shown after the subject, not in the email"
            value={words.preheader}
          />
          <TextField {...inputs.heading} value={words.heading} />
          <TextArea
            {...inputs.body}
            hint="An empty line begins a new paragraph. A part in square brackets is a paragraph of its own; you may move it."
            value={words.body}
            rows={14}
          />
          {has.facts ? (
            <TextArea
              {...inputs.facts}
              hint="A line each: ‘Label: {variable}’"
              value={words.facts}
              rows={5}
            />
          ) : null}
          {has.button ? (
            <TextField {...inputs.button} hint="Where it leads is fixed" value={words.button} />
          ) : null}
          {has.phrases ? (
            <TextArea
              {...inputs.phrases}
              hint="A line each; the name before the colon stays"
              value={words.phrases}
              rows={5}
            />
          ) : null}
          <TextArea {...inputs.why} hint="At the foot of the email" value={words.why} rows={2} />
          {has.days ? (
            <TextField
              {...inputs.days}
              hint="Add more if you like. The days that clubs were promised stay."
              value={words.days}
            />
          ) : null}
          <RadioField
            name="state"
            label="Status"
            choices={[
              { value: "draft", label: "Draft", hint: "Only this page and tests show it" },
              { value: "active", label: "Active", hint: "Used from the next email on" },
            ]}
            value={page.state}
            required
          />
          <FormButtons submit="Save Template" back={back} />
        </PostForm>
        <section>
          <h2>What may stand in it</h2>
          <p>
            A variable in braces is filled in for each reader. A paragraph with a question mark in the braces,
            as in <code>{"{notes?}"}</code>, is left out where there is nothing to fill in.
          </p>
          <Facts facts={page.everywhere} />
          {page.inText.length > 0 ? (
            <>
              <h3>Not in the subject and the first line</h3>
              <p>Mailboxes show these to anybody who looks at the screen.</p>
              <Facts facts={page.inText} />
            </>
          ) : null}
          {page.others.length > 0 ? (
            <p>You may also write {page.others.join(", ")}. It is saved by our own name.</p>
          ) : null}
          {page.blocks.length > 0 ? (
            <p>
              These parts stay in the text, each once: {page.blocks.join(", ")}. Links come from them: other
              addresses are refused.
            </p>
          ) : null}
        </section>
      </div>
    </AdminPage>
  );
}
