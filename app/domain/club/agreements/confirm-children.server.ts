import { z } from "zod";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { addToHistory } from "#app/domain/club/contacts/agreement-history.server.ts";
import { appendRecord } from "#app/domain/club/evidence/evidence.server.ts";
import type { AgreementLanguage } from "#app/domain/values/agreement-text/catalogue.ts";
import { isDead } from "#app/domain/values/delivery.ts";
import { addMails, roomToday } from "./agreement-mail.server.ts";
import { reminderPauseStart } from "./agreement-times.ts";
import { isUnconfirmed } from "./later-children.ts";
import { nothingAgreed } from "./nothing-agreed.ts";
import { personOf } from "./sign.server.ts";

export type ConfirmProblem = "nothing" | "asked" | "undelivered" | "stopped" | "daily-limit";

/**
 * Asks a parent to confirm that the signature holds for what was added after it: one mail, at most once in 24 hours
 * (product/agreements.md#added-after-a-signature).
 */
export async function askToConfirm(
  tx: ClubTx,
  agreementId: string,
  { by, at }: { by: string; at: Date },
): Promise<{ ok: true } | { ok: false; problem: ConfirmProblem }> {
  const found = await readLater(tx, agreementId);
  if (!found || found.children.length === 0) return { ok: false, problem: "nothing" };
  const { agreement } = found;
  const asked = agreement.confirm_asked_at;
  if (asked !== null && asked > reminderPauseStart(at).toISOString()) return { ok: false, problem: "asked" };
  if (agreement.email_key === null || isDead(agreement.delivery))
    return { ok: false, problem: "undelivered" };
  if (agreement.mail_stopped_at !== null) return { ok: false, problem: "stopped" };
  if ((await roomToday(tx, at)) === 0) return { ok: false, problem: "daily-limit" };
  const { mails } = await tx
    .selectFrom("agreement_mails")
    .select((eb) => eb.fn.countAll<number>().as("mails"))
    .where("agreement_id", "=", agreementId)
    .where("step", "like", "confirm-%")
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("agreements")
    .set({ confirm_asked_at: at.toISOString() })
    .where("id", "=", agreementId)
    .execute();
  await addMails(tx, at, by, [agreement], ({ issue }) => ({
    issue,
    step: `confirm-${mails + 1}`,
    kind: "confirm-asked",
  }));
  return { ok: true };
}

/**
 * Confirms for a parent the children that the page named: with a record in the chain of evidence and an entry in the
 * history for each. Children already confirmed, removed, or older than the signature are left out. Idempotent.
 * @returns how many were confirmed
 */
export async function confirmChildren(
  tx: ClubTx,
  agreementId: string,
  input: {
    childIds: readonly string[];
    language: AgreementLanguage;
    ip: string;
    userAgent: string;
    at: string;
  },
): Promise<number> {
  const { at, language, ip, userAgent } = input;
  const found = await readLater(tx, agreementId);
  if (!found || !wasAsked(found.agreement)) return 0;
  const { agreement } = found;
  const children = found.children.filter(({ id }) => input.childIds.includes(id));
  if (children.length === 0) return 0;
  await tx
    .updateTable("children")
    .set({ confirmed_at: at, updated_at: at })
    .where(
      "id",
      "in",
      children.map(({ id }) => id),
    )
    .execute();
  const recordId = await appendRecord(
    tx,
    {
      ...nothingAgreed({ at, language }),
      kind: "confirmed",
      agreement: agreementId,
      issue: agreement.issue,
      text: await signedText(tx, agreementId),
    },
    personOf({
      name: agreement.name,
      email: agreement.email,
      players: [...new Set(children.map(({ name }) => name))].join(", "),
      teams: [...new Set(children.flatMap(({ teamName }) => teamName ?? []))],
      ip,
      userAgent,
    }),
  );
  for (const { id, name, team_id, teamName } of children)
    await addToHistory(tx, {
      agreement_id: agreementId,
      kind: "confirmed",
      at,
      detail: teamName ? `${name}, ${teamName}` : name,
      team_id,
      key: `confirmed:${recordId}:${id}`,
    });
  return children.length;
}

/** Tells whether the club has asked since the signature that counts. */
export const wasAsked = ({
  confirm_asked_at,
  signed_at,
}: {
  confirm_asked_at: string | null;
  signed_at: string | null;
}): boolean => confirm_asked_at !== null && signed_at !== null && confirm_asked_at > signed_at;

/** Loads a signed agreement with the children who wait to be confirmed; not that of a person who was erased. */
async function readLater(tx: ClubTx, agreementId: string) {
  const agreement = await tx
    .selectFrom("agreements as a")
    .innerJoin("contacts as c", "c.id", "a.contact_id")
    .select(["a.id", "a.issue", "a.status", "a.signed_at", "a.confirm_asked_at", "a.contact_id"])
    .select(["c.name", "c.email", "c.email_key", "c.delivery", "c.mail_stopped_at"])
    .where("a.id", "=", agreementId)
    .where("c.erased_at", "is", null)
    .executeTakeFirst();
  if (!agreement) return null;
  const children = await tx
    .selectFrom("children as c")
    .leftJoin("teams as t", "t.id", "c.team_id")
    .select(["c.id", "c.name", "c.team_id", "t.name as teamName", "c.created_at", "c.team_since"])
    .select(["c.added_by", "c.import_id", "c.confirmed_at"])
    .where("c.contact_id", "=", agreement.contact_id)
    .orderBy("c.name_key")
    .orderBy("c.id")
    .execute();
  return { agreement, children: children.filter((child) => isUnconfirmed(child, agreement)) };
}

const signedRecord = z.object({ text: z.object({ version: z.string(), hash: z.string() }).nullable() });

/** Loads the text of the signature that a confirmation extends. */
async function signedText(db: ClubDb, agreementId: string) {
  const row = await db
    .selectFrom("evidence_records")
    .select("record")
    .where("agreement_id", "=", agreementId)
    .where("kind", "in", ["signed", "paper"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? signedRecord.parse(JSON.parse(row.record)).text : null;
}
