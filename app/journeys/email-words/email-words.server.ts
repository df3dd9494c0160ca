import { type SelectQueryBuilder, sql } from "kysely";
import type { EmailWordsTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb, ControlSchema, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { ownNames, ownWords, type WordField, wordsProblems } from "#app/mail/email-words.ts";
import type { EmailWords } from "#app/mail/frame/email-kind.tsx";
import { type AnyKind, kindOf, type TemplateName, templates } from "#app/mail/templates.ts";
import { type Mail, queueMail, TEST_KEY } from "#app/queue/mail-queue.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** Staff edit the words of emails: drafts, versions in use, and those before (product/emails.md#words-of-emails). */

/** Versions that a page shows. */
export const VERSIONS_SHOWN = 30;

/** Words of one wording of an email, by its template and variant. */
export interface Wording {
  template: TemplateName;
  variant: string;
}

/** Version of a wording, with the person who saved it. */
export interface WordsVersion
  extends Pick<EmailWordsTable, "id" | "number" | "state" | "saved_at" | "trouble" | "trouble_at"> {
  words: EmailWords;
  savedBy: string;
}

/** Loads the draft, the version in use and those before, the newest first; without any, the words in code are used. */
export async function wordsVersions(control: ControlDb, wording: Wording): Promise<WordsVersion[]> {
  const rows = await of(control.selectFrom("email_words as w"), wording)
    .leftJoin("platform_admins as a", "a.id", "w.saved_by")
    .select(["w.id", "w.number", "w.state", "w.words", "w.saved_at", "w.trouble", "w.trouble_at"])
    .select(sql<string>`coalesce(a.first_name || ' ' || a.last_name, 'Somebody who left')`.as("savedBy"))
    .orderBy("w.number", "desc")
    .limit(VERSIONS_SHOWN)
    .execute();
  return rows.map((row) => ({ ...row, words: JSON.parse(row.words) as EmailWords }));
}

const of = <O>(
  query: SelectQueryBuilder<ControlSchema & { w: EmailWordsTable }, "w", O>,
  { template, variant }: Wording,
) => query.where("w.template", "=", template).where("w.variant", "=", variant);

/** Returns the version of a form that is filled from the draft, otherwise from what is in use. */
export const versionOfWords = (
  versions: readonly Pick<WordsVersion, "state" | "number" | "words">[],
): string =>
  versionOf(
    versions
      .filter(({ state }) => state !== "former")
      .map(({ state, number, words }) => ({ state, number, words })),
  );

type Refused =
  | { ok: false; problem: "stale"; stored: { versions: WordsVersion[]; words: EmailWords } }
  | { ok: false; problem: "gone" }
  | { ok: false; problem: "words"; problems: Partial<Record<WordField, string>> };

/**
 * Keeps a draft, or puts words in use from the next email on. Words like those in code put these back in use.
 * @param words.version that the form was filled from
 */
export async function saveWords(
  control: ControlDb,
  wording: Wording,
  { words: typed, state, version }: { words: EmailWords; state: "draft" | "active"; version: string },
  by: string,
): Promise<{ ok: true } | Refused> {
  const kind = kindOf(wording.template);
  if (!kind) throw new Error(`There is no email template '${wording.template}'`);
  const words = ownNames(kind, wording.variant, typed);
  const problems = wordsProblems(kind, wording.variant, words);
  if (Object.keys(problems).length > 0) return { ok: false, problem: "words", problems };
  return changeWords(control, wording, version, async (tx, versions) => {
    const next = nextOf(wording, versions);
    await tx
      .deleteFrom("email_words")
      .where("template", "=", wording.template)
      .where("variant", "=", wording.variant)
      .where("state", "=", "draft")
      .execute();
    if (state === "active") await putAside(tx, wording);
    const isOwn = versionOf(words) === versionOf(ownWords(kind, wording.variant));
    if (state === "draft" || !isOwn) await insert(tx, next, { words, state, by });
    await audit(tx, wording, state === "draft" ? "staff.email-draft-saved" : "staff.email-words-used", by);
    return undefined;
  });
}

/** Puts an earlier version in use again, as a version of its own; 'own': the words in code. A draft stays. */
export function useWordsAgain(
  control: ControlDb,
  wording: Wording,
  { number, version }: { number: number | "own"; version: string },
  by: string,
): Promise<{ ok: true } | Refused> {
  const kind = kindOf(wording.template);
  return changeWords(control, wording, version, async (tx, versions) => {
    const former = versions.find((one) => one.number === number);
    if (number !== "own" && (!former || !kind)) return { ok: false, problem: "gone" };
    if (former && kind) {
      const problems = wordsProblems(kind, wording.variant, former.words);
      if (Object.keys(problems).length > 0) return { ok: false, problem: "words", problems };
    }
    await putAside(tx, wording);
    const next = nextOf(wording, versions);
    if (former) await insert(tx, next, { words: former.words, state: "active", by });
    await audit(tx, wording, former ? "staff.email-words-used" : "staff.email-words-reset", by);
    return undefined;
  });
}

/** Returns the draft, otherwise what is in use. */
export function editedOrOwn({ template, variant }: Wording, versions: readonly WordsVersion[]): EmailWords {
  const newest =
    versions.find(({ state }) => state === "draft") ?? versions.find(({ state }) => state === "active");
  return newest ? newest.words : ownWords(templates[template] as AnyKind, variant);
}

function changeWords(
  control: ControlDb,
  wording: Wording,
  version: string,
  change: (tx: ControlTx, versions: WordsVersion[]) => Promise<Refused | undefined>,
): Promise<{ ok: true } | Refused> {
  return inTransaction(control, async (tx) => {
    const versions = await wordsVersions(tx, wording);
    if (versionOfWords(versions) !== version)
      return { ok: false, problem: "stale", stored: { versions, words: editedOrOwn(wording, versions) } };
    return (await change(tx, versions)) ?? { ok: true };
  });
}

const nextOf = ({ template, variant }: Wording, versions: readonly WordsVersion[]) => ({
  template,
  variant,
  number: (versions[0]?.number ?? 0) + 1,
});

const putAside = (tx: ControlTx, { template, variant }: Wording) =>
  tx
    .updateTable("email_words")
    .set({ state: "former" })
    .where("template", "=", template)
    .where("variant", "=", variant)
    .where("state", "=", "active")
    .execute();

const insert = (
  tx: ControlTx,
  version: Wording & { number: number },
  { words, state, by }: { words: EmailWords; state: "draft" | "active"; by: string },
) =>
  tx
    .insertInto("email_words")
    .values({
      id: newId(),
      ...version,
      state,
      words: JSON.stringify(words),
      saved_by: by,
      saved_at: nowIso(),
      trouble: null,
      trouble_at: null,
    })
    .execute();

const audit = (
  tx: ControlTx,
  { template, variant }: Wording,
  kind:
    | "staff.email-draft-saved"
    | "staff.email-words-used"
    | "staff.email-words-reset"
    | "staff.email-tested",
  by: string,
) =>
  recordAudit(tx, {
    kind,
    actor: { kind: "staff", id: by },
    detail: { email: template, ...(variant !== "only" && { wording: variant }) },
    at: now(),
  });

/**
 * Sends one wording with made-up values to an address, as a test that says so in its subject.
 * @param test.key of the form, so that a form sent twice is one email
 */
export async function sendTest(
  control: ControlDb,
  wording: Wording,
  { words, to, key }: { words: EmailWords; to: string; key: string },
  by: string,
): Promise<{ ok: true } | { ok: false; problem: "too-often" }> {
  const kind = kindOf(wording.template);
  const sample = kind?.samples.find((one) => kind.variant(one) === wording.variant);
  if (!kind || sample === undefined) throw new Error(`No sample shows '${wording.variant}'`);
  if (!(await mayUse("email-test", by))) return { ok: false, problem: "too-often" };
  const tested = { ...words, subject: `Test: ${words.subject}` };
  await inTransaction(control, async (tx) => {
    await queueMail(tx, {
      key: `${TEST_KEY}${by}:${key}`,
      to,
      template: wording.template,
      variables: sample,
      words: { variant: wording.variant, words: tested },
    } as Mail);
    await audit(tx, wording, "staff.email-tested", by);
  });
  return { ok: true };
}

/** Row of the list of emails: its words, and how often it was sent. */
export interface EmailUse {
  template: string;
  sent: number;
  /** Time edited words in use were saved last; null while those in code are used. */
  editedAt: string | null;
  drafts: number;
  troubles: number;
}

/** Loads the emails by template, without those neither sent nor edited. @param from the first day that counts (UTC) */
export async function emailUses(control: ControlDb, from: string): Promise<Map<string, EmailUse>> {
  const { rows } = await sql<EmailUse>`
    select template, sum(sent) as sent, max(edited_at) as "editedAt", sum(drafts) as drafts, sum(troubles) as troubles
    from (
      select template, mails as sent, null as edited_at, 0 as drafts, 0 as troubles
        from mail_counts where day >= ${from} and outcome = 'sent'
      union all
      select template, 0, case when state = 'active' then saved_at end, iif(state = 'draft', 1, 0),
        iif(state = 'active' and trouble is not null, 1, 0)
        from email_words where state <> 'former'
    ) as uses group by template`.execute(control);
  return new Map(rows.map((row) => [row.template, row]));
}
