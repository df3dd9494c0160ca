import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { allowPublicPage } from "#app/domain/control/leaderboard/public-boards.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Opens a club's public page, or closes it, and says so in the club's log. */
export function changePublicPage(
  { control, club, user }: Pick<ClubContext, "control" | "club" | "user">,
  allowed: boolean,
): Promise<void> {
  return inTransaction(control, async (tx) => {
    await allowPublicPage(tx, club.code, allowed);
    await recordAudit(tx, {
      kind: "settings.changed",
      actor: { kind: "account", id: user.accountId },
      clubCode: club.code,
      detail: { publicPage: allowed ? "open" : "closed" },
      at: now(),
    });
  });
}
