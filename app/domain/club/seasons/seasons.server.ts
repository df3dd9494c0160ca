import { sql } from "kysely";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { timezoneOf } from "#app/domain/club/games/game-zone.server.ts";
import { releasePrograms } from "#app/domain/club/rewards/programs.server.ts";
import { seasonOf } from "#app/domain/values/half-years.ts";
import { nameKey, sortByName } from "#app/domain/values/names.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { formerTeams } from "./former-teams.server.ts";
import {
  currentSeason,
  overlapOf,
  type Season,
  type SeasonFields,
  type SeasonSpan,
  seasonStatus,
} from "./seasons.ts";

/** Lists the club's seasons, the latest first: a few dozen in many years. */
export async function listSeasons(db: ClubDb): Promise<Season[]> {
  const rows = await db
    .selectFrom("seasons")
    .select([
      "id",
      "name",
      "starts_on",
      "ends_on",
      "description",
      "planned_games",
      "all_teams",
      "archived_at",
    ])
    .select(
      sql<string | null>`(select json_group_array(season_teams.team_id) from season_teams
        where season_teams.season_id = seasons.id)`.as("teams"),
    )
    .orderBy("starts_on", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    description: row.description,
    plannedGames: row.planned_games,
    allTeams: row.all_teams === 1,
    // In a season of all teams, these rows only give a team's age group.
    teamIds: row.all_teams === 1 ? [] : (JSON.parse(row.teams ?? "[]") as string[]).sort(),
    archivedAt: row.archived_at,
  }));
}

/** A team as forms and pages of seasons list it. */
export interface SeasonTeam {
  id: string;
  name: string;
  ageGroup: string;
  season: string;
  status: "active" | "archived" | "deleted";
}

/** Loads the club's teams in any status, by name. */
export async function seasonTeams(db: ClubDb): Promise<SeasonTeam[]> {
  const rows = await db
    .selectFrom("teams")
    .select(["id", "name", "age_group as ageGroup", "season", "status"])
    .orderBy("name")
    .orderBy("season")
    .execute();
  return sortByName(rows, ({ name }) => name);
}

/** Loads the seasons that a team's form offers, none in a club without any, and the one that is chosen first. */
export async function teamSeasons(
  db: ClubDb,
  today: string,
  own?: string,
): Promise<{ season: string; seasons: string[] }> {
  const all = await listSeasons(db);
  const open = all.filter(({ archivedAt, endsOn }) => archivedAt === null && endsOn >= today);
  const current = currentSeason(
    open.map(({ name, startsOn: from, endsOn: to }) => ({ name, from, to })),
    today,
  );
  const season = own ?? current?.name ?? seasonOf(today).name;
  const seasons = all.length === 0 ? [] : [...new Set([season, ...open.map(({ name }) => name)])];
  return { season, seasons };
}

/** Returns the version of a season, which its form carries (product/pages.md#forms). */
export const seasonVersion = ({ id: _, archivedAt: __, ...fields }: Season) => versionOf(fields);

export type SeasonProblem =
  | {
      ok: false;
      problem: "overlap";
      season: string;
      span: SeasonSpan;
      teams: string[];
      field: "startsOn" | "endsOn";
    }
  | { ok: false; problem: "name-taken" | "no-teams" };

/**
 * Returns why a season cannot be as it is wanted: its name is another's, it has no team, or a team would have two
 * seasons at a time (product/seasons.md#seasons). null where nothing is in the way.
 * @param id of the season itself, where it exists
 */
