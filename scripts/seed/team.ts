import type {
  GamesTable,
  IncidentsTable,
  RatingsTable,
  StaffTable,
  TeamsTable,
} from "#app/db/club/schema.ts";
import { newGame } from "#app/domain/club/games/game-values.server.ts";
import { erasesAt } from "#app/domain/club/incidents/incidents.ts";
import type { Score, Side } from "#app/domain/club/ratings/ratings.ts";
import { reconcile } from "#app/domain/club/ratings/reconcile.ts";
import { newTeam } from "#app/domain/club/teams/teams.ts";
import { seasonOf } from "#app/domain/values/half-years.ts";
import type { TagName } from "#app/domain/values/rating-tags.ts";
import { momentOf } from "#app/domain/values/times.ts";
import type { SeedClub } from "./club.ts";
import { ageOf, fieldOf, genderOf, opponentOf, teamNameOf } from "./names.ts";
import type { Random } from "./random.ts";

/** All rows of one team in its club's file. */
export interface TeamRows {
  team: TeamsTable;
  staff: StaffTable[];
  games: GamesTable[];
  ratings: RatingsTable[];
  incidents: IncidentsTable[];
}

const DAY_MS = 86_400_000;
const KICK_OFFS = ["08:30", "09:00", "10:00", "10:30", "11:15", "12:00", "13:30", "15:00"];
/** One team in ten rarely rates. */
const PATCHY_TEAMS = 0.1;

const reasons: Record<Score, readonly string[]> = {
  20: [
    "Our parents clapped for both teams all morning.",
    "Quiet during play, loud after goals.",
    "Several parents thanked the referee on the way out.",
    "",
  ],
  10: [
    "Two parents kept shouting instructions at the back line.",
    "Some grumbling at the referee after the penalty.",
    "A few remarks between the two sidelines in the second half.",
  ],
  0: ["A parent stepped onto the field after a foul and was sent away with a red card."],
};
const tags: Record<Score, readonly TagName[][]> = {
  20: [["applauded-opponents"], ["quiet"], ["thanked-referee"], []],
  10: [["instructing"], ["dissent"], ["remarks-spectators"]],
  0: [["entering-field", "dissent"]],
};

/** Makes a team with its staff and a game a week, the last one in the week before `until`. */
export function makeTeam(random: Random, club: SeedClub, number: number, games: number): TeamRows {
  const created_at = club.profile.created_at;
  const age = ageOf(random);
  const name = teamNameOf(random, number);
  const id = random.id();
  const team = newTeam(
    {
      name,
      age_group: age,
      gender: genderOf(random, age),
      season: seasonOf(club.until).name,
      player_count: 8 + random.below(11),
    },
    { id, at: created_at },
  );
  const rows: TeamRows = {
    team,
    staff: staffOf(random, club, team, number),
    games: [],
    ratings: [],
    incidents: [],
  };
  const temper = temperOf(random);
  const day = number % 2 === 0 ? 6 : 0;
  for (let game = 0; game < games; game += 1) {
    addGame(random, club, rows, { number, day, weeksBack: games - game - 1, temper });
  }
  team.last_activity_at = rows.ratings.at(-1)?.given_at ?? created_at;
  return rows;
}

interface Temper {
  perfect: number;
  minor: number;
  /** Share of games that each side rates. */
  rates: number;
}

/** Picks how a team's sideline behaves, and how faithfully it is rated. */
function temperOf(random: Random): Temper {
  const perfect = 0.35 + 0.6 * random.share();
  return {
    perfect,
    minor: (1 - perfect) * 0.85,
    rates: random.share() < PATCHY_TEAMS ? 0.2 + 0.5 * random.share() : 1,
  };
}

