import type { ClubDb, ClubTx, RollOversTable, TeamsTable } from "#app/db/club/schema.ts";
import { excluded } from "#app/db/insert-rows.server.ts";
import { recordTeamsChange } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { copyPrograms, dropPrograms, releasePrograms } from "#app/domain/club/rewards/programs.server.ts";
import { findNamesake } from "#app/domain/club/teams/teams.server.ts";
import { ageGroups } from "#app/domain/values/age-groups.ts";
import { sortByName } from "#app/domain/values/names.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { inviteAgain, pendingOf } from "./copy-season.server.ts";
import { findSeason, insertSeason, problemWith, type SeasonProblem, updateSeason } from "./seasons.server.ts";
import type { Season, SeasonFields } from "./seasons.ts";

/** Days in which a roll-over can be undone (product/seasons.md#rolling-over). */
export const UNDO_DAYS = 7;
/** Days after which plans and their results are deleted, with the next plan. */
const KEPT_DAYS = 60;
/** Days in which a plan can be confirmed. */
const PLAN_DAYS = 30;

/** A team that goes on: what its age group and season were, and what they become. */
export interface KeptTeam {
  teamId: string;
  name: string;
  before: { ageGroup: string; season: string };
  ageGroup: string;
}

export interface RollOverPlan {
  /** The season that is followed, by the name that it had. */
  fromName: string;
  /** The next season as it will be. */
  season: SeasonFields;
  /** The same before, where the club had made it already; null for a new one. */
  existing: SeasonFields | null;
  kept: KeptTeam[];
  /** The names of the active teams that do not go on. */
  left: string[];
  /** The invitations that are sent again. */
  invited: { staffId: string; teamId: string }[];
  /**
   * True if the reward programs are copied; `programs` are those that were made, once done. Absent from older plans.
   */
  takeRewards?: boolean;
  programs?: string[];
  /** Teams that were changed meanwhile and stayed, once it is undone. */
  stayed: string[];
}

export type RollOver = Omit<RollOversTable, "details"> & RollOverPlan;

/** Returns the age group above; the oldest stays. */
export function nextAgeGroup(ageGroup: string): string {
  const index = ageGroups.indexOf(ageGroup as (typeof ageGroups)[number]);
  // A roll-over never turns a youth team into an adult one.
  return index === -1 || index >= ageGroups.length - 2 ? ageGroup : (ageGroups[index + 1] as string);
}

export async function findRollOver(db: ClubDb, id: string): Promise<RollOver | undefined> {
  const row = await db.selectFrom("roll_overs").selectAll().where("id", "=", id).executeTakeFirst();
  return row && parsed(row);
}

const planOf = ({
  fromName,
  season,
  existing,
  kept,
  left,
  invited,
  takeRewards,
  programs,
  stayed,
}: RollOver): RollOverPlan => ({
  ...{ fromName, season, existing, kept, left, invited, takeRewards, programs, stayed },
});

const parsed = ({ details, ...row }: RollOversTable): RollOver => ({
  ...row,
  ...(JSON.parse(details) as RollOverPlan),
});

/** Lists recent roll-overs that can still be undone, the latest first. */
export async function undoableRollOvers(db: ClubDb, at: Date): Promise<RollOver[]> {
  const rows = await db
    .selectFrom("roll_overs")
    .selectAll()
    .where("created_at", ">", daysBefore(at, PLAN_DAYS + UNDO_DAYS))
    .where("status", "=", "done")
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(parsed).filter((rollOver) => isUndoable(rollOver, at));
}

const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * DAY_MS).toISOString();

/** Returns the last moment at which a roll-over can be undone. */
export const undoableUntil = (doneAt: string) => new Date(Date.parse(doneAt) + UNDO_DAYS * DAY_MS);

export const isUndoable = ({ status, done_at }: Pick<RollOver, "status" | "done_at">, at: Date) =>
  status === "done" && done_at !== null && at <= undoableUntil(done_at);

