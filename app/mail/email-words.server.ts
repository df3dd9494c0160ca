import { sql } from "kysely";
import type { ControlDb } from "#app/db/control/schema.ts";
import { log } from "#app/observability/log.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { type EditedWords, editedWords } from "./email-words.ts";
import type { EmailWords } from "./frame/email-kind.tsx";

/** Loads the words that staff edited, for all emails: a few rows, in most installations none. */
export async function wordsInUse(control: ControlDb): Promise<EditedWords> {
  const rows = await control
    .selectFrom("email_words")
    .select(["id", "template", "variant", "words"])
    // Written as a literal: only then SQLite sees that the partial index fits.
    .where(sql<boolean>`state = 'active'`)
    .execute();
  return editedWords(rows.map((row) => ({ ...row, words: JSON.parse(row.words) as EmailWords })));
}

/** Notes for staff that an email used the words in code, because the edited ones cannot be used. */
export async function noteUnusableWords(
  control: ControlDb,
  template: string,
  { id, why }: { id: string; why: string },
): Promise<void> {
  log.error({ template, words: id, why }, "edited words of an email cannot be used; those in code were sent");
  await control
    .updateTable("email_words")
    .set({ trouble: why.slice(0, 500), trouble_at: nowIso() })
    .where("id", "=", id)
    .where("trouble", "is", null)
    .execute();
}
