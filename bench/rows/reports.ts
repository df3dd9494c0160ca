import type { ClubDb } from "#app/db/club/schema.ts";
import type { ClubFiles } from "#app/db/clubs.server.ts";
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

/** CPU of what each tab of the reports asks a club's file, over the running season and over all of its history. */
async function measure(): Promise<Figure> {
  await season();
  const { platform, closePlatform } = await import("#app/db/platform.server.ts");
  const reports = await import("#app/domain/club/reports/report.server.ts");
  const open = await platform();
  await writeClub(open.clubs);
  const of = (from: string, admin = true): ReportOf => ({
    ...{ scope: "all", viewer: { admin }, from, to: "2026-12-31", timezone: "America/Chicago", at: AT },
  });
  const rows = async (db: ClubDb, report: ReportOf) => {
    await Promise.all([
      reports.reportTeams(db, "all"),
      reports.tallies(db, report),
      reports.latestScores(db, report),
    ]);
  };
  const analytics = async (db: ClubDb, report: ReportOf) => {
    await Promise.all([
      reports.reportTeams(db, "all"),
      reports.tallies(db, report),
      reports.tagCounts(db, report),
      reports.hourTallies(db, report),
    ]);
  };
  const games = async (db: ClubDb, report: ReportOf) => {
    await reports.reportGames(db, report, "20", { page: 1, size: 50 });
  };
  const looks = [
    ["overview and teams of a season", rows, of("2026-08-01")],
    ["a manager's", rows, of("2026-08-01", false)],
    ["analytics of a season", analytics, of("2026-08-01")],
    ["games of a season", games, of("2026-08-01")],
    ["overview and teams of five years", rows, of("2021-01-01")],
    ["analytics of five years", analytics, of("2021-01-01")],
    ["games of five years", games, of("2021-01-01")],
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
  return {
    figure: Math.max(...times.slice(0, 4).map(([, ms]) => ms)),
    note: times.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(", "),
  };
}

/** A club of its own, so that other rows measure the same season as before. */
async function writeClub(clubs: ClubFiles): Promise<void> {
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
    measure,
  },
];
