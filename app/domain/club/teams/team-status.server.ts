import type { ClubDb, ClubTx, TeamsTable } from "#app/db/club/schema.ts";
import { compiled } from "#app/db/compiled.server.ts";
import { recordEvent, recordTeamsChange } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { gameCounts, isToCome } from "#app/domain/club/games/game-rules.server.ts";
import type { HelpReason } from "#app/domain/values/audit/help-reasons.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { findNamesake } from "./teams.server.ts";
import { isRestorable, RESTORE_DAYS, teamNameKey } from "./teams.ts";

type NotFound = { ok: false; problem: "not-found" };

/** A team in any status, as the pages about archiving, deleting and restoring show it. */
export type AnyTeam = Pick<
  TeamsTable,
  "id" | "name" | "age_group" | "gender" | "season" | "status" | "status_since"
>;

const columns = ["id", "name", "age_group", "gender", "season", "status", "status_since"] as const;

/** Finds a team in any status. */
export function findAnyTeam(db: ClubDb, id: string): Promise<AnyTeam | undefined> {
  return db.selectFrom("teams").select(columns).where("id", "=", id).executeTakeFirst();
}

/**
 * Lists the archived teams, and the deleted ones that can still be restored; the latest first (product/teams.md#teams).
 */
export function listFormerTeams(db: ClubDb, at: Date): Promise<AnyTeam[]> {
  return db
    .selectFrom("teams")
    .select(columns)
    .where((eb) =>
      eb.or([
        eb("status", "=", "archived"),
        eb.and([eb("status", "=", "deleted"), eb("status_since", ">=", oldestRestorable(at))]),
      ]),
    )
    .orderBy("status_since", "desc")
    .orderBy("name")
    .execute();
}

/**
 * Loads every deleted team, the latest first; the club itself sees those of 30 days (product/support.md#support-tools).
 */
export function listDeletedTeams(db: ClubDb): Promise<AnyTeam[]> {
  return db
    .selectFrom("teams")
    .select(columns)
    .where("status", "=", "deleted")
    .orderBy("status_since", "desc")
    .orderBy("name")
    .execute();
}

const policyAndCounts = compiled((db: ClubDb, { at }: { at: Date }) =>
  db.selectFrom("club").select((eb) => [
    "rating_policy as policy",
    eb
      .selectFrom("teams")
      .select((team) => team.fn.countAll<number>().as("n"))
      .where("status", "=", "archived")
      .as("archived"),
    eb
      .selectFrom("teams")
      .select((team) => team.fn.countAll<number>().as("n"))
      .where("status", "=", "deleted")
      .where("status_since", ">=", oldestRestorable(at))
      .as("deleted"),
  ]),
);

/** Loads the facts below the list of teams, in one query: the rating policy, and the number of former teams. */
export async function policyAndFormerTeams(db: ClubDb, at: Date) {
  const [row] = await policyAndCounts(db, { at });
  if (!row) throw new Error("A club file has no club");
  return { policy: row.policy, former: { archived: row.archived ?? 0, deleted: row.deleted ?? 0 } };
}

const oldestRestorable = (at: Date) => new Date(at.getTime() - RESTORE_DAYS * DAY_MS).toISOString();

/** Loads the team's name, or with the first number behind it that makes it free in its season. */
export async function freeName(db: ClubDb, team: Pick<AnyTeam, "name" | "season">): Promise<string> {
  const rows = await db
    .selectFrom("teams")
    .select("name_key")
    .where("season", "=", team.season)
    .where("status", "=", "active")
    .execute();
  const taken = new Set(rows.map(({ name_key }) => name_key));
  let name = team.name;
  for (let number = 2; taken.has(teamNameKey(name)); number += 1)
    name = `${team.name.slice(0, 76)} ${number}`;
  return name;
}

/** Contents deleted with a team: everything is a count, `points` the sum of its final scores. */
export interface TeamContents {
  /** Current ratings of both sides. */
  ratings: number;
  points: number;
  games: number;
  upcoming: number;
  /** People with access through this team. */
  staff: number;
  invitations: number;
}

