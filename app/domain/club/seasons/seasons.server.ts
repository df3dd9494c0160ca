import { type SqlBool, sql } from "kysely";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { recordTeamsChange } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { type GamesBuilder, gameCounts, isToCome } from "#app/domain/club/games/game-rules.server.ts";
import { newGame } from "#app/domain/club/games/game-values.server.ts";
import { timezoneOf } from "#app/domain/club/games/game-zone.server.ts";
import { copyPrograms, releasePrograms } from "#app/domain/club/rewards/rewards.server.ts";
import { resendInvitation } from "#app/domain/club/staff/invitations.server.ts";
import { addDays } from "#app/domain/values/days.ts";
import { seasonOf } from "#app/domain/values/half-years.ts";
import { nameKey } from "#app/domain/values/names.ts";
import { dateAt, momentOf, momentsIn } from "#app/domain/values/times.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import {
  currentSeason,
  type Gap,
  gapsOf,
  overlapOf,
  type Season,
  type SeasonFields,
  type SeasonSpan,
  seasonStatus,
  weeksBetween,
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
    // Of a season of all teams, these rows only say in what age group a team was.
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

/** The club's teams in any status, by name. */
export function seasonTeams(db: ClubDb): Promise<SeasonTeam[]> {
  return db
    .selectFrom("teams")
    .select(["id", "name", "age_group as ageGroup", "season", "status"])
    .orderBy("name")
    .orderBy("season")
    .execute();
}

/** What a season's games add up to; administrators see sealed results too (product.md#blind). */
export interface SeasonTally {
  /** Games that count. */
  played: number;
  rated: number;
  points: number;
  /** Games on the schedule that are not cancelled, played or to come. */
  scheduled: number;
  /** Teams that have such a game. */
  teams: number;
}

const NOTHING: SeasonTally = { played: 0, rated: 0, points: 0, scheduled: 0, teams: 0 };

/** Days as moments, so that an index finds the games; `from` and `to` are null without an end. */
interface Range {
  key: string;
  from: string | null;
  to: string | null;
  allTeams: boolean;
  /** The teams that are meant, or, of all teams, those that are not. */
  teams: readonly string[];
}

const LATEST = "9999";

/** The games that are not cancelled, of teams that are not deleted, in some stretches of days. */
function gamesIn(db: ClubDb, ranges: readonly Range[], timezone: string) {
  const rows = ranges.map(({ key, from, to, allTeams, teams }) => {
    const start = from === null ? "" : momentOf(from, null, timezone);
    const end = to === null ? LATEST : momentOf(addDays(to, 1), null, timezone);
    return sql`(${key}, ${start}, ${end}, ${Number(allTeams)}, ${JSON.stringify(teams)})`;
  });
  return (
    db
      .selectFrom(
        sql<{ key: string; start: string; end: string; every: number; teams: string }>`(select column1 as key,
          column2 as start, column3 as end, column4 as every, column5 as teams from (values ${sql.join(rows)}) as given)`.as(
          "ranges",
        ),
      )
      // The order of a cross join is kept: each stretch walks the index of kick-offs.
      .crossJoin("games")
      .innerJoin("teams", "teams.id", "games.team_id")
      .where(sql<SqlBool>`games.starts_at >= ranges.start and games.starts_at < ranges."end"`)
      .where("games.status", "<>", "cancelled")
      .where("teams.status", "<>", "deleted")
      .where(
        sql<SqlBool>`case ranges.teams when '[]' then ranges.every = 1
          else (games.team_id in (select value from json_each(ranges.teams))) <> (ranges.every = 1) end`,
      )
  );
}

/** What the games of each season add up to, by the season's id, in one query. */
export async function seasonTallies(
  db: ClubDb,
  seasons: readonly Season[],
  { timezone, at }: { timezone: string; at: Date },
): Promise<Map<string, SeasonTally>> {
  if (seasons.length === 0) return new Map();
  const ranges = seasons.map(({ id, startsOn, endsOn, allTeams, teamIds }) => ({
    key: id,
    from: startsOn,
    to: endsOn,
    allTeams,
    teams: teamIds,
  }));
  const rows = await gamesIn(db, ranges, timezone)
    .select((game) => {
      const counts = gameCounts(game as unknown as GamesBuilder, at);
      return [
        sql<string>`ranges.key`.as("key"),
        sql<number>`sum(case when ${counts} then 1 else 0 end)`.as("played"),
        sql<number>`sum(case when ${counts} and games.final_score is not null then 1 else 0 end)`.as("rated"),
        sql<number>`sum(case when ${counts} then coalesce(games.final_score, 0) else 0 end)`.as("points"),
        sql<number>`count(*)`.as("scheduled"),
        sql<number>`count(distinct games.team_id)`.as("teams"),
      ];
    })
    .groupBy(sql`ranges.key`)
    .execute();
  const found = new Map(rows.map(({ key, ...tally }) => [key, tally]));
  return new Map(seasons.map(({ id }) => [id, found.get(id) ?? NOTHING]));
}

