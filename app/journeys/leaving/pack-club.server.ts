import { createReadStream, statSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubSchema } from "#app/db/club/schema.ts";
import { takeCopy } from "#app/db/copy.server.ts";
import { kyselyOver, openFile } from "#app/db/file-engine.server.ts";
import { writeClubFile } from "#app/db/postgres/club-file.server.ts";
import { exportEvidence } from "#app/domain/club/evidence/export.server.ts";
import { SUBJECTS, subjectCsv } from "#app/domain/club/leaving/subjects.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { openDocument } from "#app/files/stored-documents.server.ts";
import { type ZipEntry, zipStream } from "#app/files/zip-stream.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { fileTime } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { writeCsv } from "#app/spreadsheets/write-csv.server.ts";

const FOLDER = ".leaving-";
/** Age of a left copy, longer than any download takes. */
const LEFT_AFTER_MS = DAY_MS;

/** Removes copies of processes that died while somebody downloaded one. */
export async function removeLeftCopies(): Promise<void> {
  const { dataDir } = env();
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(FOLDER)) continue;
    const folder = join(dataDir, name);
    const since = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && fileTime().getTime() - since > LEFT_AFTER_MS)
      await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Yields everything of a club as one .zip, in parts: its file as of one moment, a CSV of each subject, the evidence,
 * the documents of the verification and its payments (product/privacy.md#leaving). The copy is removed with the last
 * part, also if the reader stops before.
 */
export async function* packClub(
  ctx: Pick<ClubContext, "control" | "db" | "club">,
  at: Date,
): AsyncGenerator<Buffer> {
  const folder = await mkdtemp(join(env().dataDir, FOLDER));
  try {
    const path = join(folder, "club.sqlite");
    if (env().databaseUrl) await writeClubFile(ctx.db, path);
    else (await takeCopy(join(env().dataDir, "clubs", `${ctx.club.code}.sqlite`), folder)).keepAs(path);
    yield* zipStream(entriesOf(ctx, path, at));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* entriesOf(
  { control, club }: Pick<ClubContext, "control" | "club">,
  path: string,
  at: Date,
): AsyncGenerator<ZipEntry> {
  const root = `${brand.name.toLowerCase()}-${club.code}`;
  const { billing_email: treasurer = null } = (await findClub(control, club.code)) ?? {};
  yield { name: `${root}/README.txt`, content: only(readme(club, at, treasurer)) };
  const db = kyselyOver<ClubSchema>(openFile(path));
  try {
    // Undelivered events are the platform's, not the club's.
    await db.deleteFrom("outbox").execute();
    // Nor may a club read who has answered an open pulse, and what (docs/decisions/021-anonymous-answers.md).
    await db.deleteFrom("pulse_answers").execute();
    await db.updateTable("pulse_invitations").set({ answered: 0 }).where("answered", "=", 1).execute();
    for (const subject of SUBJECTS)
      yield { name: `${root}/tables/${subject}.csv`, content: subjectCsv(db, subject) };
    const exportedAt = at.toISOString();
    yield { name: `${root}/evidence.json`, content: exportEvidence(db, { club, exportedAt }) };
  } finally {
    await db.destroy();
  }
  yield { name: `${root}/club.sqlite`, content: createReadStream(path) };
  const payments = await control
    .selectFrom("ledger")
    .select(["kind", "amount_cents", "moved_at", "stripe_id"])
    .where("club_code", "=", club.code)
    .orderBy("moved_at")
    .execute();
  const rows = payments.map((row) => [
    row.kind,
    (row.amount_cents / 100).toFixed(2),
    row.moved_at,
    row.stripe_id,
  ]);
  yield {
    name: `${root}/payments.csv`,
    content: only(writeCsv([["Kind", "Amount in USD", "Moved at (UTC)", "Number at Stripe"], ...rows])),
  };
  const documents = await control
    .selectFrom("verification_documents")
    .select(["id", "name"])
    .where("club_code", "=", club.code)
    .orderBy("stored_at")
    .execute();
  for (const [index, { id, name }] of documents.entries()) {
    const content = await openDocument(club.code, id);
    const file = `${index + 1}-${name.replace(/[^\p{L}\p{N}. -]/gu, "_").replace(/^\.+/, "_")}`;
    if (content)
      yield {
        name: `${root}/verification/${file}`,
        content: content as unknown as AsyncIterable<Uint8Array>,
      };
  }
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

const readme = (
  club: ClubContext["club"],
  at: Date,
  treasurer: string | null,
) => `Everything of ${club.name} (${club.code.toUpperCase()}) on ${brand.name}
Made at ${at.toISOString()} (UTC)

club.sqlite     the club's database, all of it, for any program that reads SQLite
tables/*.csv    one file for each subject, for spreadsheets; times are in UTC unless a column says otherwise
evidence.json   the records of signed agreements; /agreements/verify on our site checks it
payments.csv    what was paid and refunded${treasurer ? `; ${treasurer} gets a copy of the emails about it` : ""}
verification/   the documents that were sent for the verification and are still kept

A cell that a spreadsheet would run as a formula has an apostrophe before it.
No passwords and no sign-in links are in here: they are not kept in the club's database.
This file has names and addresses of people. Keep it safe, and delete it when you no longer need it.
`;
