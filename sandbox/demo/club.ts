import { Temporal } from "temporal-polyfill";
import type {
  ClubDb,
  ClubTable,
  ClubTx,
  GamesTable,
  IncidentsTable,
  RatingsTable,
  StaffTable,
  TeamsTable,
} from "#app/db/club/schema.ts";
import type { Clubs } from "#app/db/clubs.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { actAs } from "#app/domain/club/audit/audit.server.ts";
import { newGame } from "#app/domain/club/games/game-values.server.ts";
import { archiveSeason, createSeason } from "#app/domain/club/seasons/seasons.server.ts";
import { newTeam } from "#app/domain/club/teams/teams.ts";
import { planOf } from "#app/domain/control/billing/plans.ts";
import { seasonOf } from "#app/domain/values/half-years.ts";
import { timezoneOfState } from "#app/domain/values/states.ts";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { writeAgreements } from "./agreements.ts";
import { DEMO_PARAGRAPH, DEMO_PARAGRAPH_ES } from "./parents.ts";
import { accountId, emailOf } from "./people.ts";
import { writePulses } from "./pulse.ts";
import { closedIncidentRow, incidentRow, ratingRows, settle } from "./ratings.ts";
import { writeRewards } from "./rewards.ts";
import { type DemoClub, type DemoTeam, weekScores } from "./story.ts";

/** Number of coming Saturdays with games. */
const WEEKS_AHEAD = 4;

/** Writes one demo club's file and returns its profile. Rows of an interrupted start are kept. */
export async function writeDemoClub(clubs: Clubs, club: DemoClub, since: Date): Promise<ClubTable> {
  await clubs.create(profileOf(club, since));
  return clubs.use(club.code, (db) =>
    inTransaction(db, async (tx) => {
      const profile = await tx.selectFrom("club").selectAll().executeTakeFirstOrThrow();
      if (await tx.selectFrom("teams").select("id").limit(1).executeTakeFirst()) return profile;
      const today = dateAt(now(), profile.timezone);
      const rows = club.teams.map((team) => teamRows(club, team, profile, today));
      await insert(
        tx,
        "teams",
        rows.map(({ team }) => team),
      );
      await insert(
        tx,
        "staff",
        rows.flatMap(({ staff }) => staff),
      );
      await insert(
        tx,
        "games",
        rows.flatMap(({ games }) => games),
      );
      await insert(
        tx,
        "ratings",
        rows.flatMap(({ ratings }) => ratings),
      );
      await insert(
        tx,
        "incidents",
        rows.flatMap(({ incidents }) => incidents),
      );
      const seasons = await writeSeasons(tx, club, today);
      if (seasons) await writeRewards(tx, club, { seasons, today });
      if (club.withParents) {
        await writeAgreements(tx, club);
        await writePulses(tx, club, profile.timezone);
      }
      return profile;
    }),
  );
}

type Rows = {
  teams: TeamsTable;
  staff: StaffTable;
  games: GamesTable;
  ratings: RatingsTable;
  incidents: IncidentsTable;
};

async function insert<Name extends keyof Rows>(db: ClubDb, table: Name, rows: Rows[Name][]): Promise<void> {
  await insertRows(db, table, rows as never);
}

function profileOf(club: DemoClub, since: Date): ClubTable {
  return {
    code: club.code,
    name: club.name,
    slug: club.name.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    contact_name: club.contact,
    email: emailOf(club.contact),
    phone: "(512) 555-0142",
    state: club.state,
    city: club.city,
    address: "",
    zip: "",
    website: "",
    description: "",
    timezone: timezoneOfState(club.state),
    plan: club.paid,
    player_cap: planOf(club.paid).playerCap,
    estimated_players: club.players,
    rating_policy: "coach-final",
    on_leaderboard: 1,
    color: club.color ?? null,
    logo: null,
    agreement_days: 30,
    agreement_text: club.withParents ? DEMO_PARAGRAPH : "",
    agreement_text_es: club.withParents ? DEMO_PARAGRAPH_ES : "",
    agreement_reminders: 1,
    registration_open: 1,
    created_at: since.toISOString(),
  };
}