/** A season as notifications tell of it. */
export interface NotifiedSeason {
  season: Season;
  tally: SeasonTally;
}

/** Seasons with what their games add up to, by id. */
export async function notifiedSeasons(
  db: ClubDb,
  ids: readonly string[],
  of: { timezone: string; at: Date },
): Promise<Map<string, NotifiedSeason>> {
  if (ids.length === 0) return new Map();
  const seasons = (await listSeasons(db)).filter(({ id }) => ids.includes(id));
  const tallies = await seasonTallies(db, seasons, of);
  return new Map(seasons.map((season) => [season.id, { season, tally: tallies.get(season.id) ?? NOTHING }]));
}

/** Games that are in no season: how many, and from when to when. */
export interface GamesOutside {
  games: number;
  /** YYYY-MM-DD of the first and the last of them. */
  from: string;
  to: string;
  /** Some of their teams by name, and how many there are. */
  teamNames: string[];
  teams: number;
  gap: Gap;
}

const NAMES_SHOWN = 3;

/** The games that are in no season, by the gap that they are in, the latest first. Without any season none is asked for. */
export async function gamesOutside(
  db: ClubDb,
  seasons: readonly SeasonSpan[],
  timezone: string,
): Promise<GamesOutside[]> {
  const gaps = gapsOf(seasons);
  if (gaps.length === 0) return [];
  const ranges = gaps.map(({ from, to, butFor }, index) => ({
    key: String(index),
    from,
    to,
    allTeams: true,
    teams: butFor,
  }));
  const rows = await gamesIn(db, ranges, timezone)
    .select([
      sql<string>`ranges.key`.as("key"),
      sql<number>`count(*)`.as("games"),
      sql<string>`min(games.date)`.as("from"),
      sql<string>`max(games.date)`.as("to"),
      sql<string>`json_group_array(distinct teams.name)`.as("names"),
    ])
    .groupBy(sql`ranges.key`)
    .execute();
  return rows
    .map(({ key, names, ...row }) => {
      const all = (JSON.parse(names) as string[]).sort();
      return {
        ...row,
        teamNames: all.slice(0, NAMES_SHOWN),
        teams: all.length,
        gap: gaps[Number(key)] as Gap,
      };
    })
    .sort((a, b) => (a.from < b.from ? 1 : -1));
}

/** The seasons that a team's form offers, none in a club without any, and the one that is chosen first. */
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

