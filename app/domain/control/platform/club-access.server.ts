import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import type { HelpReason } from "#app/domain/values/audit/help-reasons.ts";
import { now } from "#app/runtime/clock.server.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";

/** Time for which a reason opens a club's people to a session of staff (product/platform-staff.md#sign-in-help). */
const ACCESS_MS = 30 * MINUTE_MS;

/** Opens a club's people to a session of staff; a second reason takes the place of the first. */
export async function grantClubAccess(
  tx: ControlTx,
  access: { tokenHash: string; clubCode: string; reason: HelpReason },
  at: Date,
): Promise<void> {
  const { tokenHash: token_hash, clubCode: club_code, reason } = access;
  const until = new Date(at.getTime() + ACCESS_MS).toISOString();
  await tx
    .insertInto("platform_club_access")
    .values({ token_hash, club_code, reason, until })
    .onConflict((conflict) => conflict.columns(["token_hash", "club_code"]).doUpdateSet({ reason, until }))
    .execute();
}

/** Loads why a session of staff looks at a club's people; null if it has to say so first. */
export async function clubAccessReason(
  control: ControlDb,
  { tokenHash, clubCode }: { tokenHash: string; clubCode: string },
  at: Date,
): Promise<HelpReason | null> {
  const access = await control
    .selectFrom("platform_club_access")
    .select("reason")
    .where("token_hash", "=", tokenHash)
    .where("club_code", "=", clubCode)
    .where("until", ">", at.toISOString())
    .executeTakeFirst();
  return (access?.reason as HelpReason | undefined) ?? null;
}

/** Lists the clubs whose people are open to a session of staff now. */
export async function openClubs(control: ControlDb, tokenHash: string, at: Date): Promise<Set<string>> {
  const rows = await control
    .selectFrom("platform_club_access")
    .select("club_code")
    .where("token_hash", "=", tokenHash)
    .where("until", ">", at.toISOString())
    .execute();
  return new Set(rows.map(({ club_code }) => club_code));
}

/**
 * Opens how a club's people sign in to one of the staff for 30 minutes; the club reads that, and why
 * (product/platform-staff.md#sign-in-help).
 */
export const openClubPeople = (
  control: ControlDb,
  admin: { id: string; tokenHash: string },
  { clubCode, reason }: { clubCode: string; reason: HelpReason },
): Promise<void> =>
  inTransaction(control, async (tx) => {
    await grantClubAccess(tx, { tokenHash: admin.tokenHash, clubCode, reason }, now());
    await recordAudit(tx, {
      kind: "club.people-seen",
      actor: { kind: "staff", id: admin.id },
      clubCode,
      detail: { reason },
      at: now(),
    });
  });