/** A season's end as its form asks for it: the next season, which teams go on in what age group, whom to invite again. */
export interface RollOverFields {
  name: string;
  startsOn: string;
  endsOn: string;
  /** The season that the club has made already, whose name and days hold then; '' for a new one. */
  into: string;
  keep: readonly string[];
  /** Age groups by team; other teams keep theirs. */
  ages: ReadonlyMap<string, string>;
  invite: readonly string[];
  /** The season's reward programs with their rewards, and nothing that was earned. */
  takeRewards?: boolean;
}

type PlanProblem =
  | SeasonProblem
  | { ok: false; problem: "not-found" | "no-team-kept" }
  | { ok: false; problem: "team-name-taken"; team: string };

const teamColumns = ["id", "name", "name_key", "age_group", "season"] as const;
type PlannedTeam = Pick<TeamsTable, (typeof teamColumns)[number]>;

/** Plans how a season is followed by the next, to be looked at and confirmed: nothing else is changed. */
export async function planRollOver(
  tx: ClubTx,
  fromId: string,
  { into, keep, ages, invite, takeRewards = false, ...fields }: RollOverFields,
  by: string,
  at: Date = now(),
): Promise<{ ok: true; id: string } | PlanProblem> {
  const from = await findSeason(tx, fromId);
  if (!from) return { ok: false, problem: "not-found" };
  const rows = await tx
    .selectFrom("teams")
    .select(teamColumns)
    .where("status", "=", "active")
    .orderBy("season")
    .execute();
  const teams = sortByName(rows, ({ name }) => name);
  const kept = teams.filter(({ id }) => keep.includes(id));
  if (kept.length === 0) return { ok: false, problem: "no-team-kept" };
  const left = teams.filter(({ id }) => !keep.includes(id));
  const allTeams = left.length === 0;
  const existing = into === "" ? null : await existingSeason(tx, into, from);
  if (existing === undefined) return { ok: false, problem: "not-found" };
  const { name, startsOn, endsOn } = existing ?? fields;
  const season: SeasonFields = {
    ...{ name, startsOn, endsOn, allTeams },
    description: existing?.description ?? "",
    plannedGames: existing?.plannedGames ?? null,
    teamIds: allTeams ? [] : kept.map(({ id }) => id).sort(),
  };
  const problem =
    (await problemWith(tx, season, into === "" ? undefined : into)) ?? (await namesakeOf(tx, name, kept));
  if (problem) return problem;
  const pending = await pendingOf(
    tx,
    invite.filter((id) => keep.includes(id)),
  );
  const plan: RollOverPlan = {
    fromName: from.name,
    season,
    existing,
    kept: kept.map((team) => ({
      teamId: team.id,
      name: team.name,
      before: { ageGroup: team.age_group, season: team.season },
      ageGroup: ages.get(team.id) ?? team.age_group,
    })),
    left: left.map((team) => team.name),
    invited: pending.map(({ staffId, teamId }) => ({ staffId, teamId })),
    takeRewards,
    stayed: [],
  };
  const id = newId();
  await tx.deleteFrom("roll_overs").where("created_at", "<", daysBefore(at, KEPT_DAYS)).execute();
  await tx
    .insertInto("roll_overs")
    .values({
      id,
      from_season_id: fromId,
      to_season_id: into || newId(),
      status: "planned",
      details: JSON.stringify(plan),
      created_by_name: by,
      created_at: at.toISOString(),
      done_at: null,
      undone_at: null,
    })
    .execute();
  return { ok: true, id };
}

/** Loads a season that the club has made already and that another can be rolled over into. */
async function existingSeason(tx: ClubTx, id: string, from: Season): Promise<SeasonFields | undefined> {
  const season = await findSeason(tx, id);
  return season && season.archivedAt === null && season.startsOn > from.endsOn ? fieldsOf(season) : undefined;
}

const fieldsOf = ({ id: _, archivedAt: __, ...fields }: Season): SeasonFields => fields;