/** The version of a season, which its form carries (product.md#forms). */
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
 * Why a season cannot be as it is wanted: its name is another's, it has no team, or a team would have two seasons at a
 * time (product.md#seasons). null where nothing is in the way.
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

/** The chosen teams that the club has and has not deleted; a season that has one keeps it. */
async function knownTeams(tx: ClubTx, ids: readonly string[], kept: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.selectFrom("teams").select(["id", "status"]).where("id", "in", ids).execute();
  return rows
    .filter(({ id, status }) => status !== "deleted" || kept.includes(id))
    .map(({ id }) => id)
    .sort();
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
 * Creates a season, unless a team would have two at a time (product.md#seasons). The same form sent twice is one
 * season, with `isNew` false the second time.
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

/** A season that is exactly the wanted one: the form was sent twice. */
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

type NotFound = { ok: false; problem: "not-found" };

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
  const fields = { ...wanted, teamIds: await knownTeams(tx, wanted.teamIds, stored.teamIds) };
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

/** Rows that say in what age group a team was stay with the team. */
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

/** What a copy of a season takes along. Results, and games already played, never go along. */
export interface CopyFields {
  name: string;
  startsOn: string;
  endsOn: string;
  /** The same teams; else all. */
  takeTeams: boolean;
  /** Invitations to its teams that nobody accepted are sent again. */
  takeStaff: boolean;
  /** The games to come, by whole weeks later. */
  takeGames: boolean;
  /** Its reward programs with their rewards, and nothing that was earned. */
  takeRewards?: boolean;
}

/**
 * Copies a season under another name and dates (product.md#seasons).
 * @returns how many games and invitations went along, and how many games are outside the new dates
 */
export async function copySeason(
  tx: ClubTx,
  id: string,
  { takeTeams, takeStaff, takeGames, takeRewards, ...dates }: CopyFields,
  at: Date = now(),
): Promise<
  | { ok: true; id: string; games: number; outside: number; invited: number; programs: number }
  | SeasonProblem
  | NotFound
> {
  const original = await findSeason(tx, id);
  if (!original) return { ok: false, problem: "not-found" };
  const { allTeams, teamIds } = takeTeams ? original : { allTeams: true, teamIds: [] };
  const { description, plannedGames } = original;
  const created = await createSeason(tx, { ...dates, description, plannedGames, allTeams, teamIds }, at);
  if (!created.ok) return created;
  const nothing = { ok: true as const, id: created.id, games: 0, outside: 0, invited: 0, programs: 0 };
  if (!created.isNew) return nothing;
  const copied = takeGames ? await copyGames(tx, original, dates, at) : { games: 0, outside: 0 };
  const invited = takeStaff ? await inviteAgain(tx, await pendingOf(tx, allTeams ? "all" : teamIds), at) : 0;
  const programs = takeRewards ? await copyPrograms(tx, id, { ...dates, id: created.id }, at) : [];
  return { ...nothing, ...copied, invited, programs: programs.length };
}

/** The games of a season that are still to come. */
export function plannedGames(tx: ClubDb, season: SeasonSpan, timezone: string, at: Date) {
  const { startsOn, endsOn, allTeams, teamIds } = season;
  return tx
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .where("teams.status", "=", "active")
    .where("games.starts_at", ">=", momentOf(startsOn, null, timezone))
    .where("games.starts_at", "<", momentOf(addDays(endsOn, 1), null, timezone))
    .where((game) => isToCome(game, at))
    .$if(!allTeams, (query) => query.where("games.team_id", "in", teamIds.length > 0 ? teamIds : [""]));
}

async function copyGames(
  tx: ClubTx,
  original: Season,
  { startsOn, endsOn }: Pick<CopyFields, "startsOn" | "endsOn">,
  at: Date,
): Promise<{ games: number; outside: number }> {
  const timezone = await timezoneOf(tx);
  const shift = weeksBetween(original.startsOn, startsOn);
  const planned = await plannedGames(tx, original, timezone, at).selectAll("games").execute();
  const moved = planned.map((game) => ({ ...game, date: addDays(game.date, shift) }));
  const inside = moved.filter(({ date }) => startsOn <= date && date <= endsOn);
  const momentAt = momentsIn(timezone);
  const rows = inside.map(({ team_id, opponent, date, time, location, home_away }) =>
    newGame(
      team_id,
      {
        ...{ opponent, date, time, location, home_away },
        starts_at: momentAt(date, time),
        status: "scheduled",
        original_date: null,
        original_time: null,
        external_id: null,
      },
      { importId: null, at: at.toISOString() },
    ),
  );
  await insertRows(tx, "games", rows);
  await recordTeamsChange(tx, new Set(rows.map(({ team_id }) => team_id)));
  return { games: rows.length, outside: moved.length - inside.length };
}

/** The invitations to some teams that nobody accepted yet. */
export function pendingOf(db: ClubDb, teams: readonly string[] | "all") {
  return db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select(["staff.id as staffId", "staff.team_id as teamId", "staff.name", "staff.email"])
    .where("staff.status", "=", "pending")
    .where("teams.status", "=", "active")
    .$if(teams !== "all", (query) =>
      query.where("staff.team_id", "in", teams.length > 0 ? (teams as readonly string[]) : [""]),
    )
    .orderBy("staff.team_id")
    .execute();
}

/** Sends invitations again. @returns how many were; what was accepted or withdrawn meanwhile is left */
export async function inviteAgain(
  tx: ClubTx,
  members: readonly { staffId: string; teamId: string }[],
  at: Date,
): Promise<number> {
  let sent = 0;
  for (const member of members) if ((await resendInvitation(tx, member, at)).ok) sent += 1;
  return sent;
}
