import type { ControlDb, ControlTx, EvidenceLossesTable } from "#app/db/control/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";

/** What a club's chain, or all chains, lost to restores, oldest first (product.md#lost-evidence). */
export const evidenceLosses = (control: ControlDb, clubCode?: string): Promise<EvidenceLossesTable[]> =>
  control
    .selectFrom("evidence_losses")
    .selectAll()
    .$if(clubCode !== undefined, (query) => query.where("club_code", "=", clubCode ?? ""))
    .orderBy("noted_at")
    .orderBy("lost_seq")
    .execute();

/** Takes notes of losses over from another control database; those that are known stay as they are. */
export async function keepLosses(
  control: ControlDb | ControlTx,
  losses: readonly EvidenceLossesTable[],
): Promise<void> {
  const known = new Set((await evidenceLosses(control)).map(keyOf));
  await insertRows(
    control,
    "evidence_losses",
    losses.filter((loss) => !known.has(keyOf(loss))),
  );
}

const keyOf = ({ club_code, lost_hash }: EvidenceLossesTable) => `${club_code} ${lost_hash}`;
