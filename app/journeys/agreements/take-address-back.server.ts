import type { ControlDb, LinkTokensTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { noteForClub } from "#app/domain/club/agreements/request-link.server.ts";
import { type CorrectResult, takeAddressBack } from "#app/domain/club/contacts/contacts.server.ts";
import { consumeLink } from "#app/domain/control/links/links.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";

/**
 * Gives a parent the address back that a link was mailed to when they were corrected away from it, tells the club, and
 * uses the link up (product/parents.md#contacts). The club's file first: after a crash in between the link does the
 * same again.
 */
export async function takeBackByLink(
  ctx: ClubFileContext & { control: ControlDb },
  link: Pick<LinkTokensTable, "token_hash" | "subject_id" | "email">,
): Promise<CorrectResult> {
  const agreementId = link.subject_id;
  const result = await changeClub(ctx, async (tx) => {
    const taken = await takeAddressBack(tx, agreementId, { email: link.email, at: nowIso() });
    if (!taken.ok || !taken.addressChanged) return taken;
    const { issue } = await tx
      .selectFrom("agreements")
      .select("issue")
      .where("id", "=", agreementId)
      .executeTakeFirstOrThrow();
    await noteForClub(tx, { id: agreementId, issue }, "address-back");
    return taken;
  });
  if (result.ok) await inTransaction(ctx.control, (tx) => consumeLink(tx, link.token_hash, now()));
  return result;
}