/** Finds teams that would share a name in a season: two that go on, or one of them and another of that season. */
async function namesakeOf(tx: ClubTx, season: string, kept: readonly PlannedTeam[]) {
  const ids = new Set(kept.map(({ id }) => id));
  const keys = new Set<string>();
  for (const team of kept) {
    const other = await findNamesake(tx, { name_key: team.name_key, season });
    if (keys.has(team.name_key) || (other && !ids.has(other.id)))
      return { ok: false as const, problem: "team-name-taken" as const, team: team.name };
    keys.add(team.name_key);
  }
  return null;
}

export type RollOverProblem =
  | SeasonProblem
  | { ok: false; problem: "not-found" | "changed" | "not-done" | "too-late" | "followed" }
  | { ok: false; problem: "team-name-taken"; team: string };

/**
 * Does a planned roll-over, once and as a whole: the new season, the teams' age groups, the invitations. A plan whose
 * teams were changed since is refused.
 */
export async function doRollOver(
  tx: ClubTx,
  id: string,
  at: Date = now(),
): Promise<{ ok: true } | RollOverProblem> {
  const found = await findRollOver(tx, id);
  if (!found) return { ok: false, problem: "not-found" };
  if (found.status !== "planned") return { ok: true };
  if (found.created_at < daysBefore(at, PLAN_DAYS)) return { ok: false, problem: "changed" };
  const { from_season_id, to_season_id, season, existing, kept } = found;
  const from = await findSeason(tx, from_season_id);
  const to = await findSeason(tx, to_season_id);
  if (!from || !sameSeason(to, existing)) return { ok: false, problem: "changed" };
  const teams = await teamsNow(tx, kept);
  const same = kept.every(({ teamId, name, before }) => {
    const team = teams.get(teamId);
    return team?.name === name && team.age_group === before.ageGroup && team.season === before.season;
  });
  if (!same) return { ok: false, problem: "changed" };
  const problem =
    (await problemWith(tx, season, to_season_id)) ?? (await namesakeOf(tx, season.name, [...teams.values()]));
  if (problem) return problem;
  await rememberAgeGroups(tx, from, kept);
  if (existing) await updateSeason(tx, to_season_id, season, at);
  else await insertSeason(tx, season, at, to_season_id);
  for (const { teamId, ageGroup } of kept) await setTeam(tx, teamId, { ageGroup, season: season.name });
  const sent = await inviteAgain(tx, found.invited, at);
  const programs = found.takeRewards
    ? await copyPrograms(tx, from_season_id, { ...season, id: to_season_id }, at)
    : [];
  await tx
    .updateTable("roll_overs")
    .set({
      status: "done",
      done_at: at.toISOString(),
      details: JSON.stringify({ ...planOf(found), programs }),
    })
    .where("id", "=", id)
    .execute();
  const detail = { teams: kept.length, invited: sent };
  await recordAudit(tx, { kind: "records.season-rolled-over", subject: from_season_id, detail, at });
  return { ok: true };
}

const sameSeason = (season: Season | undefined, fields: SeasonFields | null) =>
  season && fields ? sameValues(fieldsOf(season), fields) : !season && !fields;

/** Stores each team's age group with the season that it was in. */
async function rememberAgeGroups(tx: ClubTx, from: Season, kept: readonly KeptTeam[]): Promise<void> {
  const rows = kept
    .filter(({ teamId }) => from.allTeams || from.teamIds.includes(teamId))
    .map(({ teamId, before }) => ({ season_id: from.id, team_id: teamId, age_group: before.ageGroup }));
  if (rows.length === 0) return;
  await tx
    .insertInto("season_teams")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["season_id", "team_id"]).doUpdateSet(excluded("age_group")))
    .execute();
}

async function teamsNow(tx: ClubTx, kept: readonly KeptTeam[]): Promise<Map<string, PlannedTeam>> {
  const rows = await tx
    .selectFrom("teams")
    .select(teamColumns)
    .where("status", "=", "active")
    .where(
      "id",
      "in",
      kept.map(({ teamId }) => teamId),
    )
    .execute();
  return new Map(rows.map((team) => [team.id, team]));
}

