import { type RawBuilder, sql } from "kysely";
import type { ClubDb, ClubTx, StaffTable } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { type Member, memberColumns, recordPeriods } from "#app/domain/club/staff/staff.server.ts";
import type { HelpReason } from "#app/domain/values/audit/help-reasons.ts";

/** Pair of accounts of one person: the other one becomes the kept one. */
export interface MergedPair {
  keptId: string;
  otherId: string;
}

/** Name and address of the kept account from now on. */
export interface KeptPerson {
  name: string;
  email: string;
}

/** Person who ordered it, for the audit logs. */
export interface OrderedBy {
  adminId: string;
  reason: HelpReason;
}

export interface MoveCounts {
  places: number;
  ratings: number;
  notes: number;
}

/** Rows that a merge would move in a club's file, and the conflicts of both accounts. */
export interface MergePreview extends MoveCounts {
  /** Teams in which both have the same role: one place is left. */
  sameRole: { team: string; role: StaffTable["role"] }[];
  /** Teams that one of them manages and the other coaches: both roles stay, as one person may have them. */
  bothRoles: string[];
  /** Games that both have rated, or of which one rated each side. */
  bothRated: number;
  /** Open invitations to either address. */
  invitations: number;
}

/** The columns that name an account, without a rule of their own. */
const AUTHORED = {
  ratings: "given_by",
  incident_entries: "author_id",
  policy_changes: "changed_by",
  day_changes: "created_by",
  report_prints: "account_id",
  earned_rewards: "awarded_by",
} as const;
type Authored = keyof typeof AUTHORED;
const authored = Object.keys(AUTHORED) as Authored[];

type PlaceState = Pick<StaffTable, "account_id" | "email" | "name" | "status">;

/** The rows of a club's file that moved, as JSON in `account_merges`. */
interface Moves {
  /** Authored rows by table; tables added since are missing. */
  authored: Record<Authored, string[]>;
  places: { id: string; before: PlaceState; after: PlaceState }[];
  /** Rows of the history that end a place which both had. */
  periods: string[];
  /** Days and games of which the other account was reminded and the kept one was not. */
  reminders: { rating_reminders: string[]; game_reminders: string[] };
}

const REMINDED = { rating_reminders: "day", game_reminders: "game_id" } as const;

export async function previewMove(
  db: ClubDb,
  { keptId, otherId, emails }: MergedPair & { emails: readonly string[] },
): Promise<MergePreview> {
  const { rows } = await sql<{
    places: number;
    ratings: number;
    notes: number;
    invitations: number;
    both: number;
  }>`
    select
      (select count(*) from staff where account_id = ${otherId} and status = 'active') as places,
      (select count(*) from ratings where given_by = ${otherId}) as ratings,
      (select count(*) from incident_entries where author_id = ${otherId} and kind = 'note') as notes,
      (select count(*) from staff where email in (select value from json_each(${JSON.stringify(emails)}))
        and status = 'pending') as invitations,
      (select count(distinct one.game_id) from ratings one join ratings two on two.game_id = one.game_id
        and two.given_by = ${keptId} where one.given_by = ${otherId}) as both`.execute(db);
  const meeting = await db
    .selectFrom("staff as one")
    .innerJoin("staff as two", "two.team_id", "one.team_id")
    .innerJoin("teams as t", "t.id", "one.team_id")
    .select(["t.name as team", "one.role", "two.role as otherRole"])
    .where("one.account_id", "=", keptId)
    .where("two.account_id", "=", otherId)
    .where("one.status", "=", "active")
    .where("two.status", "=", "active")
    .orderBy("t.name")
    .execute();
  const { both = 0, ...counts } = rows[0] ?? { places: 0, ratings: 0, notes: 0, invitations: 0 };
  return {
    ...counts,
    bothRated: both,
    sameRole: meeting.flatMap(({ team, role, otherRole }) => (role === otherRole ? [{ team, role }] : [])),
    bothRoles: meeting.flatMap(({ team, role, otherRole }) => (role === otherRole ? [] : [team])),
  };
}

/** Tells whether a club's file has anything that a merge moves, or moved. */
export async function knowsOther(db: ClubDb, { otherId }: Pick<MergedPair, "otherId">): Promise<boolean> {
  const { rows } = await sql<{ known: number }>`select
    exists (select 1 from staff where account_id = ${otherId})
    or exists (select 1 from ratings where given_by = ${otherId})
    or exists (select 1 from incident_entries where author_id = ${otherId}) as known`.execute(db);
  return rows[0]?.known === 1;
}

const ids = (list: readonly string[]): RawBuilder<string> =>
  sql<string>`(select value from json_each(${JSON.stringify(list)}))`;

/**
 * Makes the kept account the author and the holder of the other one's rows in a club's file. Names stay as given; a
 * current place gets the kept account's name, and one of two equal places in a team ends. Calling it again moves rows
 * added since, such as those of an older copy.
 * @param undoable whether the rows are noted, to be put back
 */
