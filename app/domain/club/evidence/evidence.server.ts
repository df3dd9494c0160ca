import { randomBytes } from "node:crypto";
import type { ClubDb, ClubTx, EvidenceRecordsTable } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import type { AgreementLanguage } from "#app/domain/values/agreement-text/catalogue.ts";
import { canonicalJson, sha256 } from "#app/domain/values/hash-chain.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type Chain, nextRecord, type RecordFields } from "./evidence.ts";
import { shownText } from "./shown-text.server.ts";

/** What is known of whoever signed, declined or withdrew: kept beside the chain, so that it can be erased. */
export interface Person {
  name: string;
  email: string;
  players: string;
  teams: string[];
  /** The name typed as a signature; '' where nothing was signed. */
  signature: string;
  ip: string;
  userAgent: string;
  /** Why it was declined or withdrawn; '' else. */
  reason: string;
}

type NewRecord = Omit<RecordFields, "id" | "club" | "person">;

/**
 * Adds a record to the club's chain of evidence, in the transaction of what it proves, and has the chain's head carried
 * to the control database (product.md#evidence).
 * @returns the record's id
 */
export async function appendRecord(tx: ClubTx, fields: NewRecord, person: Person | null): Promise<string> {
  const [club, last] = await Promise.all([
    tx.selectFrom("club").select(["code", "name"]).executeTakeFirstOrThrow(),
    evidenceHead(tx),
  ]);
  const id = newId();
  // The salt keeps the hash from being guessed from a name once the person is erased.
  const content = person && canonicalJson({ ...person, salt: randomBytes(16).toString("hex") });
  const { kind, agreement, at } = fields;
  const record = nextRecord({ ...fields, id, club, person: content && sha256(content) }, last);
  await tx
    .insertInto("evidence_records")
    .values({ ...record, id, agreement_id: agreement, kind, at })
    .execute();
  if (content) await tx.insertInto("evidence_persons").values({ record_id: id, content }).execute();
  await recordEvent(tx, { kind: "evidence-head" });
  return id;
}

/** Keeps the text that was shown, whole, by its hash. */
export async function keepText(
  tx: ClubTx,
  language: AgreementLanguage,
  at: string,
): Promise<{ version: string; hash: string }> {
  const club = await tx.selectFrom("club").select(["name", "agreement_text"]).executeTakeFirstOrThrow();
  const { text, hash, version } = shownText(club, language);
  await tx
    .insertInto("agreement_texts")
    .values({ hash, version, language, text, first_used_at: at })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();
  return { version, hash };
}

/** How far a club's chain has come; null for an empty one. */
export async function evidenceHead(
  db: ClubDb,
): Promise<Pick<EvidenceRecordsTable, "seq" | "hash" | "at"> | null> {
  const last = await db
    .selectFrom("evidence_records")
    .select(["seq", "hash", "at"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}

/** The whole chain of a club with its texts and persons, for checking and exporting. */
export async function readChain(db: ClubDb): Promise<Chain> {
  const records = await db
    .selectFrom("evidence_records")
    .select(["seq", "record", "previous_hash", "hash"])
    .orderBy("seq")
    .execute();
  const persons = await db.selectFrom("evidence_persons").selectAll().execute();
  const texts = await db.selectFrom("agreement_texts").select(["hash", "text"]).execute();
  return {
    records,
    persons: new Map(persons.map(({ record_id, content }) => [record_id, content])),
    texts: new Map(texts.map(({ hash, text }) => [hash, text])),
  };
}
