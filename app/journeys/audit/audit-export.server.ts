import { type ClubAuditEntry, recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";

/** Records that somebody takes data out of the club, before the first byte is sent (product.md#audit). */
export const auditExport = (
  ctx: Pick<ClubContext, "control" | "db" | "club" | "user">,
  entry: ClubAuditEntry,
): Promise<void> => changeClub(ctx, (tx) => recordAudit(tx, entry));