function addGame(
  random: Random,
  club: SeedClub,
  rows: TeamRows,
  { number, day, weeksBack, temper }: { number: number; day: number; weeksBack: number; temper: Temper },
): void {
  const { profile } = club;
  const date = gameDay(club.until, day, weeksBack);
  const time = random.pick(KICK_OFFS);
  const starts_at = moment(date, time, profile.timezone);
  const home = random.share() < 0.5;
  const game = newGame(
    rows.team.id,
    {
      opponent: opponentOf(random),
      date,
      time,
      starts_at,
      location: fieldOf(random),
      home_away: home ? "home" : "away",
      status: "scheduled",
      original_date: null,
      original_time: null,
      external_id: null,
    },
    { id: random.id(), importId: null, at: profile.created_at },
  );
  const manager = random.share() < temper.rates ? scoreOf(random, temper) : null;
  const agrees = manager !== null && random.share() < 0.85;
  const coach = random.share() < temper.rates ? (agrees ? manager : scoreOf(random, temper)) : null;
  const made: RatingsTable[] = [];
  if (manager !== null) made.push(rating(random, club, game, { number, side: "manager", score: manager }));
  if (coach !== null) made.push(rating(random, club, game, { number, side: "coach", score: coach }));
  const { finalScore, agreement } = reconcile(profile.rating_policy, manager, coach);
  if (finalScore !== null) {
    Object.assign(game, { final_score: finalScore, agreement, final_policy: profile.rating_policy });
    game.finalized_at = game.updated_at = made.at(-1)?.given_at ?? starts_at;
  }
  rows.games.push(game);
  rows.ratings.push(...made);
  const first = made.find(({ score }) => score === 0);
  if (first) rows.incidents.push(incident(random, game, first));
}

function scoreOf(random: Random, temper: Temper): Score {
  const share = random.share();
  if (share < temper.perfect) return 20;
  return share < temper.perfect + temper.minor ? 10 : 0;
}

function rating(
  random: Random,
  club: SeedClub,
  game: GamesTable,
  { number, side, score }: { number: number; side: Side; score: Score },
): RatingsTable {
  const rater = club.person(number, side);
  const minutes = side === "manager" ? 105 : 130;
  const id = random.id();
  return {
    id,
    game_id: game.id,
    side,
    score,
    reason: random.pick(reasons[score]),
    tags: JSON.stringify(random.pick(tags[score])),
    submission_key: id,
    given_by: rater.id,
    given_by_name: rater.name,
    given_as: side === "manager" ? "manager" : "head",
    correction_reason: "",
    saw_other: 0,
    given_at: new Date(Date.parse(game.starts_at) + minutes * 60_000).toISOString(),
    superseded_at: null,
  };
}

function incident(random: Random, game: GamesTable, from: RatingsTable): IncidentsTable {
  return {
    id: random.id(),
    game_id: game.id,
    rating_id: from.id,
    what: from.reason,
    when_text: "Second half",
    official_was_minor: random.pick(["yes", "no", "unknown"] as const),
    abuse_level: random.share() < 0.2 ? 1 + random.below(2) : null,
    status: "open",
    opened_at: from.given_at,
    updated_at: from.given_at,
    updated_by_name: "",
    agreed: "",
    closed_as: null,
    closed_at: null,
    erases_at: erasesAt(from.given_at),
    erased_at: null,
  };
}

/** Makes a head coach and a manager per team; every third team has the previous team's head coach as assistant. */
function staffOf(random: Random, club: SeedClub, team: TeamsTable, number: number): StaffTable[] {
  const member = (side: Side, of: number, coach_role: StaffTable["coach_role"]): StaffTable => {
    const person = club.person(of, side);
    return {
      id: random.id(),
      team_id: team.id,
      role: side,
      coach_role,
      email: person.email,
      name: person.name,
      status: "active",
      account_id: person.id,
      issue: 1,
      invited_at: team.created_at,
      expires_at: team.created_at,
      joined_at: team.created_at,
      last_activity_at: team.created_at,
      delivery: null,
      delivery_reason: null,
      role_since: null,
      role_by: null,
    };
  };
  const staff = [member("coach", number, "head"), member("manager", number, null)];
  if (number % 3 === 2) staff.push(member("coach", number - 1, "assistant"));
  return staff;
}

/** Returns the last Saturday (6) or Sunday (0) before `until`, or the given number of weeks earlier. */
function gameDay(until: string, day: number, weeksBack: number): string {
  const end = Date.parse(`${until}T00:00:00Z`);
  const back = (new Date(end).getUTCDay() - day + 7) % 7 || 7;
  return new Date(end - (back + 7 * weeksBack) * DAY_MS).toISOString().slice(0, 10);
}

const moments = new Map<string, string>();

/** Caches times, because thousands of games kick off together. */
function moment(date: string, time: string, timezone: string): string {
  const key = `${date} ${time} ${timezone}`;
  let known = moments.get(key);
  if (!known) {
    known = momentOf(date, time, timezone);
    moments.set(key, known);
  }
  return known;
}
