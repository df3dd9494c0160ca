import { z } from "zod";
import type { ClubDb, ClubTx, ContactsTable, PulseScore, PulsesTable } from "#app/db/club/schema.ts";
import { agreementCatalogue } from "#app/domain/values/agreement-text/catalogue.ts";
import { type PulseLanguage, pulseCatalogue } from "#app/domain/values/pulse-text.ts";
import { linkHashes } from "#app/runtime/ids.server.ts";
import { SENTENCE_MOST } from "./fields.ts";
import { pulseScores } from "./pulse.ts";

/** Control characters but line breaks, halves of a character, unassigned ones, and what turns the text around it. */
const UNREADABLE = /(?![\n\r\t])\p{Cc}|(?![\u200C\u200D])\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{M}{5}/u;

/** Returns the form of the answer, with its messages in the reader's language. */
export function answerSchema(language: PulseLanguage) {
  const { problems } = pulseCatalogue(language);
  const { tooLong } = agreementCatalogue(language).problems;
  return z.object({
    score: z
      .enum(["1", "2", "3", "4", "5"], { error: problems.score })
      .transform((text) => Number(text) as PulseScore),
    sentence: z
      .string()
      .trim()
      .max(SENTENCE_MOST, tooLong.replace("{max}", String(SENTENCE_MOST)))
      .refine((text) => !UNREADABLE.test(text), problems.unreadable)
      .transform((text) => text.replaceAll(/\s+/g, " ").normalize("NFC"))
      .default(""),
  });
}

/** Returns the score that a link of the email names; null for anything else. */
export const scoreIn = (text: string | null): PulseScore | null =>
  pulseScores.find((score) => String(score) === text) ?? null;

/** Parent and pulse behind a link. */
export interface AskedParent {
  club: { code: string; name: string; timezone: string };
  pulse: Pick<PulsesTable, "id" | "closes_at" | "closed_at">;
  invitation: { id: string; issue: number; answered: boolean };
  contact: Pick<ContactsTable, "id" | "language" | "mail_stopped_at">;
  agreementId: string;
}

