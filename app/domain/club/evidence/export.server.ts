import type { ClubDb } from "#app/db/club/schema.ts";
import { parseRecord } from "./evidence.ts";
import { type ExportSubject, exportClosing, exportEntry, exportOpening } from "./evidence-file.ts";

/** Records read at a time. */
const PAGE = 500;

/**
 * Yields a club's evidence as one file, in parts: every record with its person, and every text
 * (product/evidence.md#evidence-exports). It ends with the newest record of its last page, so that an erasure during
 * the export is in it too.
 */
export async function* exportEvidence(
  db: ClubDb,
  { club, exportedAt }: Omit<ExportSubject, "agreement">,
): AsyncGenerator<string> {
  yield exportOpening({ club, agreement: null, exportedAt });
  let count = 0;
  let head: { seq: number; hash: string } | null = null;
  for (let page = await readPage(db, 0); page.length > 0; ) {
    yield page.map((entry, index) => exportEntry(entry, count + index === 0)).join("");
    count += page.length;
    const last = page[page.length - 1];
    if (last) head = { seq: last.seq, hash: last.hash };
    page = await readPage(db, head?.seq ?? 0);
  }
  yield exportClosing(await readTexts(db, null), head, count);
}

/**
 * Loads the evidence of some agreements as one file for each, by agreement; those without any are left out. Two
 * queries, however many they are.
 */
export async function exportAgreements(
  db: ClubDb,
  agreementIds: readonly string[],
  { club, exportedAt }: Omit<ExportSubject, "agreement">,
): Promise<Map<string, string>> {
  if (agreementIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("evidence_records as r")
    .leftJoin("evidence_persons as p", "p.record_id", "r.id")
    .select(["r.agreement_id", "r.hash", "r.record", "p.content as person"])
    .where("r.agreement_id", "in", agreementIds)
    .orderBy("r.seq")
    .execute();
  const texts = await readTexts(db, new Set(rows.flatMap(textsNamed)));
  const byAgreement = new Map<string, typeof rows>();
  for (const row of rows) {
    const entries = byAgreement.get(row.agreement_id);
    if (entries) entries.push(row);
    else byAgreement.set(row.agreement_id, [row]);
  }
  return new Map(
    [...byAgreement].map(([agreement, entries]) => {
      const own = [...new Set(entries.flatMap(textsNamed))].flatMap((hash): [string, string][] => {
        const text = texts.get(hash);
        return text === undefined ? [] : [[hash, text]];
      });
      const file = [
        exportOpening({ club, agreement, exportedAt }),
        ...entries.map((entry, index) => exportEntry(entry, index === 0)),
        exportClosing(new Map(own), null, entries.length),
      ];
      return [agreement, file.join("")];
    }),
  );
}

/** Returns the text that a record names, as its hash. */
const textsNamed = ({ record }: { record: string }): string[] => {
  const text = parseRecord(record)?.text;
  return text ? [text.hash] : [];
};

function readPage(db: ClubDb, after: number) {
  return db
    .selectFrom("evidence_records as r")
    .leftJoin("evidence_persons as p", "p.record_id", "r.id")
    .select(["r.seq", "r.hash", "r.record", "p.content as person"])
    .where("r.seq", ">", after)
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
