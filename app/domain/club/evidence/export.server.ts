import type { ClubDb } from "#app/db/club/schema.ts";
import { parseRecord } from "#app/domain/club/agreements/evidence.ts";
import { type ExportSubject, exportClosing, exportEntry, exportOpening } from "./evidence-file.ts";

/** Records read at a time. */
const PAGE = 500;

/**
 * A club's evidence as one file, in parts: every record with its person, and every text (product.md#evidence-exports).
 * It ends with the newest record of its last page, so that an erasure during the export is in it too.
 */
export async function* exportEvidence(db: ClubDb, subject: ExportSubject): AsyncGenerator<string> {
  yield exportOpening(subject);
  let count = 0;
  const named = subject.agreement === null ? null : new Set<string>();
  let head: { seq: number; hash: string } | null = null;
  for (let page = await readPage(db, subject, 0); page.length > 0; ) {
    yield page.map((entry, index) => exportEntry(entry, count + index === 0)).join("");
    count += page.length;
    for (const { record } of named ? page : []) {
      const text = parseRecord(record)?.text;
      if (text) named?.add(text.hash);
    }
    const last = page[page.length - 1];
    if (last) head = { seq: last.seq, hash: last.hash };
    page = await readPage(db, subject, head?.seq ?? 0);
  }
  yield exportClosing(await readTexts(db, named), named ? null : head, count);
}

/** The evidence of one agreement as a whole file; null without any. */
export async function exportAgreement(
  db: ClubDb,
  subject: ExportSubject & { agreement: string },
): Promise<string | null> {
  const head = await db
    .selectFrom("evidence_records")
    .select("seq")
    .where("agreement_id", "=", subject.agreement)
    .limit(1)
    .executeTakeFirst();
  if (!head) return null;
  const parts: string[] = [];
  for await (const part of exportEvidence(db, subject)) parts.push(part);
  return parts.join("");
}

function readPage(db: ClubDb, { agreement }: ExportSubject, after: number) {
  return db
    .selectFrom("evidence_records as r")
    .leftJoin("evidence_persons as p", "p.record_id", "r.id")
    .select(["r.seq", "r.hash", "r.record", "p.content as person"])
    .where("r.seq", ">", after)
    .$if(agreement !== null, (query) => query.where("r.agreement_id", "=", agreement))
    .orderBy("r.seq")
    .limit(PAGE)
    .execute();
}

/** @param named the texts of an excerpt; null for all */
async function readTexts(db: ClubDb, named: ReadonlySet<string> | null): Promise<Map<string, string>> {
  if (named?.size === 0) return new Map();
  const rows = await db
    .selectFrom("agreement_texts")
    .select(["hash", "text"])
    .$if(named !== null, (query) => query.where("hash", "in", [...(named ?? [])]))
    .orderBy("hash")
    .execute();
  return new Map(rows.map(({ hash, text }) => [hash, text]));
}