export async function problemWith(
  tx: ClubTx,
  wanted: SeasonFields,
  id?: string,
): Promise<SeasonProblem | null> {
  const others = (await listSeasons(tx)).filter((season) => season.id !== id);
  if (others.some(({ name }) => keyOf(name) === keyOf(wanted.name)))
    return { ok: false, problem: "name-taken" };
  if (!wanted.allTeams && wanted.teamIds.length === 0) return { ok: false, problem: "no-teams" };
  const overlap = overlapOf(wanted, others);
  if (!overlap) return null;
  const { other, teamIds } = overlap;
  const names =
    teamIds === "all"
      ? []
      : await tx.selectFrom("teams").select("name").where("id", "in", teamIds).orderBy("name").execute();
  const inside = (day: string) => other.startsOn <= day && day <= other.endsOn;
  return {
    ok: false,
    problem: "overlap",
    season: other.name,
    span: other,
    teams: names.map(({ name }) => name),
    field: !inside(wanted.startsOn) && inside(wanted.endsOn) ? "endsOn" : "startsOn",
  };
}

const keyOf = (name: string) => nameKey(name) || name.toLowerCase();

/** Loads the chosen teams that the club has and has not deleted; a season that has one keeps it. */
async function knownTeams(tx: ClubTx, ids: readonly string[], kept: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.selectFrom("teams").select(["id", "status"]).where("id", "in", ids).execute();
  return rows
    .filter(({ id, status }) => status !== "deleted" || kept.includes(id))
    .map(({ id }) => id)
    .sort();
}

/**
 * Loads the teams of an edited season. A season that used to have all teams keeps archived teams with rated games in
 * it, even if the form is sent twice.
 */
async function teamsOf(tx: ClubTx, stored: Season, wanted: SeasonFields, version: string): Promise<string[]> {
  const known = await knownTeams(tx, wanted.teamIds, stored.teamIds);
  const hadAll = stored.allTeams || seasonVersion(stored) !== version;
  if (!hadAll || wanted.allTeams || known.length === 0) return known;
  return [...new Set([...known, ...(await formerTeams(tx, wanted))])].sort();
}

const asRow = (fields: SeasonFields) => ({
  name: fields.name,
  name_key: keyOf(fields.name),
  starts_on: fields.startsOn,
  ends_on: fields.endsOn,
  description: fields.description,
  planned_games: fields.plannedGames,
  all_teams: Number(fields.allTeams),
});

/** Writes a season that was looked at. */
export async function insertSeason(
  tx: ClubTx,
  fields: SeasonFields,
  at: Date,
  id = newId(),
): Promise<string> {
  const moment = at.toISOString();
  await tx
    .insertInto("seasons")
    .values({ ...asRow(fields), id, archived_at: null, created_at: moment, updated_at: moment })
    .execute();
  await insertRows(
    tx,
    "season_teams",
    fields.teamIds.map((team_id) => ({ season_id: id, team_id, age_group: null })),
  );
  return id;
}

type Created = { ok: true; id: string; isNew: boolean } | SeasonProblem;

/**
 * Creates a season, unless a team would have two at a time (product/seasons.md#seasons). The same form sent twice is
 * one season, with `isNew` false the second time.
 */
export async function createSeason(tx: ClubTx, wanted: SeasonFields, at: Date = now()): Promise<Created> {
  const fields = { ...wanted, teamIds: await knownTeams(tx, wanted.teamIds, []) };
  const twin = await repeated(tx, fields);
  if (twin) return { ok: true, id: twin, isNew: false };
  const problem = await problemWith(tx, fields);
  if (problem) return problem;
  const id = await insertSeason(tx, fields, at);
  await recordAudit(tx, { kind: "records.season-added", subject: id, at });
  return { ok: true, id, isNew: true };
}

/** Finds a season that is exactly the wanted one: the form was sent twice. */
async function repeated(tx: ClubTx, fields: SeasonFields): Promise<string | undefined> {
  const twin = (await listSeasons(tx)).find(({ name }) => name === fields.name);
  if (!twin) return undefined;
  const { id, archivedAt: _, ...stored } = twin;
  return sameValues(stored, fields) ? id : undefined;
}

/** Finds a season. */
export async function findSeason(db: ClubDb, id: string): Promise<Season | undefined> {
  return (await listSeasons(db)).find((season) => season.id === id);
}

export type NotFound = { ok: false; problem: "not-found" };