/** Finds the parent asked by an invitation; null if it, or its person, is gone. */
export async function askedParent(db: ClubDb, invitationId: string): Promise<AskedParent | null> {
  const row = await db
    .selectFrom("pulse_invitations as i")
    .innerJoin("pulses as p", "p.id", "i.pulse_id")
    .innerJoin("contacts as c", "c.id", "i.contact_id")
    .innerJoin("agreements as a", "a.contact_id", "c.id")
    .select(["i.issue", "i.answered", "p.id as pulseId", "p.closes_at", "p.closed_at"])
    .select(["c.id as contactId", "c.language", "c.mail_stopped_at", "a.id as agreementId"])
    .where("i.id", "=", invitationId)
    .where("c.erased_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const club = await db.selectFrom("club").select(["code", "name", "timezone"]).executeTakeFirstOrThrow();
  return {
    club,
    pulse: { id: row.pulseId, closes_at: row.closes_at, closed_at: row.closed_at },
    invitation: { id: invitationId, issue: row.issue, answered: row.answered === 1 },
    contact: { id: row.contactId, language: row.language, mail_stopped_at: row.mail_stopped_at },
    agreementId: row.agreementId,
  };
}

export const isOpen = ({ closes_at, closed_at }: AskedParent["pulse"], at: Date): boolean =>
  closed_at === null && closes_at > at.toISOString();

interface Answer {
  score: PulseScore;
  sentence: string;
}

interface Link {
  id: string;
  issue: number;
}

const keysOf = ({ id, issue }: Link) => linkHashes("pulse-answer", id, issue);

/** Finds the answer by a link of an open pulse; undefined for none. */
export const answerBy = (db: ClubDb, link: Link): Promise<Answer | undefined> =>
  db
    .selectFrom("pulse_answers")
    .select(["score", "sentence"])
    .where("answer_key", "in", keysOf(link))
    .executeTakeFirst();

/**
 * Stores an answer, or changes it: the same form twice is one answer. No time is stored, and no order.
 * 'unlinked': they have answered, and the installation's secret was changed since; it counts as it is.
 */
export async function answerPulse(
  tx: ClubTx,
  link: Link,
  { score, sentence }: Answer,
  at: Date,
): Promise<{ ok: true } | { ok: false; problem: "closed" | "unlinked" }> {
  const row = await tx
    .selectFrom("pulse_invitations as i")
    .innerJoin("pulses as p", "p.id", "i.pulse_id")
    .select(["i.pulse_id", "i.team_ids", "i.answered", "i.step", "p.closes_at", "p.closed_at"])
    .where("i.id", "=", link.id)
    .where("i.issue", "=", link.issue)
    .executeTakeFirst();
  if (!row || !isOpen({ ...row, id: row.pulse_id }, at)) return { ok: false, problem: "closed" };
  const keys = keysOf(link);
  const { numUpdatedRows } = await tx
    .updateTable("pulse_answers")
    .set({ score, sentence })
    .where("answer_key", "in", keys)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return { ok: true };
  if (row.answered === 1) return { ok: false, problem: "unlinked" };
  await tx
    .insertInto("pulse_answers")
    .values({
      answer_key: keys[0] as string,
      pulse_id: row.pulse_id,
      score,
      sentence,
      team_ids: row.team_ids,
    })
    .execute();
  await tx
    .updateTable("pulse_invitations")
    .set({ answered: 1, step: row.step === "request" ? "request" : null })
    .where("id", "=", link.id)
    .execute();
  return { ok: true };
}

/**
 * Takes a parent out of all pulses with their answers to an open one. Answers to closed ones lead to no parent.
 * @returns the invitations, whose links and mails go too
 */
export async function forgetAsked(tx: ClubTx, contactId: string): Promise<string[]> {
  const asked = await tx
    .deleteFrom("pulse_invitations")
    .where("contact_id", "=", contactId)
    .returning(["id", "issue"])
    .execute();
  const keys = asked.flatMap(keysOf);
  if (keys.length > 0) await tx.deleteFrom("pulse_answers").where("answer_key", "in", keys).execute();
  return asked.map(({ id }) => id);
}

/**
 * Asks a parent whose address was corrected at the new one: the link that went to the old one ends with its answer,
 * because the club says that it was not theirs, and the person who opens the new one must not read it.
 * @returns the invitation of the open pulse, or undefined
 */
export async function askAtNewAddress(tx: ClubTx, contactId: string, at: Date): Promise<Link | undefined> {
  const open = await tx
    .selectFrom("pulse_invitations as i")
    .innerJoin("pulses as p", "p.id", "i.pulse_id")
    .select(["i.id", "i.issue"])
    .where("i.contact_id", "=", contactId)
    .where("p.closed_at", "is", null)
    .where("p.closes_at", ">", at.toISOString())
    .executeTakeFirst();
  if (!open) return undefined;
  await tx.deleteFrom("pulse_answers").where("answer_key", "in", keysOf(open)).execute();
  await tx
    .updateTable("pulse_invitations")
    .set((eb) => ({ issue: eb("issue", "+", 1), answered: 0, step: "request", delivery: null }))
    .where("id", "=", open.id)
    .execute();
  return open;
}

/** Loads all that is kept of a parent's part in pulses: when they were asked, and what they answered to an open one. */
export async function ownPulses(
  db: ClubDb,
  contactId: string,
): Promise<{ sentAt: string; closesAt: string; closed: boolean; answer: Answer | null }[]> {
  const rows = await db
    .selectFrom("pulse_invitations as i")
    .innerJoin("pulses as p", "p.id", "i.pulse_id")
    .select(["i.id", "i.issue", "i.answered", "p.sent_at", "p.closes_at", "p.closed_at"])
    .where("i.contact_id", "=", contactId)
    .orderBy("p.sent_at")
    .execute();
  const open = rows.find(({ answered, closed_at }) => answered === 1 && closed_at === null);
  const answer = open && (await answerBy(db, open));
  return rows.map((row) => ({
    sentAt: row.sent_at,
    closesAt: row.closes_at,
    closed: row.closed_at !== null,
    answer: row === open ? (answer ?? null) : null,
  }));
}