export async function movePerson(
  tx: ClubTx,
  merge: MergedPair & { id: string; kept: KeptPerson; by: OrderedBy; undoable: boolean },
  at: Date,
): Promise<MoveCounts> {
  const { id, keptId, otherId } = merge;
  const noted = await tx.selectFrom("account_merges").select("moves").where("id", "=", id).executeTakeFirst();
  const moves: Moves = noted ? (JSON.parse(noted.moves) as Moves) : emptyMoves();
  const before = countOf(moves);
  await movePlaces(tx, merge, moves, at);
  for (const table of authored)
    moves.authored[table] = [
      ...(moves.authored[table] ?? []),
      ...(await moveAuthored(tx, table, otherId, keptId)),
    ];
  for (const table of ["rating_reminders", "game_reminders"] as const)
    moves.reminders[table].push(...(await moveReminders(tx, table, otherId, keptId)));
  const counts = countOf(moves);
  const changed = JSON.stringify(moves) !== (noted?.moves ?? JSON.stringify(emptyMoves()));
  if (!changed) return counts;
  if (merge.undoable)
    await tx
      .insertInto("account_merges")
      .values({
        id,
        kept_id: keptId,
        other_id: otherId,
        moves: JSON.stringify(moves),
        moved_at: at.toISOString(),
      })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ moves: JSON.stringify(moves) }))
      .execute();
  const { adminId, reason } = merge.by;
  await recordEvent(
    tx,
    // The people who have rated, or still can, decide which results are sealed (product/ratings.md#blind).
    { kind: "leaderboard-entries" },
    {
      kind: "staff-act",
      act: "club.accounts-merged",
      adminId,
      subject: keptId,
      detail: {
        reason,
        places: counts.places - before.places,
        ratings: counts.ratings - before.ratings,
      },
      at: at.toISOString(),
    },
  );
  return counts;
}

const emptyMoves = (): Moves => ({
  authored: {
    ...{ ratings: [], incident_entries: [], policy_changes: [], day_changes: [] },
    ...{ report_prints: [], earned_rewards: [] },
  },
  places: [],
  periods: [],
  reminders: { rating_reminders: [], game_reminders: [] },
});

const countOf = ({ places, authored: of }: Moves): MoveCounts => ({
  places: places.filter(({ before, after }) => before.account_id !== after.account_id).length,
  ratings: of.ratings.length,
  notes: of.incident_entries.length,
});

async function moveAuthored(tx: ClubTx, table: Authored, from: string, to: string): Promise<string[]> {
  const column = sql.ref(AUTHORED[table]);
  const { rows } = await sql<{ id: string }>`update ${sql.table(table)} set ${column} = ${to}
    where ${column} = ${from} returning id`.execute(tx);
  return rows.map(({ id }) => id).sort();
}

async function moveReminders(
  tx: ClubTx,
  table: keyof typeof REMINDED,
  from: string,
  to: string,
): Promise<string[]> {
  const [of, key] = [sql.table(table), sql.ref(REMINDED[table])];
  const { rows } = await sql<{ key: string }>`update ${of} set account_id = ${to} where account_id = ${from}
    and ${key} not in (select ${key} from ${of} where account_id = ${to}) returning ${key} as key`.execute(
    tx,
  );
  return rows.map((row) => row.key).sort();
}

/**
 * Moves places; of two equal ones the stronger stays: a head coach's before an assistant's, then the kept account's.
 */
async function movePlaces(
  tx: ClubTx,
  { keptId, otherId, kept }: MergedPair & { kept: KeptPerson },
  moves: Moves,
  at: Date,
): Promise<void> {
  const members: Member[] = await tx
    .selectFrom("staff")
    .select(memberColumns)
    .where("account_id", "in", [keptId, otherId])
    .orderBy("id")
    .execute();
  const active = members.filter(({ status }) => status === "active");
  const ending = new Set<string>();
  for (const place of active.filter(({ accountId }) => accountId === otherId)) {
    const same = active.find(
      ({ accountId, teamId, role }) => accountId === keptId && teamId === place.teamId && role === place.role,
    );
    if (!same) continue;
    const otherIsStronger = place.coachRole === "head" && same.coachRole === "assistant";
    ending.add(otherIsStronger ? same.id : place.id);
  }
  const ended = members.filter(({ id }) => ending.has(id));
  // First, so that no two rows of a team have the address at once.
  for (const member of ended)
    await changePlace(tx, member, { ...stateOf(member), account_id: keptId, status: "removed" }, moves);
  for (const member of members) {
    if (member.accountId !== otherId || ending.has(member.id)) continue;
    const state = { ...stateOf(member), account_id: keptId };
    if (member.status === "active") {
      state.name = kept.name || member.name;
      if (!(await isTaken(tx, member, kept.email))) state.email = kept.email;
    }
    await changePlace(tx, member, state, moves);
  }
  if (ended.length === 0) return;
  const known = await tx
    .selectFrom("staff_history")
    .select("id")
    .where("staff_id", "in", [...ending])
    .execute();
  await recordPeriods(tx, ended, { by: null, ending: "replaced", at });
  const periods = await tx
    .selectFrom("staff_history")
    .select("id")
    .where("staff_id", "in", [...ending])
    .where("id", "not in", known.length > 0 ? known.map(({ id }) => id) : [""])
    .execute();
  moves.periods.push(...periods.map(({ id }) => id));
}