async function setTeam(tx: ClubTx, teamId: string, to: { ageGroup: string; season: string }): Promise<void> {
  await tx
    .updateTable("teams")
    .set({ age_group: to.ageGroup, season: to.season })
    .where("id", "=", teamId)
    .execute();
  await recordTeamsChange(tx, [teamId]);
}

/**
 * Undoes a roll-over, once and as a whole: the new season is removed, or restored to its state before, and each team
 * unchanged since gets its former age group and season back. Games, ratings, and people who joined meanwhile stay.
 * Refused once the new season was rolled over itself.
 */
export async function undoRollOver(
  tx: ClubTx,
  id: string,
  at: Date = now(),
): Promise<{ ok: true } | RollOverProblem> {
  const found = await findRollOver(tx, id);
  if (!found) return { ok: false, problem: "not-found" };
  if (found.status === "planned") return { ok: false, problem: "not-done" };
  if (found.status === "undone") return { ok: true };
  if (!isUndoable(found, at)) return { ok: false, problem: "too-late" };
  const next = await tx
    .selectFrom("roll_overs")
    .select("id")
    .where("from_season_id", "=", found.to_season_id)
    .where("status", "=", "done")
    .executeTakeFirst();
  if (next) return { ok: false, problem: "followed" };
  const stayed = await putTeamsBack(tx, found);
  const { from_season_id, to_season_id, season, existing, kept } = found;
  await dropPrograms(tx, found.programs ?? []);
  if (!existing) await releasePrograms(tx, { ...season, id: to_season_id });
  if (!existing) await tx.deleteFrom("seasons").where("id", "=", to_season_id).execute();
  // Changed by hand since, it stays as it is.
  else if (sameSeason(await findSeason(tx, to_season_id), season))
    await updateSeason(tx, to_season_id, existing, at);
  await forgetAgeGroups(tx, from_season_id, kept);
  const plan = { ...planOf(found), stayed };
  await tx
    .updateTable("roll_overs")
    .set({ status: "undone", undone_at: at.toISOString(), details: JSON.stringify(plan) })
    .where("id", "=", id)
    .execute();
  const detail = { teams: kept.length - stayed.length };
  await recordAudit(tx, { kind: "records.roll-over-undone", subject: from_season_id, detail, at });
  return { ok: true };
}

/** @returns the teams that stay as they are: changed meanwhile, or another team has their former name by now */
async function putTeamsBack(tx: ClubTx, { kept, season }: RollOver): Promise<string[]> {
  const ids = kept.map(({ teamId }) => teamId);
  const rows = await tx
    .selectFrom("teams")
    .select([...teamColumns, "status"])
    .where("id", "in", ids)
    .execute();
  const teams = new Map(rows.map((team) => [team.id, team]));
  const stayed: string[] = [];
  for (const { teamId, name, before, ageGroup } of kept) {
    const team = teams.get(teamId);
    const other = team && (await findNamesake(tx, { name_key: team.name_key, season: before.season }));
    const taken = other && other.id !== teamId && team.status === "active";
    const same = team?.age_group === ageGroup && team.season === season.name;
    if (same && !taken) await setTeam(tx, teamId, before);
    else stayed.push(team?.name ?? name);
  }
  return stayed;
}

/** Gives the season before its teams' present age groups again. */
async function forgetAgeGroups(tx: ClubTx, seasonId: string, kept: readonly KeptTeam[]): Promise<void> {
  const season = await findSeason(tx, seasonId);
  if (!season) return;
  const rows = kept.map(({ teamId }) => teamId);
  if (season.allTeams)
    await tx
      .deleteFrom("season_teams")
      .where("season_id", "=", seasonId)
      .where("team_id", "in", rows)
      .execute();
  else
    await tx
      .updateTable("season_teams")
      .set({ age_group: null })
      .where("season_id", "=", seasonId)
      .where("team_id", "in", rows)
      .execute();
}
