import { sql } from "kysely";
import { inTransaction } from "#app/db/engine.server.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { ageOf, clubNameOf, genderOf, personOf, placeOf, teamNameOf } from "../../scripts/seed/names.ts";
import { Random } from "../../scripts/seed/random.ts";
import { atEnd } from "../fixtures/at-end.ts";
import { temporaryFolder } from "../fixtures/clubs.ts";
import { sized } from "../fixtures/size.ts";
import type { Figure, Row } from "../row.ts";

const CLUBS = sized(10_000, 20);
const TEAMS = 10;
const GAMES = 10;
const CLUBS_AT_ONCE = 100;
const ROUNDS = sized(5, 1);
const SEARCHES = [
  ...["soccer", "fc", "hawks", "ha", "s", "lightning", "zzz", "u12", "hawks soccer", "tigers united"],
  ...["lakeside hawks united", "fc united hawks soccer club", "denver lightning", "club77 tigers", "a b c"],
];

let filled: ReturnType<typeof fill> | undefined;

/** Fills a control database as the clubs' files would; it opens none. */
async function fill() {
  const { replaceSearchedTeams } = await import("#app/domain/control/staff-search/searched-rows.server.ts");
  const { control, close } = await openPlatform({
    ...{ dataDir: temporaryFolder("staff-search"), mode: "test", migrateOnOpen: true },
  });
  atEnd(close);
  await sql`pragma synchronous = off`.execute(control);
  const random = new Random("staff-search");
  let writing = 0;
  for (let from = 0; from < CLUBS; from += CLUBS_AT_ONCE) {
    const codes = Array.from(
      { length: Math.min(CLUBS_AT_ONCE, CLUBS - from) },
      (_, at) => `club${from + at}`,
    );
    await inTransaction(control, async (tx) => {
      await insertRows(
        tx,
        "clubs",
        codes.map((code) => ({ ...clubRow(random), code, slug: code, email: `office@${code}.example` })),
      );
      await insertRows(
        tx,
        "accounts",
        codes.flatMap((code) =>
          Array.from({ length: TEAMS }, (_, at) => accountRow(random, `${code}-${at}`)),
        ),
      );
    });
    const began = performance.now();
    for (const code of codes) {
      const teams = Array.from({ length: TEAMS }, (_, at) => searchedTeam(random, `${code}-${at}`));
      await replaceSearchedTeams(control, code, { looked: teams.map(({ teamId }) => teamId), teams });
    }
    writing += performance.now() - began;
  }
  return { control, writing };
}

function clubRow(random: Random) {
  const { state, city } = placeOf(random);
  return {
    ...{ name: clubNameOf(random, city), state, city, contact_name: personOf(random), phone: "" },
    ...{ timezone: "", status: "active" as const, plan: "standard" as const, player_cap: 800 },
    ...{ estimated_players: 200, verification_due_at: "", term_starts_at: "2026-01-01T00:00:00.000Z" },
    ...{ term_ends_at: "2027-01-01T00:00:00.000Z", created_at: "2026-01-01T00:00:00.000Z" },
  };
}

const accountRow = (random: Random, id: string) => ({
  ...{ id, kind: "person" as const, email: `${id}@people.example`, club_code: null, name: personOf(random) },
  ...{ phone: "", state: "", city: "", created_at: "2026-01-01T00:00:00.000Z" },
});

function searchedTeam(random: Random, teamId: string) {
  const ageGroup = ageOf(random);
  const games = Array.from({ length: GAMES }, () => ({
    date: new Date(Date.UTC(2026, 0, 3 + 7 * random.below(48) + random.below(2))).toISOString().slice(0, 10),
    opponent: `${placeOf(random).city} ${teamNameOf(random, random.below(400))}`,
  }));
  return {
    ...{ teamId, name: teamNameOf(random, random.below(400)), ageGroup, gender: genderOf(random, ageGroup) },
    ...{ season: "Fall 2026", status: "active" as const, games },
  };
}

const data = () => {
  filled ??= fill();
  return filled;
};

/** Returns the slowest search, each as the median of its rounds. */
async function slowest(tab: "findUsers" | "findClubs" | "findTeams" | "findGames"): Promise<Figure> {
  const { control } = await data();
  const find = await import("#app/domain/control/staff-search/find.server.ts");
  const { wordsOf } = await import("#app/domain/values/names.ts");
  const worst = { ms: 0, text: "" };
  for (const text of SEARCHES) {
    const words = wordsOf(text);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, system } = process.cpuUsage();
      if (tab === "findGames") await find.findGames(control, [{ words, days: [] }]);
      else await find[tab](control, words);
      const spent = process.cpuUsage({ user, system });
      times.push((spent.user + spent.system) / 1000);
    }
    const ms = times.sort((one, other) => one - other)[ROUNDS >> 1] ?? 0;
    if (ms >= worst.ms) Object.assign(worst, { ms, text });
  }
  return { figure: worst.ms, note: `the slowest of ${SEARCHES.length}: ‘${worst.text}’` };
}

const one = (what: string, unit: string, measure: Row["measure"], bounds: Partial<Row> = {}): Row => ({
  ...{ area: "staff-search", what, unit, better: "less", floor: null, goal: null, measure },
  ...bounds,
});

const search = (name: string, tab: Parameters<typeof slowest>[0]) =>
  one(`search of ${name}: CPU`, "ms", () => slowest(tab), { floor: 20, goal: 10 });

export const rows: Row[] = [
  one("teams and games indexed: time of each game", "µs", async () => {
    const { writing, control } = await data();
    const { rows: size } = await sql<{ mb: number }>`select page_count * page_size / 1e6 as mb
      from pragma_page_count(), pragma_page_size()`.execute(control);
    const games = CLUBS * TEAMS * GAMES;
    return {
      figure: (writing * 1000) / games,
      note: `${CLUBS.toLocaleString("en-US")} clubs, ${games.toLocaleString("en-US")} games; control database ${Math.round(size[0]?.mb ?? 0)} MB`,
    };
  }),
  search("users", "findUsers"),
  search("clubs", "findClubs"),
  search("teams", "findTeams"),
  search("games", "findGames"),
  one(
    "the figures of the home page: CPU",
    "ms",
    async () => {
      const { control } = await data();
      const { platformActivity } = await import("#app/domain/control/platform/activity.server.ts");
      const { whatNeedsAPerson } = await import("#app/domain/control/platform/needs.server.ts");
      const at = new Date("2026-11-22T18:00:00.000Z");
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { user, system } = process.cpuUsage();
        await platformActivity(control, at);
        await whatNeedsAPerson(control, "super_admin", at);
        const spent = process.cpuUsage({ user, system });
        times.push((spent.user + spent.system) / 1000);
      }
      return { figure: times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0 };
    },
    { floor: 100, goal: 50 },
  ),
];