function teamRows(club: DemoClub, team: DemoTeam, profile: ClubTable, today: string) {
  const id = `demo-${club.code}-${team.name.toLowerCase()}`;
  const weeks = [...team.weeks];
  const lastSaturday = saturdayBefore(today);
  const games: GamesTable[] = [];
  const ratings: RatingsTable[] = [];
  const incidents: IncidentsTable[] = [];

  for (let week = 0; week < weeks.length + WEEKS_AHEAD; week += 1) {
    const date = lastSaturday.add({ days: 7 * (week - weeks.length + 1) }).toString();
    const game = gameRow(team, id, week, date, team.time, profile);
    const given = weekScores[weeks[week] ?? "-"];
    if (given) {
      const made = ratingRows(club, team, game, given, week);
      ratings.push(...made);
      settle(game, given);
      if (game.final_score === 0) incidents.push(incidentRow(game, made));
    }
    games.push(game);
  }
  for (const [season, codes] of (team.earlier ?? []).entries()) {
    const days = earlierDays(today, team, season);
    for (const [turn, code] of [...codes].entries()) {
      const given = weekScores[code];
      const day = days[turn];
      if (!given || !day) continue;
      const game = gameRow(team, id, turn, day.date, day.time, profile);
      game.id = `${id}-earlier-${season}-${turn}`;
      const made = ratingRows(club, team, game, given, turn);
      ratings.push(...made);
      settle(game, given);
      if (game.final_score === 0) incidents.push(closedIncidentRow(game, made, club.contact));
      games.push(game);
    }
  }
  // Friday's cup game is rated by the manager and still waits for the demo's coach.
  if (team.name === "Hawks") {
    const friday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
    const game = gameRow(team, id, weeks.length + WEEKS_AHEAD, friday, "18:00", profile);
    const given = { manager: 20, coach: null } as const;
    ratings.push(...ratingRows(club, team, game, given, weeks.length));
    games.push(game);
  }
  const first = games[0]?.starts_at ?? profile.created_at;
  const latest = latestOf(ratings.map(({ given_at }) => given_at)) ?? first;
  return {
    team: teamRow(team, id, seasonOf(today).name, profile.created_at, latest),
    staff: staffRows(club, team, id, profile.created_at, latest),
    games,
    ratings,
    incidents,
  };
}

const latestOf = (moments: readonly string[]) => [...moments].sort().at(-1);

/** Weeks before the running season at which the earlier ones began. */
const WEEKS_BEFORE = [52, 24];
/** Weeks from the end of the running season to the coming one. */
const BREAK_WEEKS = 8;
/** Weeks of an earlier season, with a game on each Wednesday and Saturday. */
const EARLIER_WEEKS = 13;

/**
 * Lists the days of an earlier season's games, oldest first.
 * @param season 0 for the one before the last, 1 for the last
 */
function earlierDays(today: string, team: DemoTeam, season: number): { date: string; time: string }[] {
  const first = earlierStart(today, team.weeks.length, season);
  return Array.from({ length: EARLIER_WEEKS }, (_, week) => [
    { date: first.add({ days: 7 * week + 3 }).toString(), time: "18:00" },
    { date: first.add({ days: 7 * week + 6 }).toString(), time: team.time },
  ]).flat();
}

/** Returns the Sunday on which an earlier season begins. */
function earlierStart(today: string, weeks: number, season: number): Temporal.PlainDate {
  const firstSaturday = saturdayBefore(today).subtract({ weeks: weeks - 1 });
  return firstSaturday.subtract({ weeks: WEEKS_BEFORE[season] ?? 0, days: 6 });
}

