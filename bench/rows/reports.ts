import type { ClubDb } from "#app/db/club/schema.ts";
import type { Clubs } from "#app/db/clubs.server.ts";
import type { ReportOf } from "#app/domain/club/reports/report.server.ts";
import { gameRow, ratingRow, teamRow } from "#tests/support/rows.ts";
import { season } from "../fixtures/season.ts";
import { sized } from "../fixtures/size.ts";
import type { Figure, Row } from "../row.ts";

const TEAMS = sized(60, 4);
const GAMES = sized(24_000, 200);
const CODE = "reports1";
const ROUNDS = sized(10, 1);
const AT = new Date("2026-11-22T18:00:00.000Z");
const HOUR = 3_600_000;
const YEARS = 5;
/** Name of the tabs over all of the history. */
const ALL = "of all years";

let measured: Promise<[name: string, ms: number][]> | undefined;

/**
 * Returns the slowest of some tabs.
 * @param fits selects the tabs by name
 */
async function slowest(fits: (name: string) => boolean): Promise<Figure> {
  measured ??= measure();
  const times = (await measured).filter(([name]) => fits(name));
  return {
    figure: Math.max(...times.map(([, ms]) => ms)),
    note: times.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(", "),
  };
}

/** Measures CPU of each report tab's queries on a club's file, over the running season and over all of its history. */
async function measure(): Promise<[name: string, ms: number][]> {
  await season();
  const { platform, closePlatform } = await import("#app/db/storage/platform.server.ts");
  const reports = await import("#app/domain/club/reports/report.server.ts");
  const open = await platform();
  await writeClub(open.clubs);
  const of = (from: string, admin = true): ReportOf => ({
    ...{ scope: "all", viewer: { admin }, from, to: "2026-12-31", timezone: "America/Chicago", at: AT },
  });
  const rows = async (db: ClubDb, report: ReportOf) => {
    await Promise.all([
      reports.reportChoices(db, "all"),
      reports.tallies(db, report),
      reports.latestScores(db, report),
    ]);
  };
  const analytics = async (db: ClubDb, report: ReportOf) => {
    await Promise.all([
      reports.reportChoices(db, "all"),
      reports.tallies(db, report),
      reports.tagCounts(db, report),
      reports.hourTallies(db, report),
    ]);
  };
  const games = async (db: ClubDb, report: ReportOf) => {
    await reports.reportGames(db, report, { games: "20" }, { page: 1, size: 50 });
  };
  const looks = [
    ["overview and teams of a season", rows, of("2026-08-01")],
    ["a manager's", rows, of("2026-08-01", false)],
    ["analytics of a season", analytics, of("2026-08-01")],
    ["games of a season", games, of("2026-08-01")],
    ["overview and teams of all years", rows, of("2021-01-01")],
    ["analytics of all years", analytics, of("2021-01-01")],
    ["games of all years", games, of("2021-01-01")],
  ] as const;
  const times: [string, number][] = [];
  for (const [name, look, report] of looks) {
    const ms = await open.clubs.use(CODE, async (db) => {
      await look(db, report);
      const { user, system } = process.cpuUsage();
      for (let round = 0; round < ROUNDS; round += 1) await look(db, report);
      const spent = process.cpuUsage({ user, system });
      return (spent.user + spent.system) / 1000 / ROUNDS;
    });
    times.push([name, ms]);
  }
  await closePlatform();
  return times;
}

/** Measures CPU of laying out a report with every chart. */
async function measurePdf(): Promise<Figure> {
  const { reportPdf } = await import("#app/print/report-pdf.server.ts");
  const months = Array.from({ length: 36 }, (_, n) => ({
    ...{ label: `Month ${n}`, perfect: n, minor: 3, major: n % 4, share: n / 36, low: n / 40, high: n / 36 },
  }));
  const names = ["Team", "Rated", "Average", "Perfect", "Minor", "Major", "Trend", "Last game"];
  const columns = names.map((name) => ({ name, width: 2 }));
  const rows = Array.from({ length: TEAMS }, (_, n) => names.map((name) => `${name} ${n}`));
  const about = { title: "Sideline report", club: "Club", about: "", color: "#1f4e8c", logo: null };
  const { user, system } = process.cpuUsage();
  const pdf = await reportPdf({
    ...{ ...about, at: AT.toISOString() },
    sections: [
      { heading: "Months", sentences: [], chart: { kind: "shares", alt: "Months", rows: months } },
      { heading: "Trend", sentences: [], chart: { kind: "trend", alt: "Trend", points: months } },
      {
        ...{ heading: "Noted", sentences: [] },
        chart: { kind: "bars", alt: "Noted", panels: [{ label: "Hostile", bars: months }] },
      },
      { heading: "Teams", sentences: [], table: { columns, rows } },
    ],
  });
  const spent = process.cpuUsage({ user, system });
  return { figure: (spent.user + spent.system) / 1000, note: `${Math.round(pdf.length / 1000)} kB` };
}

/** Writes a separate club, so that other rows measure the same season as before. */
async function writeClub(clubs: Clubs): Promise<void> {
  const { inTransaction } = await import("#app/db/engine.server.ts");
  const profile = await clubs.use("demo1", (db) =>
    db.selectFrom("club").selectAll().executeTakeFirstOrThrow(),
  );
  await clubs.create({ ...profile, code: CODE, slug: CODE });
  const chunk = 200;
  await clubs.use(CODE, (db) =>
    inTransaction(db, async (tx) => {
      await tx
        .insertInto("teams")
        .values(Array.from({ length: TEAMS }, (_, n) => teamRow(`team-${n}`, `Team ${n}`)))
        .execute();
      for (let from = 0; from < GAMES; from += chunk) {
        const numbers = Array.from({ length: chunk }, (_, n) => from + n);
        const score = (n: number) => ([20, 20, 10, 20, 0] as const)[n % 5] ?? 20;
        await tx
          .insertInto("games")
          .values(
            numbers.map((n) => ({
              ...gameRow(
                `game-${n}`,
                `team-${n % TEAMS}`,
                new Date(AT.getTime() - (n / GAMES) * YEARS * 365 * 24 * HOUR),
              ),
              final_score: score(n),
              agreement: "agreed" as const,
              final_policy: "coach-final" as const,
              finalized_at: AT.toISOString(),
            })),
          )
          .execute();
        await tx
          .insertInto("ratings")
          .values(
            numbers.flatMap((n) =>
              (["coach", "manager"] as const).map((side) =>
                ratingRow(`game-${n}`, {
                  side,
                  score: score(n),
                  given_by: side,
                  given_as: side === "coach" ? "head" : "manager",
                  tags: score(n) === 20 ? "[]" : '["dissent","instructing"]',
                }),
              ),
            ),
          )
          .execute();
      }
    }),
  );
}

export const rows: Row[] = [
  {
    area: "reports",
    what: `reports of ${TEAMS} teams with ${GAMES.toLocaleString("en-US")} games in ${YEARS} years: CPU of the slowest tab's queries over a season`,
    unit: "ms",
    better: "less",
    floor: 100,
    goal: 30,
    measure: () => slowest((name) => !name.endsWith(ALL)),
  },
  {
    area: "reports",
    what: `a report of ${TEAMS} teams and three years as PDF: CPU in the worker`,
    unit: "ms",
    better: "less",
    floor: 1_500,
    goal: 700,
    measure: measurePdf,
  },
  {
    area: "reports",
    what: `the same over all ten seasons (${YEARS} years)`,
    unit: "ms",
    better: "less",
    floor: 100,
    goal: 60,
    measure: () => slowest((name) => name.endsWith(ALL)),
  },
];
