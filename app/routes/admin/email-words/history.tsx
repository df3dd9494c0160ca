import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import {
  useWordsAgain,
  VERSIONS_SHOWN,
  versionOfWords,
  type WordsVersion,
} from "#app/journeys/email-words/email-words.server.ts";
import { useAgainSchema } from "#app/journeys/email-words/form.server.ts";
import { typedWords, WORD_FIELDS, type WordField } from "#app/mail/email-words.ts";
import type { EmailWords } from "#app/mail/frame/email-kind.tsx";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { ErrorSummary, Hidden, PostForm, useReply } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { openWording } from "./open-wording.server.ts";
import { variantLabel, Wordings } from "./wordings.tsx";

export const meta = () => title("History of an Email");

/**
 * Lists the versions of an email's words, the changes in each, and the way back to any
 * (product/emails.md#words-of-emails).
 */
const form = staffForm({
  may: "manage_emails",
  schema: useAgainSchema,
  find: openWording,
  change: ({ ctx: { control, admin }, found, value }) => useWordsAgain(control, found, value, admin.id),
  version: ({ versions }: { versions: WordsVersion[] }) => versionOfWords(versions),
  problems: (refused, { refuse }) =>
    refuse({
      "":
        refused.problem === "words"
          ? `That version can no longer be used: ${Object.values(refused.problems)[0]}`
          : "That version is no longer kept.",
    }),
  saved: (_, { found: { template, variant }, value }) => [
    href("/admin/email-templates/:template", { template, variant, of: "active" }),
    value.number === "own"
      ? "The built-in words are used from the next email on."
      : `Version ${value.number} is used again, from the next email on.`,
  ],
});
export const action = form.action;
export const loader = form.loader(({ found: { template, variant, kind, purpose, own, versions } }) => ({
  template,
  variant,
  variants: Object.keys(kind.words),
  label: purpose.label,
  edited: versions.some(({ state }) => state === "active"),
  more: versions.length === VERSIONS_SHOWN,
  versions: versions.map(({ number, state, words, saved_at, savedBy }, index) => ({
    number,
    state,
    by: `${savedBy}, ${formatMoment(saved_at, "UTC")}`,
    changes: changesOf(versions[index + 1]?.words ?? own, words),
  })),
  version: versionOfWords(versions),
}));

interface Change {
  label: string;
  gone: string[];
  added: string[];
}

/** Compares two versions field by field and line by line. */
function changesOf(before: EmailWords, after: EmailWords): Change[] {
  const [old, changed] = [typedWords(before), typedWords(after)];
  const lines = (text: string) => text.split("\n").filter(Boolean);
  return (Object.keys(WORD_FIELDS) as WordField[])
    .filter((field) => old[field] !== changed[field])
    .map((field) => {
      const [was, is] = [lines(old[field]), lines(changed[field])];
      return {
        label: WORD_FIELDS[field].label,
        gone: was.filter((line) => !is.includes(line)),
        added: is.filter((line) => !was.includes(line)),
      };
    });
}

const stateLabels = {
  draft: { kind: "act", label: "Draft" },
  active: { kind: "done", label: "In use" },
  former: { kind: "plain", label: "Earlier" },
} as const;

export default function EmailHistory() {
  const { template, variant, variants, label, edited, more, versions, version } =
    useLoaderData<typeof loader>();
  const reply = useReply();
  return (
    <AdminPage
      title={`History: ${label}`}
      lead={
        <>
          {variants.length > 1 ? `${variantLabel(variant)} · ` : ""}
          <a href={href("/admin/email-templates/:template", { template, variant })}>How it looks</a>
        </>
      }
    >
      <ErrorSummary reply={reply} />
      <Wordings
        page="/admin/email-templates/:template/history"
        template={template}
        variant={variant}
        variants={variants}
      />
      {versions.length === 0 ? <p>Nobody has edited these words: the built-in ones are used.</p> : null}
      {versions.map(({ number, state, by, changes }) => (
        <section key={number}>
          <h2>
            Version {number} <Status kind={stateLabels[state].kind}>{stateLabels[state].label}</Status>
          </h2>
          <p className="muted">{by}. Changed from the version before:</p>
          {changes.length === 0 ? (
            <p>Nothing.</p>
          ) : (
            <dl className="word-changes">
              {changes.map(({ label: field, gone, added }) => (
                <div key={field}>
                  <dt>{field}</dt>
                  {gone.length + added.length === 0 ? <dd>The same lines in another order</dd> : null}
                  {gone.map((line) => (
                    <dd key={line}>
                      <del>{line}</del>
                    </dd>
                  ))}
                  {added.map((line) => (
                    <dd key={line}>
                      <ins>{line}</ins>
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
          )}
          {state === "former" ? (
            <Again number={String(number)} version={version} label={`Use Version ${number} Again`} />
          ) : null}
        </section>
      ))}
      {more ? <p className="muted">Older versions are kept, but not shown.</p> : null}
      {edited ? (
        <section>
          <h2>Built-in words</h2>
          <p>They are what Goodside came with. Your versions stay here.</p>
          <Again number="own" version={version} label="Use the Built-in Words Again" />
        </section>
      ) : null}
    </AdminPage>
  );
}

function Again({ number, version, label }: { number: string; version: string; label: string }) {
  return (
    <PostForm reply={undefined}>
      <Hidden name="number" value={number} />
      <Hidden name="version" value={version} />
      <Buttons>
        <SubmitButton look="secondary">{label}</SubmitButton>
      </Buttons>
    </PostForm>
  );
}
