import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import type { HelpReason } from "./help-reasons.ts";

/** How long a reason opens a club's people to a session of staff (product.md#sign-in-help). */
const VISIT_MS = 30 * 60_000;

/** Opens a club's people to a session of staff; a second reason takes the place of the first. */
export async function openClubVisit(
  tx: ControlTx,
  visit: { tokenHash: string; clubCode: string; reason: HelpReason },
  at: Date,
): Promise<void> {
  const { tokenHash: token_hash, clubCode: club_code, reason } = visit;
  const until = new Date(at.getTime() + VISIT_MS).toISOString();
  await tx
    .insertInto("platform_club_visits")
    .values({ token_hash, club_code, reason, until })
    .onConflict((conflict) => conflict.columns(["token_hash", "club_code"]).doUpdateSet({ reason, until }))
    .execute();
}

/** Why a session of staff looks at a club's people; null if it has to say so first. */
export async function clubVisitReason(
  control: ControlDb,
  { tokenHash, clubCode }: { tokenHash: string; clubCode: string },
  at: Date,
): Promise<HelpReason | null> {
  const visit = await control
    .selectFrom("platform_club_visits")
    .select("reason")
    .where("token_hash", "=", tokenHash)
    .where("club_code", "=", clubCode)
    .where("until", ">", at.toISOString())
    .executeTakeFirst();
  return (visit?.reason as HelpReason | undefined) ?? null;
}
