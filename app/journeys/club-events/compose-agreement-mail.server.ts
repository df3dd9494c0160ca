import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubDb } from "#app/db/club/schema.ts";
import {
  agreementMailKey,
  isBulkStep,
  isConfirmation,
  isReminder,
  type OpenAgreementMail,
} from "#app/domain/club/agreements/agreement-mail.ts";
import { type Signer, signersOf } from "#app/domain/club/evidence/evidence.server.ts";
import { exportAgreements } from "#app/domain/club/evidence/export.server.ts";
import { agreementToken } from "#app/domain/control/agreements/agreement-links.server.ts";
import {
  agreementCatalogue,
  formatAgreementDay,
  formatAgreementMoment,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { type PostalAddress, postalAddress } from "#app/domain/values/postal-address.ts";
import { printAgreement } from "#app/print/print.server.ts";
import type { AgreementCopy } from "#app/print/print-task.ts";
import type { Mail } from "#app/queue/mail-queue.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";

/** Club as its mails name it. */
type SendingClub = PostalAddress & {
  code: string;
  name: string;
  email: string;
  color: string | null;
  timezone: string;
};

export async function sendingClub(db: ClubDb, code: string): Promise<SendingClub> {
  const row = await db
    .selectFrom("club")
    .select(["name", "email", "color", "timezone", "address", "city", "state", "zip"])
    .executeTakeFirstOrThrow();
  return { code, ...row };
}

/** Composes the mails of decided steps, each in the parent's language; none where there is no recipient left. */
export async function composeAgreementMails(
  db: ClubDb,
  club: SendingClub,
  open: readonly OpenAgreementMail[],
): Promise<Mail[]> {
  const toSigner = open.filter(({ step }) => step === "copy" || step === "withdrawn");
  const signers = await signersOf(
    db,
    toSigner.map(({ agreement }) => agreement.id),
  );
  const copies = await agreementCopies(
    db,
    club,
    open.flatMap(({ step, agreement }) => (step === "copy" ? [agreement.id] : [])),
  );
  return open.flatMap(
    (mail) => compose(club, mail, signers.get(mail.agreement.id), copies.get(mail.agreement.id)) ?? [],
  );
}

function compose(
  club: SendingClub,
  open: OpenAgreementMail,
  signer: Signer | undefined,
  copy: AgreementCopy | undefined,
): Mail | null {
  const { step, agreement, contact } = open;
  const frame = { name: club.name, color: club.color, address: postalAddress(club) };
  const token = agreementToken({ agreement_id: agreement.id, issue: open.issue });
  const link = `${env().appUrl}${href("/parent/agreement/:token", { token })}`;
  const onFile = { club: frame, language: contact.language, parentName: contact.name, link };
  const envelope = envelopeOf(club, open);
  if (isBulkStep(step)) {
    if (!agreement.expires_at) return null;
    const until = formatAgreementDay(contact.language, agreement.expires_at, club.timezone);
    const unsubscribe = { url: `${env().appUrl}${href("/parent/agreement/:token/stop", { token })}` };
    const to = { ...envelope, to: contact.email, bulk: true, unsubscribe };
    if (!isReminder(step)) return { ...to, template: "agreement-request", variables: { ...onFile, until } };
    return {
      ...to,
      template: "agreement-reminder",
      variables: { ...onFile, until, wording: wordingOf(step, contact.language) },
      stream: "broadcast",
    };
  }
  if (isConfirmation(step)) {
    const at = moment(agreement.signed_at, contact.language, club);
    return { ...envelope, to: contact.email, template: "agreement-confirm", variables: { ...onFile, at } };
  }
  if (step === "changed-address") {
    const at = moment(agreement.signed_at, contact.language, club);
    return {
      ...envelope,
      to: contact.email,
      template: "agreement-changed-address",
      variables: { ...onFile, at },
    };
  }
  if (!signer) return null;
  const typed = { club: frame, language: signer.language, parentName: signer.name };
  if (step === "copy") {
    if (!copy) return null;
    const variables = { ...typed, link, copy, at: moment(agreement.signed_at, signer.language, club) };
    return { ...envelope, to: signer.email, template: "agreement-copy", variables };
  }
  const variables = { ...typed, at: moment(agreement.closed_at, signer.language, club) };
  return { ...envelope, to: signer.email, template: "agreement-withdrawn", variables };
}

function envelopeOf(club: SendingClub, { step, issue, created_at, agreement }: OpenAgreementMail) {
  return {
    key: agreementMailKey({ agreementId: agreement.id, issue, step, createdAt: created_at }),
    clubCode: club.code,
    fromName: club.name,
    replyTo: club.email,
  };
}

/**
 * Picks the wording: the catalogue's last one says that no more reminders come, so that only the last reminder has it.
 */
function wordingOf(step: string, language: OpenAgreementMail["contact"]["language"]): number {
  const last = agreementCatalogue(language).mail.reminders.length - 1;
  if (step === "reminder-last") return last;
  return step === "reminder-1" ? 0 : Math.min(1, last);
}

const moment = (at: string | null, language: Signer["language"], { timezone }: SendingClub): string =>
  at ? formatAgreementMoment(language, at, timezone) : "";

interface CopiedClub {
  code: string;
  name: string;
  timezone: string;
}

/** Loads the content for copies of signed agreements, by agreement; unsigned ones are left out. */
async function agreementCopies(
  db: ClubDb,
  { timezone, code, name }: CopiedClub,
  agreementIds: readonly string[],
): Promise<Map<string, AgreementCopy>> {
  if (agreementIds.length === 0) return new Map();
  const signed = await db
    .selectFrom("evidence_records")
    .select("agreement_id")
    .distinct()
    .where("agreement_id", "in", agreementIds)
    .where("kind", "in", ["signed", "paper"])
    .execute();
  const files = await exportAgreements(
    db,
    signed.map(({ agreement_id }) => agreement_id),
    { club: { code, name }, exportedAt: nowIso() },
  );
  const verifyUrl = `${env().appUrl}${href("/agreements/verify")}`;
  return new Map([...files].map(([id, evidence]) => [id, { evidence, timezone, verifyUrl }]));
}

/**
 * Prints the PDF copy of a signed agreement (product/evidence.md#evidence); null if it is unsigned. @throws WorkerDied
 */
export async function agreementPdf(
  db: ClubDb,
  club: CopiedClub,
  agreementId: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const copy = (await agreementCopies(db, club, [agreementId])).get(agreementId);
  return copy ? printAgreement(copy) : null;
}
