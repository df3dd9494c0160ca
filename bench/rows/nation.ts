import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { sql } from "kysely";
import { boardRows, readBoard, shownRows } from "#app/domain/control/leaderboard/board.server.ts";
import { replaceEntries } from "#app/domain/control/leaderboard/entries.server.ts";
import type { BoardFilters } from "#app/domain/control/leaderboard/filters.ts";
import { makeSnapshot } from "#app/domain/control/leaderboard/snapshot.server.ts";
import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import { stateCodes } from "#app/domain/values/states.ts";
import { Random } from "../../scripts/seed/random.ts";
import { type Nation, nation } from "../fixtures/nation.ts";
import { sized } from "../fixtures/size.ts";
import type { Row } from "../row.ts";

/**
 * The national board (the budgets: 10 ms of SQL each at the most, 1 ms if possible). CPU time of a call, with building
 * its statements; the median of rounds. BOARD_TEAMS sets the number of teams, by default 50,000.
 */
const ROUNDS = sized(15, 1);
const CALLS = sized(20, 2);

const all: BoardFilters = { view: "national", state: null, ageGroup: null, gender: null, q: "", page: 1 };
const random = new Random("calls");
const named = ({ teams }: Nation) => `${teams.toLocaleString("en-US")} teams`;
const someAge = () => random.pick(ageGroups);
const someGender = () => random.pick(genders);

const middle = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;

interface Measuring {
  floor: number | null;
  goal: number | null;
  rounds?: number;
  calls?: number;
}

/** Builds a row whose every call has different filters. `prepare` is not measured. */
function row<Call>(
  what: string,
  prepare: (nation: Nation) => Promise<Call> | Call,
  call: (nation: Nation, prepared: Call) => Promise<unknown>,
  { rounds = ROUNDS, calls = CALLS, ...bounds }: Measuring = { floor: 10, goal: 1 },
): Row {
  return {
    area: "nation",
    what,
    unit: "ms",
    better: "less",
    ...bounds,
    async measure() {
      const there = await nation();
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const prepared: Call[] = [];
        for (let index = 0; index < calls; index += 1) prepared.push(await prepare(there));
        const before = process.cpuUsage();
        for (const args of prepared) await call(there, args);
        const { user, system } = process.cpuUsage(before);
        times.push((user + system) / 1000 / calls);
      }
      return { figure: middle(times), note: named(there) };
    },
  };
}

/** Measures the rows of a board, its cards having been read before. */
const list = (what: string, filters: (there: Nation) => BoardFilters | Promise<BoardFilters>) =>
  row(
    what,
    async (there) => {
      const asked = await filters(there);
      return { asked, board: await readBoard(there.control, asked) };
    },
    ({ control }, { asked, board }) => boardRows(control, asked, board),
  );

/** Measures a search with its count, as a page makes it. */
const search = (what: string, filters: () => BoardFilters) =>
  row(what, filters, async ({ control }, asked) =>
    boardRows(control, asked, await readBoard(control, asked)),
  );

/** Measures a call without a limit: a few calls suffice. */
const without = (what: string, call: (there: Nation) => Promise<unknown>) =>
  row(what, () => null, call, { floor: null, goal: null, rounds: 3, calls: 1 });

async function somePage({ control }: Nation, filters: BoardFilters): Promise<BoardFilters> {
  const { cards } = await readBoard(control, filters);
  return { ...filters, page: 1 + random.below(Math.max(1, Math.ceil(shownRows(cards) / 50))) };
}

async function someTeams({ control, teams }: Nation, many: number) {
  const numbers = Array.from({ length: many }, () => 1 + random.below(teams));
  return control.selectFrom("standings").selectAll().where("number", "in", numbers).execute();
}

type Entry = Awaited<ReturnType<typeof someTeams>>[number];

async function someTeam(there: Nation): Promise<Entry> {
  const [team] = await someTeams(there, 1);
  if (!team) throw new Error("No team");
  return team;
}

/** Adds another perfect game of a team. */
function changeEntry({ control }: Nation, team: Entry): Promise<number> {
  const entry = {
    teamId: team.team_id,
    clubCode: team.club_code,
    clubName: team.club_name,
    teamName: team.team_name,
    city: team.city,
    state: team.state,
    ageGroup: team.age_group,
    gender: team.gender,
    totalScore: team.total_score + 20,
    ratedGames: team.rated_games + 1,
    completedGames: team.completed_games + 1,
    perfectGames: team.perfect_games + 1,
    lastGameDate: team.last_game_date,
    trend: team.trend,
    strip: team.strip,
    changesAt: team.changes_at,
  };
  return replaceEntries(control, { clubCode: team.club_code, teams: [team.team_id], entries: [entry] });
}

