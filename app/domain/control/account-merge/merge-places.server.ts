import type { ControlTx, MembershipsTable } from "#app/db/control/schema.ts";
import { now } from "#app/runtime/clock.server.ts";
import type { Merge } from "./merges.server.ts";

/** The rows of the control database that a merge moved in one club. */
interface ControlMoves {
  /** `kept`: the role that the kept account had; null where it was not in the club. */
  membership: { other: MembershipsTable | null; kept: MembershipsTable["role"] | null } | null;
  feeds: string[];
  entries: string[];
}

/**
 * Moves the membership of a club, its calendar links and its pending notifications. Call it after the club's file was
 * merged, so that the kept account has the teams. Idempotent.
 * @param onATeam whether the kept account is on a team of the club now
 */
export async function moveMembership(
  tx: ControlTx,
  merge: Merge,
  clubCode: string,
  onATeam: boolean,
): Promise<string> {
  const { kept_id: keptId, other_id: otherId } = merge;
  const of = (accountId: string) =>
    tx
      .selectFrom("memberships")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("club_code", "=", clubCode)
      .executeTakeFirst();
  const [other, kept] = [await of(otherId), await of(keptId)];
  const moves: ControlMoves = { membership: null, feeds: [], entries: [] };
  if (other && kept) {
    moves.membership = { other, kept: kept.role };
    await deleteMembership(tx, otherId, clubCode);
    if (other.role === "club_admin" && kept.role === "staff")
      await setMembership(tx, keptId, clubCode, { role: "club_admin" });
  } else if (other) {
    moves.membership = { other, kept: null };
    await setMembership(tx, otherId, clubCode, { account_id: keptId });
  } else if (!kept && onATeam) {
    moves.membership = { other: null, kept: null };
    await tx
      .insertInto("memberships")
      .values({
        account_id: keptId,
        club_code: clubCode,
        role: "staff",
        created_at: now().toISOString(),
        last_sign_in_at: null,
      })
      .execute();
  }
  const feeds = await tx
    .updateTable("calendar_feeds")
    .set({ account_id: keptId })
    .where("account_id", "=", otherId)
    .where("club_code", "=", clubCode)
    .where("team_id", "not in", (eb) =>
      eb
        .selectFrom("calendar_feeds as own")
        .select("own.team_id")
        .where("own.account_id", "=", keptId)
        .where("own.club_code", "=", clubCode),
    )
    .returning("id")
    .execute();
  const entries = await tx
    .updateTable("notification_entries as entry")
    .set({ account_id: keptId })
    .where("entry.account_id", "=", otherId)
    .where("entry.club_code", "=", clubCode)
    .where("entry.sent_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("notification_entries as own")
            .select("own.id")
            .where("own.account_id", "=", keptId)
            .where("own.club_code", "=", clubCode)
            .whereRef("own.kind", "=", "entry.kind")
            .whereRef("own.key", "=", "entry.key"),
        ),
      ),
    )
    .returning("id")
    .execute();
  moves.feeds = feeds.map(({ id }) => id);
  moves.entries = entries.map(({ id }) => id);
  return JSON.stringify(moves);
}

/** Puts the same back. @returns how many rows could not be, because they were changed since */
export async function moveMembershipBack(
  tx: ControlTx,
  merge: Merge,
  clubCode: string,
  noted: string,
): Promise<number> {
  if (noted === "") return 0;
  const { kept_id: keptId, other_id: otherId } = merge;
  const { membership, feeds, entries } = JSON.parse(noted) as ControlMoves;
  let lost = 0;
  for (const [table, moved] of [
    ["calendar_feeds", feeds],
    ["notification_entries", entries],
  ] as const) {
    if (moved.length === 0) continue;
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set({ account_id: otherId })
      .where("id", "in", moved)
      .where("account_id", "=", keptId)
      .executeTakeFirst();
    if (table === "calendar_feeds") lost += moved.length - Number(numUpdatedRows);
  }
  if (!membership) return lost;
  const kept = await tx
    .selectFrom("memberships")
    .select("role")
    .where("account_id", "=", keptId)
    .where("club_code", "=", clubCode)
    .executeTakeFirst();
  // A person removed from the club meanwhile stays removed under either address.
  if (!kept) return lost + (membership.other ? 1 : 0);
  if (membership.other && membership.kept === null)
    await setMembership(tx, keptId, clubCode, { account_id: otherId });
  else if (membership.other) {
    await tx
      .insertInto("memberships")
      .values(membership.other)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const raised = membership.other.role === "club_admin" && membership.kept === "staff";
    if (raised && kept.role === "club_admin") await setMembership(tx, keptId, clubCode, { role: "staff" });
  } else await deleteMembership(tx, keptId, clubCode);
  return lost;
}

const setMembership = (
  tx: ControlTx,
  accountId: string,
  clubCode: string,
  values: Partial<MembershipsTable>,
) =>
  tx
    .updateTable("memberships")
    .set(values)
    .where("account_id", "=", accountId)
    .where("club_code", "=", clubCode)
    .execute();

const deleteMembership = (tx: ControlTx, accountId: string, clubCode: string) =>
  tx
    .deleteFrom("memberships")
    .where("account_id", "=", accountId)
    .where("club_code", "=", clubCode)
    .execute();
