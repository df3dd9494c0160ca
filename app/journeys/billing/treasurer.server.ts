import { sql } from "kysely";
import { z } from "zod";
import { env } from "#app/config/env.server.ts";
import type { ClubsTable, ControlDb, ControlTx, LinkTokensTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit, recordClubAct } from "#app/domain/control/audit/audit.server.ts";
import { sendConfirmTreasurer } from "#app/domain/control/club-emails/club-emails.server.ts";
import { consumeLink, consumeLinksOf, createLink } from "#app/domain/control/links/links.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { emailAddress, formVersion, theirAddress } from "#app/forms/fields.server.ts";
import { versionOf } from "#app/forms/version.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId, newSecret } from "#app/runtime/ids.server.ts";

/** The form of the treasurer's address; empty to remove it. */
export const treasurerSchema = z.object({
  treasurer: theirAddress(z.union([z.literal(""), emailAddress()]).default("")),
  version: formVersion(),
});

/** The treasurer's address, and one that waits until its link is opened; ISO-8601 UTC. */
export interface Treasurer {
  email: string | null;
  waiting: { email: string; expiresAt: string } | null;
}

/** Loads a club with its treasurer's address, in one query; null where it does not exist. */
export async function clubWithTreasurer(
  control: ControlDb,
  clubCode: string,
): Promise<(ClubsTable & { treasurer: Treasurer }) | null> {
  const row = await control
    .selectFrom("clubs as c")
    .selectAll("c")
    .select(({ selectFrom }) =>
      selectFrom("link_tokens as l")
        .select(sql<string>`l.email || ' ' || l.expires_at`.as("waiting"))
        .whereRef("l.subject_id", "=", "c.code")
        .where("l.purpose", "=", "billing-email")
        .where("l.used_at", "is", null)
        .orderBy("l.created_at", "desc")
        .limit(1)
        .as("waiting"),
    )
    .where("c.code", "=", clubCode)
    .executeTakeFirst();
  if (!row) return null;
  const { waiting, ...club } = row;
  const [email, expiresAt] = waiting?.split(" ") ?? [];
  return {
    ...club,
    treasurer: {
      email: club.billing_email ?? null,
      waiting: email && expiresAt ? { email, expiresAt } : null,
    },
  };
}

/** Returns the value of the form's field: the unconfirmed address, or the confirmed one. */
export const treasurerTyped = ({ email, waiting }: Treasurer) => ({
  treasurer: waiting?.email ?? email ?? "",
});

export const treasurerVersion = (treasurer: Treasurer) => versionOf(treasurerTyped(treasurer));

type Saved =
  | { ok: true; what: "asked" | "kept" | "removed" }
  | { ok: false; problem: "stale"; stored: Treasurer }
  | { ok: false; problem: "own" | "rate-limited" | "not-found" };

/**
 * Sets or removes who gets a copy of the club's mails of money. A new address counts once its link was used; the one
 * before gets nothing more from then on. At most 5 links an hour, with those for the club's own address
 * (product/billing.md#treasurer).
 */
export async function saveTreasurer(
  { control, club, user }: Pick<ClubContext, "control" | "club" | "user">,
  email: string,
  version: string,
): Promise<Saved> {
  const row = await clubWithTreasurer(control, club.code);
  if (!row) return { ok: false, problem: "not-found" };
  if (email !== "" && email === row.email) return { ok: false, problem: "own" };
  const { treasurer: stored } = row;
  if (version !== treasurerVersion(stored)) return { ok: false, problem: "stale", stored };
  const asks = email !== "" && email !== row.billing_email;
  if (asks && !(await mayUse("club-email", club.code))) return { ok: false, problem: "rate-limited" };
  return inTransaction(control, async (tx) => {
    const at = now();
    await consumeLinksOf(tx, "billing-email", club.code, at);
    if (email === "") {
      await setTreasurer(tx, club.code, null);
      await recordClubAct(tx, { club, user }, { kind: "billing.treasurer-removed" }, at);
      return { ok: true, what: "removed" };
    }
    if (!asks) return { ok: true, what: "kept" };
    const token = newSecret();
    await createLink(
      tx,
      { purpose: "billing-email", club_code: club.code, subject_id: club.code, email, token },
      at,
    );
    const link = `${env().appUrl}/account/confirm-email?token=${token}`;
    await sendConfirmTreasurer(tx, row, { key: `billing-email:${newId()}`, email, link });
    await recordClubAct(tx, { club, user }, { kind: "billing.treasurer-asked" }, at);
    return { ok: true, what: "asked" };
  });
}

/** Lets the address that the link was sent to count, and uses the link up. @returns false where that was done before */
export function confirmTreasurer(control: ControlDb, link: LinkTokensTable): Promise<boolean> {
  return inTransaction(control, async (tx) => {
    const at = now();
    if (!(await consumeLink(tx, link.token_hash, at))) return false;
    await setTreasurer(tx, link.subject_id, link.email);
    await recordAudit(tx, {
      kind: "billing.treasurer-confirmed",
      actor: { kind: "system", id: null },
      clubCode: link.subject_id,
      at,
    });
    return true;
  });
}

async function setTreasurer(tx: ControlTx, clubCode: string, email: string | null): Promise<void> {
  await tx.updateTable("clubs").set({ billing_email: email }).where("code", "=", clubCode).execute();
}