/** Writes a finished, an archived, a running and a coming season around the games of a club with a history. */
async function writeSeasons(
  tx: ClubTx,
  club: DemoClub,
  today: string,
): Promise<{ before: string; running: string } | null> {
  const [team] = club.teams.filter(({ earlier }) => earlier);
  if (!team) return null;
  actAs(tx, { kind: "account", id: `demo-${club.code}` });
  const lastSaturday = saturdayBefore(today);
  const spans = [0, 1].map((season) => {
    const first = earlierStart(today, team.weeks.length, season);
    return { first, last: first.add({ days: 7 * EARLIER_WEEKS - 1 }) };
  });
  spans.push({
    first: lastSaturday.subtract({ weeks: team.weeks.length - 1, days: 6 }),
    last: lastSaturday.add({ weeks: WEEKS_AHEAD, days: 1 }),
  });
  spans.push({
    first: lastSaturday.add({ weeks: WEEKS_AHEAD + BREAK_WEEKS, days: 1 }),
    last: lastSaturday.add({ weeks: WEEKS_AHEAD + BREAK_WEEKS + EARLIER_WEEKS }),
  });
  const about = [
    "",
    "Games on Wednesdays and Saturdays, at Lakeside Park.",
    "Saturdays at Lakeside Park; the cup game is on a Friday.",
    "Registration opens after the holidays.",
  ];
  const running = 2;
  const ids: string[] = [];
  for (const [index, { first, last }] of spans.entries()) {
    const created = await createSeason(tx, {
      name: halfYearsLater(seasonOf(today).name, index - running),
      startsOn: first.toString(),
      endsOn: last.toString(),
      description: about[index] ?? "",
      plannedGames: index > running ? 12 * club.teams.length : null,
      allTeams: true,
      teamIds: [],
    });
    if (!created.ok) throw new Error(`A season of the demo is refused: ${created.problem}`);
    ids.push(created.id);
  }
  await archiveSeason(tx, ids[0] ?? "");
  return { before: ids[running - 1] ?? "", running: ids[running] ?? "" };
}

/** Shifts a season's name: 'Spring 2026' is two half-years before 'Spring 2027'. */
function halfYearsLater(name: string, halves: number): string {
  const [half = "", year = ""] = name.split(" ");
  const index = Number(year) * 2 + (half === "Fall" ? 1 : 0) + halves;
  return `${index % 2 === 1 ? "Fall" : "Spring"} ${Math.floor(index / 2)}`;
}

function saturdayBefore(today: string): Temporal.PlainDate {
  const day = Temporal.PlainDate.from(today);
  const back = (day.dayOfWeek - 6 + 7) % 7 || 7;
  return day.subtract({ days: back });
}

const teamRow = (team: DemoTeam, id: string, season: string, since: string, latest: string): TeamsTable =>
  newTeam(
    {
      ...{ name: team.name, age_group: team.age, gender: team.gender, season },
      ...{ player_count: team.players, last_activity_at: latest },
    },
    { id, at: since },
  );

function staffRows(
  club: DemoClub,
  team: DemoTeam,
  teamId: string,
  since: string,
  latest: string,
): StaffTable[] {
  const member = (
    name: string,
    role: "manager" | "coach",
    coach_role: "head" | "assistant" | null,
  ): StaffTable => ({
    id: `${teamId}-${role}-${coach_role ?? "only"}`,
    team_id: teamId,
    role,
    coach_role,
    email: emailOf(name),
    name,
    status: "active",
    account_id: accountId(club, name),
    issue: 1,
    invited_at: since,
    expires_at: since,
    joined_at: since,
    last_activity_at: latest,
    delivery: null,
    delivery_reason: null,
    role_since: null,
    role_by: null,
  });
  const rows = [member(team.head, "coach", "head"), member(team.manager, "manager", null)];
  if (team.assistant) rows.push(member(team.assistant, "coach", "assistant"));
  if (team.name === "Lions") {
    const invited = now();
    rows.push({
      ...member("", "coach", "assistant"),
      email: "new.coach@demo.example",
      status: "pending",
      account_id: null,
      invited_at: invited.toISOString(),
      expires_at: new Date(invited.getTime() + 7 * 86_400_000).toISOString(),
      joined_at: null,
      last_activity_at: null,
    });
  }
  return rows;
}

function gameRow(
  team: DemoTeam,
  teamId: string,
  week: number,
  date: string,
  time: string,
  profile: ClubTable,
): GamesTable {
  const starts_at = momentOf(date, time, profile.timezone);
  const home = week % 2 === 0;
  const opponent = team.opponents[week % team.opponents.length] ?? "Visitors";
  return newGame(
    teamId,
    {
      opponent,
      date,
      time,
      starts_at,
      location: home ? team.field : `${opponent} Field`,
      home_away: home ? "home" : "away",
      status: "scheduled",
      original_date: null,
      original_time: null,
      external_id: null,
    },
    { id: `${teamId}-game-${week}`, importId: null, at: profile.created_at },
  );
}
