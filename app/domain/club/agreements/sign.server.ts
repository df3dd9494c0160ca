import type { AgreementsTable, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { addToHistory } from "#app/domain/club/contacts/agreement-history.server.ts";
import { addChild } from "#app/domain/club/contacts/contacts.server.ts";
import { contactKey, emailKey } from "#app/domain/club/contacts/contacts.ts";
import { appendRecord, keepText, type Person, shownText } from "#app/domain/club/evidence/evidence.server.ts";
import { ownParagraphColumns } from "#app/domain/club/evidence/own-paragraph.ts";
import { type AgreementLanguage, affirmationNames } from "#app/domain/values/agreement-text/catalogue.ts";
import { normalName, wordsOf } from "#app/domain/values/names.ts";
import { addSteps } from "./agreement-mail.server.ts";
import { giveToSigner, type SignerLink } from "./give-to-signer.server.ts";
import { nothingAgreed } from "./nothing-agreed.ts";

/** Reason why an agreement cannot be signed, declined or withdrawn now. */
export type SignProblem = "signed" | "expired" | "closed" | "text-changed" | "not-found";
type Result = { ok: true; recordId: string } | { ok: false; problem: SignProblem };
/** `link`: where the signer's own page is, once the record is on a link of its own. */
type Signed = Exclude<Result, { ok: true }> | { ok: true; recordId: string; link: SignerLink };

/** Origin of a form. */
interface Sender {
  /** The number of the link that was opened. */
  issue: number;
  language: AgreementLanguage;
  ip: string;
  userAgent: string;
  /** ISO-8601 UTC. */
  at: string;
}

export interface SignInput extends Sender {
  agreementId: string;
  name: string;
  email: string;
  /** The players' names or initials as they were typed. */
  players: string;
  teamIds: readonly string[];
  /** The name typed as a signature. */
  signature: string;
  /** YYYY-MM-DD as it was typed. */
  signatureDate: string;
  /** Hash of the text that the page showed. */
  textHash: string;
  /** The signer says that they are not the parent to whom the link was sent. */
  somebodyElse?: boolean;
}

/**
 * Signs an agreement with all five affirmations and the consent to sign electronically, which the form requires
 * (product/evidence.md#evidence). Exactly one of several simultaneous calls signs; the others learn that it is signed.
 */
export async function signAgreement(tx: ClubTx, input: SignInput): Promise<Signed> {
  const { agreementId, language, at } = input;
  const found = await openFor(tx, agreementId, input);
  if (!found.ok) return found;
  const { agreement, contact } = found;
  const club = await tx
    .selectFrom("club")
    .select(["name", ...ownParagraphColumns])
    .executeTakeFirstOrThrow();
  if (shownText(club, language).hash !== input.textHash) return { ok: false, problem: "text-changed" };
  const text = await keepText(tx, language, at);
  const teams = await teamNames(tx, input.teamIds);
  const recordId = await appendRecord(
    tx,
    {
      kind: "signed",
      agreement: agreementId,
      issue: agreement.issue,
      at,
      language,
      text,
      affirmations: allAffirmed,
      electronicConsent: true,
      signatureDate: input.signatureDate,
      enteredBy: null,
    },
    personOf({ ...input, teams, reason: "" }),
  );
  const otherAddress = emailKey(input.email) !== contact.email_key;
  const otherName = contact.name !== "" && normalName(input.name) !== normalName(contact.name);
  const toMatch = otherAddress || otherName || !sharesWord(input.signature, input.name);
  await settle(tx, agreementId, {
    status: "signed",
    signed_at: at,
    paper: 0,
    to_match: toMatch || input.somebodyElse ? 1 : 0,
    closed_at: null,
    reason: "",
    opened_at: agreement.opened_at ?? at,
  });
  if (!input.somebodyElse) await rememberSigner(tx, contact, input);
  await addToHistory(tx, { agreement_id: agreementId, kind: "signed", at, key: `signed:${recordId}` });
  if (input.somebodyElse) {
    const given = await giveToSigner(tx, agreementId, { by: "", at, onList: true });
    if (!given.ok) return given;
    const signer = await readAgreement(tx, agreementId);
    if (signer?.contact.email_key) await rememberSigner(tx, signer.contact, input);
    return { ok: true, recordId, link: given.signer };
  }
  await addSteps(tx, agreement, otherAddress ? ["copy", "changed-address"] : ["copy"], at);
  return { ok: true, recordId, link: { agreementId, issue: agreement.issue } };
}

/** Tells whether a typed signature shares a word with the signer's name; 'P. Parent' does with Pat Parent. */
function sharesWord(signature: string, name: string): boolean {
  const words = new Set(wordsOf(name));
  return wordsOf(signature).some((word) => words.has(word));
}

/**
 * Reopens an agreement, before it expires, for a parent who declined behind this link
 * (product/agreements.md#public-agreement).
 */
export async function reopenDeclined(
  tx: ClubTx,
  { id, issue }: { id: string; issue: number },
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("agreements")
    .set({ status: "pending", closed_at: null, reason: "" })
    .where("id", "=", id)
    .where("issue", "=", issue)
    .where("status", "=", "declined")
    .where("expires_at", ">", at)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await addToHistory(tx, { agreement_id: id, kind: "reopened", at });
  // Wakes the club's week, which has to learn of the end of the link.
  await recordEvent(tx, { kind: "agreement-mails" });
  return true;
}

/** Declines a pending agreement, in the parent's words (product/evidence.md#evidence). */
export async function declineAgreement(
  tx: ClubTx,
  input: Sender & { agreementId: string; reason: string },
): Promise<Result> {
  const { agreementId, at, reason } = input;
  const found = await openFor(tx, agreementId, input);
  if (!found.ok) return found;
  const recordId = await appendRecord(
    tx,
    { ...nothingAgreed(input), kind: "declined", agreement: agreementId, issue: found.agreement.issue },
    personOf({ ...input, ...onFile(found.contact) }),
  );
  await settle(tx, agreementId, { status: "declined", closed_at: at, reason });
  await addToHistory(tx, {
    agreement_id: agreementId,
    kind: "declined",
    at,
    detail: reason,
    key: `declined:${recordId}`,
  });
  return { ok: true, recordId };
}

/** Withdraws a signed agreement; the signature stays on record, with its end (product/evidence.md#evidence). */
export async function withdrawAgreement(
  tx: ClubTx,
  input: Sender & { agreementId: string; reason: string },
): Promise<Result> {
  const { agreementId, at, reason } = input;
  const agreement = await readAgreement(tx, agreementId);
  if (!agreement) return { ok: false, problem: "not-found" };
  if (agreement.status !== "signed") return { ok: false, problem: "closed" };
  const recordId = await appendRecord(
    tx,
    { ...nothingAgreed(input), kind: "withdrawn", agreement: agreementId, issue: agreement.issue },
    personOf({ ...input, ...onFile(agreement.contact) }),
  );
  await settle(tx, agreementId, { status: "withdrawn", closed_at: at, reason, to_match: 0 });
  await addToHistory(tx, {
    agreement_id: agreementId,
    kind: "withdrawn",
    at,
    detail: reason,
    key: `withdrawn:${recordId}`,
  });
  await addSteps(tx, agreement, ["withdrawn"], at);
  return { ok: true, recordId };
}

/** A signature on paper, as somebody of the club entered it. */
export interface PaperInput {
  agreementId: string;
  name: string;
  players: string;
  /** YYYY-MM-DD as written on the paper. */
  signedOn: string;
  /** Hash of the text that was printed. */
  language: AgreementLanguage;
  enteredBy: string;
  at: string;
}

/** Records a signature on paper as such, with the person who entered it (product/evidence.md#evidence). */
export async function recordPaperSignature(tx: ClubTx, input: PaperInput): Promise<Result> {
  const { agreementId, at, language } = input;
  const agreement = await readAgreement(tx, agreementId);
  if (!agreement) return { ok: false, problem: "not-found" };
  if (agreement.status === "signed") return { ok: false, problem: "signed" };
  const recordId = await appendRecord(
    tx,
    {
      kind: "paper",
      agreement: agreementId,
      issue: agreement.issue,
      at,
      language,
      text: await keepText(tx, language, at),
      affirmations: allAffirmed,
      electronicConsent: false,
      signatureDate: input.signedOn,
      enteredBy: input.enteredBy,
    },
    personOf({ ...onFile(agreement.contact), ...input, ip: "", userAgent: "", reason: "" }),
  );
  await settle(tx, agreementId, {
    status: "signed",
    signed_at: at,
    paper: 1,
    to_match: 0,
    closed_at: null,
    reason: "",
  });
  await addToHistory(tx, {
    agreement_id: agreementId,
    kind: "paper",
    at,
    by_name: input.enteredBy,
    detail: `signed on ${input.signedOn}`,
    key: `paper:${recordId}`,
  });
  return { ok: true, recordId };
}

const allAffirmed = Object.fromEntries(affirmationNames.map((name) => [name, true as const]));

type OpenAgreement = Pick<AgreementsTable, "id" | "status" | "issue" | "expires_at" | "opened_at"> & {
  contact: { id: string; name: string; email: string; email_key: string | null };
};

async function readAgreement(tx: ClubTx, id: string): Promise<OpenAgreement | null> {
  const row = await tx
    .selectFrom("agreements as a")
    .innerJoin("contacts as c", "c.id", "a.contact_id")
    .select(["a.id", "a.status", "a.issue", "a.expires_at", "a.opened_at"])
    .select(["c.id as contactId", "c.name", "c.email", "c.email_key"])
    .where("a.id", "=", id)
    .where("c.erased_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const { contactId, name, email, email_key, ...agreement } = row;
  return { ...agreement, contact: { id: contactId, name, email, email_key } };
}

/** Finds a pending agreement under its newest link, for the parent's action. */
async function openFor(
  tx: ClubTx,
  id: string,
  { issue, at }: Pick<Sender, "issue" | "at">,
): Promise<
  | { ok: true; agreement: OpenAgreement; contact: OpenAgreement["contact"] }
  | { ok: false; problem: SignProblem }
> {
  const agreement = await readAgreement(tx, id);
  if (!agreement) return { ok: false, problem: "not-found" };
  const { status, expires_at } = agreement;
  if (status === "signed") return { ok: false, problem: "signed" };
  if (status === "declined" || status === "withdrawn") return { ok: false, problem: "closed" };
  const over = status === "expired" || issue !== agreement.issue || expires_at === null || expires_at <= at;
  return over ? { ok: false, problem: "expired" } : { ok: true, agreement, contact: agreement.contact };
}

const onFile = ({ name, email }: OpenAgreement["contact"]) => ({ name, email });

/** Fills a person's missing fields with ''. */
export const personOf = (from: Partial<Person>): Person => ({
  name: from.name ?? "",
  email: from.email ?? "",
  players: from.players ?? "",
  teams: from.teams ?? [],
  signature: from.signature ?? "",
  ip: from.ip ?? "",
  userAgent: (from.userAgent ?? "").slice(0, MOST_USER_AGENT),
  reason: from.reason ?? "",
});
const MOST_USER_AGENT = 500;

async function teamNames(tx: ClubTx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const teams = await tx.selectFrom("teams").select("name").where("id", "in", ids).orderBy("name").execute();
  return teams.map(({ name }) => name);
}

/** Ends what a pending agreement waits for. */
async function settle(tx: ClubTx, id: string, change: Partial<AgreementsTable>): Promise<void> {
  await tx
    .updateTable("agreements")
    .set({ next_reminder_at: null, ...change })
    .where("id", "=", id)
    .execute();
}

/** Stores the chosen language, and what the club did not know yet: the parent's name, and the children. */
async function rememberSigner(
  tx: ClubTx,
  contact: OpenAgreement["contact"],
  input: SignInput,
): Promise<void> {
  const { language, at, name } = input;
  await tx.updateTable("contacts").set({ language, updated_at: at }).where("id", "=", contact.id).execute();
  if (contact.name === "") {
    const name_key = contactKey({ name, email: contact.email });
    await tx.updateTable("contacts").set({ name, name_key }).where("id", "=", contact.id).execute();
    await tx.updateTable("agreements").set({ name_key }).where("contact_id", "=", contact.id).execute();
  }
  const known = await tx
    .selectFrom("children")
    .select("id")
    .where("contact_id", "=", contact.id)
    .limit(1)
    .executeTakeFirst();
  if (known) return;
  const [teamId, ...others] = input.teamIds;
  const players = input.players.split(/[,;\n]/, MOST_PLAYERS).map((player) => player.trim());
  for (const player of players.filter(Boolean)) {
    // With several teams it is unknown which child plays where.
    const child = { name: player, teamId: others.length === 0 ? (teamId ?? null) : null, ageGroup: "" };
    await addChild(tx, contact.id, child, { by: "", at });
  }
}
const MOST_PLAYERS = 12;