export const rows: Row[] = [
  row(
    "cards and means",
    () => ({ ...all, ageGroup: someAge() }),
    ({ control }, asked) => readBoard(control, asked),
  ),
  list("list, first page", () => all),
  list("list, any page of all", (there) => somePage(there, all)),
  list("list of a state", () => ({ ...all, view: "state", state: random.pick(stateCodes) })),
  list("list by age group, any page", (there) => somePage(there, { ...all, ageGroup: someAge() })),
  list("list by gender, any page", (there) => somePage(there, { ...all, gender: someGender() })),
  list("list by age group and gender, any page", (there) =>
    somePage(there, { ...all, ageGroup: someAge(), gender: someGender() }),
  ),
  list("list of a state by gender, any page", (there) =>
    somePage(there, { ...all, view: "state", state: random.pick(stateCodes), gender: someGender() }),
  ),
  list("list of a state by age group, any page", (there) =>
    somePage(there, { ...all, view: "state", state: random.pick(stateCodes), ageGroup: someAge() }),
  ),
  list("list of a state with national ranks, any page", (there) =>
    somePage(there, { ...all, state: random.pick(stateCodes) }),
  ),
  row(
    "national rank of one team",
    async (there) => {
      const [team] = await someTeams(there, 1);
      const board = await readBoard(there.control, all);
      return { ...board, found: [team?.number ?? 0] };
    },
    ({ control }, board) => boardRows(control, all, board),
  ),
  search("search, a rare word", () => ({ ...all, q: "llanfair" })),
  search("search, a common word", () => ({ ...all, q: "hawks" })),
  search("search, a very common word", () => ({ ...all, q: "soccer" })),
  search("search, two letters", () => ({ ...all, q: random.pick(["ow", "zz", "ha", "qu", "sk", "x1"]) })),
  search("search, a middling word in a group", () => ({
    ...all,
    q: "otters purple",
    ageGroup: someAge(),
    gender: someGender(),
  })),
  search("search, a common word in a state's age group", () => ({
    ...all,
    view: "state",
    state: random.pick(stateCodes),
    ageGroup: someAge(),
    q: "hawks",
  })),
  search("search, two words that exclude each other", () => ({ ...all, q: "hawks otters" })),
  row("an entry changes", someTeam, changeEntry, { floor: null, goal: null }),
  {
    ...info("a new snapshot, seconds", "s"),
    async measure() {
      const there = await nation();
      const { seconds, longest, transactions } = await watched(() => makeSnapshot(there.control));
      const memory = Math.round(process.resourceUsage().maxRSS / 1024);
      const note = `${named(there)}, ${transactions} transactions, the longest ${longest.toFixed(1)} ms, ${memory} MB`;
      return { figure: seconds, note };
    },
  },
  {
    ...info("5,000 teams: the first look after a change", "ms"),
    async measure() {
      const there = await nation(sized(5_000, 1_000));
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await changeEntry(there, await someTeam(there));
        const before = performance.now();
        await boardRows(there.control, all, await readBoard(there.control, all));
        times.push(performance.now() - before);
      }
      return { figure: middle(times), note: `at most ${Math.max(...times).toFixed(1)} ms` };
    },
  },

  // Benefit of the stored ranks: the same query on the entries alone.
  without("without a snapshot: first page, sorted when it is read", ({ control }) =>
    sql`select team_id from standings order by ranked desc, (total_score + 36.0) / (rated_games + 3) desc,
      perfect_games desc, rated_games desc, team_name, team_id limit 50`.execute(control),
  ),
  without("without a snapshot: a rank, counted", ({ control }) =>
    sql`select count(*) from standings
      where ranked = 1 and (total_score + 36.0) / (rated_games + 3) > 15`.execute(control),
  ),
  without("without a snapshot: cards of the nation, summed", ({ control }) =>
    sql`select count(*), sum(ranked), count(distinct club_code), sum(perfect_games), sum(total_score)
      from standings`.execute(control),
  ),
  without("without a text index: search for a common word", ({ control }) =>
    sql`select count(*) from standings where ' ' || search_text like '% hawks%'`.execute(control),
  ),
];

function info(what: string, unit: string) {
  return { area: "nation", what, unit, better: "less", floor: null, goal: null } as const;
}

/** Measures how long `work` takes, and its longest write transaction, commit included. */
async function watched(work: () => Promise<void>) {
  let began: number | null = null;
  let ending = false;
  const taken: number[] = [];
  const listen = (statement: unknown) => {
    const { sql: text } = statement as { sql: string };
    if (ending && began !== null) taken.push(performance.now() - began);
    if (ending) began = null;
    ending = text === "commit";
    if (text === "begin immediate") began = performance.now();
  };
  subscribe("goodside.statement", listen);
  const since = performance.now();
  await work();
  const seconds = (performance.now() - since) / 1_000;
  unsubscribe("goodside.statement", listen);
  return { seconds, longest: Math.max(...taken), transactions: taken.length };
}