const stateOf = (member: Member): PlaceState => ({
  account_id: member.accountId,
  email: member.email,
  name: member.name,
  status: member.status,
});

async function changePlace(tx: ClubTx, member: Member, after: PlaceState, moves: Moves): Promise<void> {
  await tx.updateTable("staff").set(after).where("id", "=", member.id).execute();
  moves.places.push({ id: member.id, before: stateOf(member), after });
}

/** Tells whether a team has an address in the same role already, as another place or an invitation. */
async function isTaken(
  tx: ClubTx,
  { id, teamId, role }: Pick<Member, "id" | "teamId" | "role">,
  email: string,
): Promise<boolean> {
  const taken = await tx
    .selectFrom("staff")
    .select("id")
    .where("team_id", "=", teamId)
    .where("role", "=", role)
    .where("email", "=", email)
    .where("status", "<>", "removed")
    .where("id", "<>", id)
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Puts back what a merge moved in a club's file, except for rows changed since. A second time it does nothing.
 * @returns how many rows could not be put back
 */
export async function movePersonBack(
  tx: ClubTx,
  { id, by }: { id: string; by: OrderedBy },
  at: Date,
): Promise<{ lost: number }> {
  const noted = await tx.selectFrom("account_merges").selectAll().where("id", "=", id).executeTakeFirst();
  if (!noted) return { lost: 0 };
  const { kept_id: keptId, other_id: otherId } = noted;
  const moves = JSON.parse(noted.moves) as Moves;
  let lost = 0;
  for (const table of authored) {
    const column = sql.ref(AUTHORED[table]);
    const moved = moves.authored[table] ?? [];
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${column} = ${otherId}
      where ${column} = ${keptId} and id in ${ids(moved)}`.execute(tx);
    // A printed report expires after a day anyway.
    if (table !== "report_prints") lost += moved.length - Number(numAffectedRows ?? 0);
  }
  for (const table of ["rating_reminders", "game_reminders"] as const) {
    const key = sql.ref(REMINDED[table]);
    await sql`update ${sql.table(table)} set account_id = ${otherId}
      where account_id = ${keptId} and ${key} in ${ids(moves.reminders[table])}`.execute(tx);
  }
  // The latest first: what ended last is open again before the place that it made room for.
  for (const place of [...moves.places].reverse()) if (!(await putBack(tx, place))) lost += 1;
  if (moves.periods.length > 0)
    await tx.deleteFrom("staff_history").where("id", "in", moves.periods).execute();
  await tx.deleteFrom("account_merges").where("id", "=", id).execute();
  await recordEvent(
    tx,
    { kind: "leaderboard-entries" },
    {
      kind: "staff-act",
      act: "club.accounts-parted",
      adminId: by.adminId,
      subject: keptId,
      detail: { reason: by.reason, lost },
      at: at.toISOString(),
    },
  );
  return { lost };
}

/** @returns false where somebody changed the place since, which then stays as it is */
async function putBack(tx: ClubTx, { id, before, after }: Moves["places"][number]): Promise<boolean> {
  const row = await tx.selectFrom("staff").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || row.account_id !== after.account_id) return false;
  const ref = { id, teamId: row.team_id, role: row.role };
  const reopens = before.status === "active" && after.status === "removed";
  if (reopens && (row.status !== "removed" || (await isTaken(tx, ref, before.email)))) return false;
  const email = row.status !== "removed" && (await isTaken(tx, ref, before.email)) ? row.email : before.email;
  await tx
    .updateTable("staff")
    .set({
      account_id: before.account_id,
      name: before.name,
      email,
      ...(reopens ? { status: "active" as const } : {}),
    })
    .where("id", "=", id)
    .execute();
  return true;
}

/** Loads the merges that a club's file has notes of: those can be undone in it. */
export const notedMerges = async (db: ClubDb): Promise<string[]> =>
  (await db.selectFrom("account_merges").select("id").execute()).map(({ id }) => id);

/** Forgets how a merge is undone. */
export const forgetMoves = async (tx: ClubTx, id: string): Promise<void> =>
  void (await tx.deleteFrom("account_merges").where("id", "=", id).execute());
