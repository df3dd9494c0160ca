import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { type AgreementNotice, recordEvent } from "#app/db/outbox.server.ts";
import { addToHistory } from "#app/domain/club/contacts/agreement-history.server.ts";

const askedKey = (agreementId: string, issue: number) => `asked:${agreementId}:${issue}`;

/** Tells whether the club was asked for a new link since the newest one was sent. */
export async function hasAskedForLink(db: ClubDb, { id, issue }: { id: string; issue: number }) {
  const asked = await db
    .selectFrom("agreement_events")
    .select("id")
    .where("key", "=", askedKey(id, issue))
    .executeTakeFirst();
  return asked !== undefined;
}

/**
 * Asks the club for a new link on behalf of a parent: noted in the agreement's history, and the club is mailed, once
 * for each link that was sent (product/agreements.md#public-agreement).
 * @param at ISO 8601 in UTC
 */
export async function askForLink(
  tx: ClubTx,
  { id, issue }: { id: string; issue: number },
  at: string,
): Promise<void> {
  const entry = { agreement_id: id, kind: "asked", at, key: askedKey(id, issue) } as const;
  if (await addToHistory(tx, entry)) await noteForClub(tx, { id, issue }, "asked");
}

/**
 * Notes the first form that a parent sends from the page of the newest link and that neither signs nor declines: the
 * page is read, and something is in the way. Looks are not counted: mail programs open links unasked
 * (product/agreements.md#public-agreement).
 * @param at ISO 8601 in UTC
 */
export async function noteOpened(
  tx: ClubTx,
  { id, issue }: { id: string; issue: number },
  at: string,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("agreements")
    .set({ opened_at: at })
    .where("id", "=", id)
    .where("issue", "=", issue)
    .where("status", "=", "pending")
    .where("opened_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await addToHistory(tx, { agreement_id: id, kind: "opened", at, key: `opened:${id}:${issue}:${at}` });
}

/** Has the club mailed what a parent did with an agreement. */
export const noteForClub = (
  tx: ClubTx,
  { id, issue }: { id: string; issue: number },
  what: AgreementNotice,
): Promise<void> => recordEvent(tx, { kind: "agreement-notice", agreementId: id, issue, what });
