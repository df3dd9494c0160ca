import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import type { AuditEntry } from "#app/domain/values/audit/chain.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Records that somebody takes data out of the club, before the first byte is sent (product.md#audit). It stands in the
 * platform's log, because a download changes nothing in the club's file.
 */
export const auditExport = (
  { control, club, user }: Pick<ClubContext, "control" | "club" | "user">,
  entry: Pick<AuditEntry, "kind" | "subject" | "detail">,
): Promise<void> =>
  inTransaction(control, (tx) =>
    recordAudit(tx, {
      ...entry,
      actor: { kind: "account", id: user.accountId },
      clubCode: club.code,
      at: now(),
    }),
  );
