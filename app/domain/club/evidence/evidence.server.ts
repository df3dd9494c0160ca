import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { ClubDb, ClubTable, ClubTx, EvidenceRecordsTable, Language } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import {
  AGREEMENT_VERSION,
  type AgreementLanguage,
  agreementText,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { canonicalJson, sha256 } from "#app/domain/values/hash-chain.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type Chain, nextRecord, type RecordFields } from "./evidence.ts";
import { ownParagraphColumns, ownParagraphOf } from "./own-paragraph.ts";

/** Data of the person who signed, declined or withdrew: kept beside the chain, so that it can be erased. */
export interface Person {
  name: string;
  email: string;
  players: string;
  teams: string[];
  /** The name typed as a signature; '' where nothing was signed. */
  signature: string;
  ip: string;
  userAgent: string;
  /** Reason for declining or withdrawing; '' otherwise. */
  reason: string;
}

type NewRecord = Omit<RecordFields, "id" | "club" | "person">;

/**
 * Adds a record to the club's chain of evidence, in the transaction of what it proves, and has the chain's head carried
 * to the control database (product/evidence.md#evidence).
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
  const club = await tx
    .selectFrom("club")
    .select(["name", ...ownParagraphColumns])
    .executeTakeFirstOrThrow();
  const { text, hash, version } = shownText(club, language);
  await tx
    .insertInto("agreement_texts")
    .values({ hash, version, language, text, first_used_at: at })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();
  return { version, hash };
}

/** Returns the head of a club's chain; null for an empty one. */
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

/** Loads the whole chain of a club with its texts and persons, for checking and exporting. */
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

/** Signer of an agreement, as typed. */
export interface Signer {
  name: string;
  email: string;
  /** The name that was typed as a signature. */
  signature: string;
  language: Language;
}

const person = z.object({ name: z.string(), email: z.string(), signature: z.string() });
const record = z.object({ language: z.enum(["en", "es"]) });

/** Loads the latest signers of these agreements, by agreement; erased ones are missing. */
export async function signersOf(db: ClubDb, agreementIds: readonly string[]): Promise<Map<string, Signer>> {
  if (agreementIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("evidence_records as r")
    .innerJoin("evidence_persons as p", "p.record_id", "r.id")
    .select(["r.agreement_id", "r.record", "p.content"])
    .where("r.agreement_id", "in", agreementIds)
    .where("r.kind", "=", "signed")
    .orderBy("r.seq")
    .execute();
  return new Map(
    rows.map(({ agreement_id, record: text, content }) => {
      const { language } = record.parse(JSON.parse(text));
      return [agreement_id, { ...person.parse(JSON.parse(content)), language }];
    }),
  );
}

/**
 * Returns the text that a club's parents sign now, and its SHA-256 in hexadecimal
 * (product/agreements.md#agreement-text).
 */
export function shownText(
  club: Pick<ClubTable, "name" | (typeof ownParagraphColumns)[number]>,
  language: AgreementLanguage,
): { text: string; hash: string; version: string } {
  const version = AGREEMENT_VERSION;
  const ownParagraph = ownParagraphOf(club, language);
  const text = agreementText(language, { clubName: club.name, ownParagraph, version });
  return { text, hash: createHash("sha256").update(text, "utf8").digest("hex"), version };
}

const keptPerson = z.object({
  name: z.string(),
  email: z.string(),
  players: z.string(),
  teams: z.array(z.string()),
  signature: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  reason: z.string(),
});
const keptRecord = z.object({
  text: z.object({ version: z.string(), hash: z.string() }).nullable(),
  signatureDate: z.string().nullable(),
  enteredBy: z.string().nullable(),
});

export type KeptEvidence = z.infer<typeof keptRecord> & {
  kind: EvidenceRecordsTable["kind"];
  /** ISO 8601 in UTC. */
  at: string;
  person: z.infer<typeof keptPerson>;
};

/** Lists what the club's evidence keeps of an agreement's parent, oldest first (product/agreements.md#parents-data). */
export async function keptEvidence(db: ClubDb, agreementId: string): Promise<KeptEvidence[]> {
  const rows = await db
    .selectFrom("evidence_records as r")
    .innerJoin("evidence_persons as p", "p.record_id", "r.id")
    .select(["r.kind", "r.at", "r.record", "p.content"])
    .where("r.agreement_id", "=", agreementId)
    .orderBy("r.seq")
    .execute();
  return rows.map(({ kind, at, record: text, content }) => ({
    ...keptRecord.parse(JSON.parse(text)),
    kind,
    at,
    person: keptPerson.parse(JSON.parse(content)),
  }));
}

/** Lists what was typed with the signature that the PDF copy shows; empty without a signature. */
export async function typedToSign(db: ClubDb, agreementId: string): Promise<string[]> {
  const kept = await keptEvidence(db, agreementId);
  const person = kept.findLast(({ kind }) => kind === "signed" || kind === "paper")?.person;
  return person ? [person.name, person.players, person.signature, ...person.teams] : [];
}