/** Counts what a team has at a moment, for the pages that archive or delete it (product/teams.md#teams). */
export async function teamContents(db: ClubDb, teamId: string, at: Date): Promise<TeamContents> {
  return db
    .selectNoFrom((eb) => {
      const games = eb.selectFrom("games").where("games.team_id", "=", teamId);
      const staff = eb.selectFrom("staff").where("team_id", "=", teamId);
      return [
        eb
          .selectFrom("ratings")
          .innerJoin("games", "games.id", "ratings.game_id")
          .where("games.team_id", "=", teamId)
          .where("superseded_at", "is", null)
          .select((row) => row.fn.countAll<number>().as("n"))
          .$asScalar()
          .as("ratings"),
        games
          .where((game) => gameCounts(game, at))
          .select((row) => row.fn.coalesce(row.fn.sum<number>("final_score"), row.lit(0)).as("n"))
          .$asScalar()
          .as("points"),
        games
          .select((row) => row.fn.countAll<number>().as("n"))
          .$asScalar()
          .as("games"),
        games
          .where((game) => isToCome(game, at))
          .select((row) => row.fn.countAll<number>().as("n"))
          .$asScalar()
          .as("upcoming"),
        staff
          .where("status", "=", "active")
          .select((row) => row.fn.count<number>("account_id").distinct().as("n"))
          .$asScalar()
          .as("staff"),
        staff
          .where("status", "=", "pending")
          .select((row) => row.fn.countAll<number>().as("n"))
          .$asScalar()
          .as("invitations"),
      ];
    })
    .executeTakeFirstOrThrow() as Promise<TeamContents>;
}

/**
 * Archives a team: it leaves lists and boards and its staff lose access, while games, ratings and staff are kept
 * (product/teams.md#teams). Archiving it again changes nothing. @returns the team's name
 */
export async function archiveTeam(
  tx: ClubTx,
  teamId: string,
  at: Date = now(),
): Promise<{ ok: true; name: string } | NotFound> {
  const team = await findAnyTeam(tx, teamId);
  if (!team || team.status === "deleted") return { ok: false, problem: "not-found" };
  if (team.status === "active") await setStatus(tx, team.id, { status: "archived" }, at);
  return { ok: true, name: team.name };
}

/**
 * Deletes an active or archived team, with the effects of archiving; the club can restore it for 30 days
 * (product/teams.md#teams). Deleting it again changes nothing. @returns the team's name
 */
export async function deleteTeam(
  tx: ClubTx,
  teamId: string,
  at: Date = now(),
): Promise<{ ok: true; name: string } | NotFound> {
  const team = await findAnyTeam(tx, teamId);
  if (!team) return { ok: false, problem: "not-found" };
  if (team.status !== "deleted") await setStatus(tx, team.id, { status: "deleted" }, at);
  return { ok: true, name: team.name };
}

/**
 * Brings an archived or deleted team back with its games, ratings and staff, under its own or another name
 * (product/teams.md#teams). An active team stays as it is.
 * @param staff one of the platform's staff, who may do so at any time (product/support.md#support-tools)
 * @returns the team's name afterwards
 */
export async function restoreTeam(
  tx: ClubTx,
  teamId: string,
  wantedName?: string,
  at: Date = now(),
  staff?: { adminId: string; reason: HelpReason },
): Promise<{ ok: true; name: string } | { ok: false; problem: "not-found" | "too-late" | "name-taken" }> {
  const team = await findAnyTeam(tx, teamId);
  if (!team) return { ok: false, problem: "not-found" };
  if (team.status === "active") return { ok: true, name: team.name };
  if (!staff && !isRestorable(team, at)) return { ok: false, problem: "too-late" };
  const name = wantedName ?? team.name;
  const name_key = teamNameKey(name);
  if (await findNamesake(tx, { name_key, season: team.season })) return { ok: false, problem: "name-taken" };
  await setStatus(tx, team.id, { status: "active", name, name_key }, at, staff);
  return { ok: true, name };
}

const AUDIT_OF = {
  active: "records.team-restored",
  archived: "records.team-archived",
  deleted: "records.team-deleted",
} as const;

async function setStatus(
  tx: ClubTx,
  teamId: string,
  values: Pick<TeamsTable, "status"> & Partial<Pick<TeamsTable, "name" | "name_key">>,
  at: Date,
  staff?: { adminId: string; reason: HelpReason },
): Promise<void> {
  await tx
    .updateTable("teams")
    .set({ ...values, status_since: at.toISOString() })
    .where("id", "=", teamId)
    .execute();
  await recordTeamsChange(tx, [teamId]);
  await recordEvent(tx, { kind: "team-access", teamId });
  if (staff) return recordStaffAct(tx, teamId, staff, at);
  await recordAudit(tx, { kind: AUDIT_OF[values.status], subject: teamId, at });
}

const recordStaffAct = (
  tx: ClubTx,
  teamId: string,
  { adminId, reason }: { adminId: string; reason: HelpReason },
  at: Date,
): Promise<void> =>
  recordEvent(tx, {
    kind: "staff-act",
    act: "club.team-brought-back",
    adminId,
    subject: teamId,
    detail: { reason },
    at: at.toISOString(),
  });