/** Changes a season; an archived one stays as it is. @param version of the season that the form was filled from */
export async function editSeason(
  tx: ClubTx,
  id: string,
  wanted: SeasonFields,
  version: string,
  at: Date = now(),
): Promise<
  | { ok: true }
  | SeasonProblem
  | NotFound
  | { ok: false; problem: "archived" }
  | { ok: false; problem: "stale"; stored: Season }
> {
  const stored = await findSeason(tx, id);
  if (!stored) return { ok: false, problem: "not-found" };
  if (stored.archivedAt !== null) return { ok: false, problem: "archived" };
  const fields = { ...wanted, teamIds: await teamsOf(tx, stored, wanted, version) };
  const { id: _, archivedAt: __, ...before } = stored;
  if (sameValues(before, fields)) return { ok: true };
  if (seasonVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  const problem = await problemWith(tx, fields, id);
  if (problem) return problem;
  await updateSeason(tx, id, fields, at);
  await recordAudit(tx, { kind: "records.season-changed", subject: id, at });
  return { ok: true };
}

/** Writes a season that was looked at over the stored one. */
export async function updateSeason(tx: ClubTx, id: string, fields: SeasonFields, at: Date): Promise<void> {
  await tx
    .updateTable("seasons")
    .set({ ...asRow(fields), updated_at: at.toISOString() })
    .where("id", "=", id)
    .execute();
  await setTeams(tx, id, fields);
}

/** Sets a season's teams; rows that say in what age group a team was stay with the team. */
async function setTeams(tx: ClubTx, id: string, { allTeams, teamIds }: SeasonFields): Promise<void> {
  await tx
    .deleteFrom("season_teams")
    .where("season_id", "=", id)
    .$if(allTeams, (query) => query.where("age_group", "is", null))
    .$if(!allTeams && teamIds.length > 0, (query) => query.where("team_id", "not in", teamIds))
    .execute();
  if (allTeams) return;
  await tx
    .insertInto("season_teams")
    .values(teamIds.map((team_id) => ({ season_id: id, team_id, age_group: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Archives a season that is over. Again, it changes nothing. */
export async function archiveSeason(
  tx: ClubTx,
  id: string,
  at: Date = now(),
): Promise<{ ok: true; name: string } | NotFound | { ok: false; problem: "not-over" }> {
  const season = await findSeason(tx, id);
  if (!season) return { ok: false, problem: "not-found" };
  const status = seasonStatus(season, dateAt(at, await timezoneOf(tx)));
  if (status === "upcoming" || status === "active") return { ok: false, problem: "not-over" };
  if (status === "completed") {
    await tx.updateTable("seasons").set({ archived_at: at.toISOString() }).where("id", "=", id).execute();
    await recordAudit(tx, { kind: "records.season-archived", subject: id, at });
  }
  return { ok: true, name: season.name };
}

/** Takes a season out of the archive. */
export async function restoreSeason(
  tx: ClubTx,
  id: string,
  at: Date = now(),
): Promise<{ ok: true; name: string } | NotFound> {
  const season = await findSeason(tx, id);
  if (!season) return { ok: false, problem: "not-found" };
  if (season.archivedAt !== null) {
    await tx.updateTable("seasons").set({ archived_at: null }).where("id", "=", id).execute();
    await recordAudit(tx, { kind: "records.season-restored", subject: id, at });
  }
  return { ok: true, name: season.name };
}

/** Deletes a season. Its games, ratings and teams stay; the games are in no season then. */
export async function deleteSeason(
  tx: ClubTx,
  id: string,
  at: Date = now(),
): Promise<{ ok: true; name: string } | NotFound> {
  const season = await findSeason(tx, id);
  if (!season) return { ok: false, problem: "not-found" };
  await releasePrograms(tx, season);
  await tx.deleteFrom("seasons").where("id", "=", id).execute();
  await recordAudit(tx, { kind: "records.season-deleted", subject: id, at });
  return { ok: true, name: season.name };
}
