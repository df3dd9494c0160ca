import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { gameImports } = await import("#app/journeys/imports/imports.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { reviewImport } = await import("#app/domain/club/schedule-import/import-review.server.ts");
const { summarizeReview } = await import("#app/domain/club/schedule-import/import-review.server.ts");
const { scheduleProblemLabel } = await import("#app/domain/club/schedule-import/labels.ts");
const { clearOldPreviews } = await import("#app/domain/club/imports/import-previews.server.ts");
afterAll(() => world.close());

const file = (name: string) => readFileSync(new URL(`../../fixtures/schedules/${name}`, import.meta.url));

async function lakeside() {
  const club = await world.club("Lakeside Youth Soccer");
  const teams = {
    hawks: await world.team(club, "Hawks", { age_group: "U-12", gender: "Boys" }),
    eagles: await world.team(club, "Eagles", { age_group: "U-10", gender: "Girls" }),
    tigers: await world.team(club, "Tigers", { age_group: "U-8", gender: "Coed" }),
    lions: await world.team(club, "Lions", { age_group: "U-14", gender: "Boys" }),
  };
  const lease = await world.platform.clubs.lease(club.code);
  const ctx = {
    control: world.control,
    platform: world.platform,
    client: { ip: "203.0.113.7", userAgent: "test", requestId: "test" },
    db: lease.db,
    club: { code: club.code, name: club.name, state: "TX", timezone: "America/Chicago" },
    user: {
      accountId: club.adminAccount,
      name: "Ada Admin",
      email: null,
      role: "club_admin" as const,
      assignments: [],
    },
  };
  return { club, teams, ctx, db: lease.db };
}
type Lakeside = Awaited<ReturnType<typeof lakeside>>;

async function preview({ ctx }: Lakeside, bytes: Uint8Array | string, teamId: string | null = null) {
  const answer = await gameImports.preview(ctx, {
    name: "schedule.csv",
    bytes: typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes,
    teamId,
  });
  if (!answer.ok) throw new Error(answer.problem);
  return { id: answer.importId, review: await review({ ctx }, answer.importId) };
}

/** Replaces the random number that two games of one row share, which differs each time. */
const withoutPairIds = (summary: object) =>
  JSON.parse(JSON.stringify(summary).replaceAll(/pair:[\w-]+/g, "pair"));

/** Loads everything that a preview's page is made from, row by row. */
async function review({ ctx }: Pick<Lakeside, "ctx">, id: string) {
  const opened = await gameImports.open(ctx, id);
  if (opened?.state !== "preview") throw new Error("no preview");
  const { payload } = await ctx.db
    .selectFrom("imports")
    .select("payload")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const whole = await reviewImport(ctx.db, payload, ctx.club);
  const today = new Date().toISOString().slice(0, 10);
  expect(withoutPairIds(opened.summary)).toEqual(withoutPairIds(summarizeReview(whole, today)));
  return whole;
}

async function imported(club: Lakeside, bytes: Uint8Array | string, teamId: string | null = null) {
  const { id } = await preview(club, bytes, teamId);
  return finished(await gameImports.finish(club.ctx, id));
}

function finished(result: Awaited<ReturnType<typeof gameImports.finish>>) {
  if (!result.ok) throw new Error(result.problem);
  return result.finished;
}

const games = ({ db }: Lakeside) =>
  db.selectFrom("games").selectAll().orderBy("starts_at").orderBy("id").execute();

const files: [string, string, { team?: "lions"; added: number; skipped: number }][] = [
  ["goodside.csv", "Goodside schedule", { added: 42, skipped: 0 }],
  ["sportsengine-season.csv", "SportsEngine season schedule", { added: 37, skipped: 2 }],
  ["sportsengine-upload.csv", "SportsEngine upload file", { added: 36, skipped: 2 }],
  ["teamsnap.csv", "TeamSnap schedule", { added: 34, skipped: 1 }],
  ["teamsnap-team.csv", "TeamSnap schedule", { team: "lions", added: 11, skipped: 0 }],
  ["playmetrics.csv", "PlayMetrics schedule", { added: 38, skipped: 0 }],
  ["gotsport.csv", "GotSport export", { added: 38, skipped: 2 }],
  ["arbiter.tsv", "Arbiter schedule", { added: 32, skipped: 0 }],
];

describe.each(files)("%s", (name, source, { team, added, skipped }) => {
  test("the file is read as exported, and changes nothing the second time", async () => {
    const club = await lakeside();
    const own = team ? club.teams[team] : null;
    const { review } = await preview(club, file(name), own);
    expect(review.head.source).toBe(source);
    expect(review.counts).toMatchObject({ added, skipped, changed: 0, unchanged: 0 });
    const first = await imported(club, file(name), own);
    expect(first).toMatchObject({ status: "done", payload: "", added, skipped, changed: 0, unchanged: 0 });
    const stored = await games(club);
    expect(stored).toHaveLength(added);
    const second = await imported(club, file(name), own);
    expect(second).toMatchObject({ added: 0, changed: 0, unchanged: added, skipped });
    expect(await games(club)).toEqual(stored);
  });
});

describe("reading files", () => {
  const find = async (club: Lakeside, opponent: string, date: string) =>
    (await games(club)).find((game) => game.opponent === opponent && game.date === date);

  test("our template: quoted commas, '@' for away, TBD, and defaults for empty cells", async () => {
    const club = await lakeside();
    await imported(club, file("goodside.csv"));
    expect(await find(club, "Riverside Lions", "2026-09-05")).toMatchObject({
      team_id: club.teams.hawks,
      time: "09:00",
      starts_at: "2026-09-05T14:00:00.000Z",
      location: "Zilker Park, Field 3",
      home_away: "home",
      status: "scheduled",
    });
    const all = await games(club);
    expect(all.filter(({ time }) => time === null)).toHaveLength(1);
    expect(all.filter(({ location }) => location === "TBD")).toHaveLength(1);
    expect(all.some(({ opponent }) => opponent.startsWith("@"))).toBe(false);
    expect(all.filter(({ home_away }) => home_away === "away").length).toBeGreaterThan(10);
  });

  test("SportsEngine: cancelled games are added as cancelled; deleted and unscheduled ones are skipped", async () => {
    const club = await lakeside();
    const { review } = await preview(club, file("sportsengine-season.csv"));
    expect(review.rows.filter(({ status }) => status === "warning").map(({ row }) => row.line)).toEqual([
      29, 40,
    ]);
    await imported(club, file("sportsengine-season.csv"));
    expect((await games(club)).filter(({ status }) => status === "cancelled")).toHaveLength(2);
  });

  test("TeamSnap in Windows-1252 keeps its accents", async () => {
    const club = await lakeside();
    const { review } = await preview(club, file("teamsnap.csv"));
    expect(review.head.format).toMatchObject({ encoding: "windows-1252" });
    await imported(club, file("teamsnap.csv"));
    const all = await games(club);
    expect(all.some(({ location }) => location === "Polígono Deportivo, Cancha 2")).toBe(true);
    expect(all.some(({ opponent }) => opponent === "San José Toros")).toBe(true);
  });

  test("PlayMetrics: a game between two of the club's teams is two games with one number", async () => {
    const club = await lakeside();
    await imported(club, file("playmetrics.csv"));
    const derby = (await games(club)).filter(({ external_id }) => external_id === "PM-2100");
    expect(derby.map(({ team_id, home_away }) => [team_id, home_away]).sort()).toEqual(
      [
        [club.teams.hawks, "home"],
        [club.teams.lions, "away"],
      ].sort(),
    );
  });

  test("two of the club's teams are linked even if the file has no number for their game", async () => {
    const club = await lakeside();
    const text = "Date,Time,Home Team,Away Team\n2026-12-12,2 pm,Hawks,Lions\n";
    await imported(club, text);
    const [one, two] = await games(club);
    expect(one?.external_id).toMatch(/^pair:/);
    expect(two?.external_id).toBe(one?.external_id);
    expect(await imported(club, text)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  });

  test("GotSport: other clubs' games are skipped, and the user is asked about a similar name", async () => {
    const club = await lakeside();
    const { id, review } = await preview(club, file("gotsport.csv"));
    const texts = review.rows.flatMap(({ row, issues }) => issues.map(({ text }) => `${row.line}: ${text}`));
    expect(texts).toEqual([
      "40: A game of other clubs: row skipped",
      '41: "Panthers 2014" may be one of your teams: choose which',
    ]);
    const unresolved = review.fileTeams.filter(({ unresolved }) => unresolved);
    expect(unresolved.map(({ text }) => text)).toContain("Panthers 2014");
    const panthers = unresolved.find(({ text }) => text === "Panthers 2014");
    const answer = { keys: [panthers?.key ?? ""], text: "Panthers 2014", choice: club.teams.hawks };
    expect(await gameImports.answerTeams(club.ctx, id, [answer])).toEqual({ ok: true, planned: 0 });
    const again = await gameImports.open(club.ctx, id);
    expect(again?.state === "preview" && again.summary.counts).toMatchObject({ added: 39, error: 0 });
  });

  test("byes and games that are called off are no games, and say so once", async () => {
    const club = await lakeside();
    const rows = (lions: string) =>
      `Team,Opponent,Date,Time\nHawks,${lions},2027-03-06,10 am\nHawks,BYE,2027-03-13,\nEagles,Bye,2027-03-13,\nEagles,Cancelled - Kings,2027-03-20,10 am\n`;
    const { review } = await preview(club, rows("Riverside Lions"));
    expect(summarizeReview(review, "2027-01-01").issueGroups).toEqual([
      expect.objectContaining({ text: "A bye is no game: row skipped", rowCount: 2, lines: "3-4" }),
      expect.objectContaining({ text: expect.stringContaining("no game"), rowCount: 1, lines: "5" }),
    ]);
    expect(await imported(club, rows("Riverside Lions"))).toMatchObject({ added: 1, skipped: 3 });
    // A game that stands on the schedule is cancelled by the same words.
    expect(await imported(club, rows("Cancelled - Riverside Lions"))).toMatchObject({ added: 0, changed: 1 });
    expect(await find(club, "Riverside Lions", "2027-03-06")).toMatchObject({ status: "cancelled" });
  });

  test("dates with the day first, and without a year, are read by the file as a whole", async () => {
    const club = await lakeside();
    await imported(club, "Team,Opponent,Date\nHawks,Kings,5/9/2026\nHawks,Bees,31/12/2026\n");
    expect((await games(club)).map(({ date }) => date)).toEqual(["2026-09-05", "2026-12-31"]);
    await imported(club, "Team,Opponent,Date\nEagles,Kings,Sat 11/7\nEagles,Bees,2026-11-14\n");
    expect(await find(club, "Kings", "2026-11-07")).toBeDefined();
  });

  test("a file whose every date can be read both ways is asked about", async () => {
    const club = await lakeside();
    const { id, review } = await preview(club, "Team,Opponent,Date\nHawks,Kings,3/6/2027\n");
    expect(review.head.dates).toMatchObject({ unsure: true, dayFirst: false });
    expect(await gameImports.turnDates(club.ctx, id, true)).toEqual({ ok: true });
    await gameImports.finish(club.ctx, id);
    expect((await games(club)).map(({ date }) => date)).toEqual(["2027-06-03"]);
  });

  test("every broken row is reported with the file's line number, and the others are imported", async () => {
    const club = await lakeside();
    const { review } = await preview(club, file("with-problems.csv"));
    const problems = review.rows.map(({ row, status, issues }) => [
      row.line,
      status,
      issues.map((i) => i.text).join("; "),
    ]);
    expect(problems).toEqual([
      [2, "valid", ""],
      [3, "error", "Opponent is missing"],
      [4, "error", 'Date "31/31/2026" cannot be read: use MM/DD/YYYY or YYYY-MM-DD'],
      [5, "error", 'Time "quarter past nine" cannot be read: use HH:MM AM/PM, or TBD'],
      [7, "error", "Fewer cells than the header: row skipped"],
      [8, "error", 'None of your teams is called "Panthers 2014"'],
      [9, "error", '"Hawk" may be one of your teams: choose which'],
      [10, "error", "More cells than the header: is there a comma without quotation marks?"],
      [
        11,
        "warning",
        'Time "2:00" has no AM or PM and is read as the morning; Location is missing: TBD is used',
      ],
      [12, "warning", "Time is missing: 12:00 PM is used"],
      [13, "warning", "Location is missing: TBD is used"],
      [14, "warning", "The same game as on line 13"],
    ]);
  });
});

// product/imports.md#schedule-import
describe("importing again", () => {
  const head = "External Game ID,Date,Start Time,Field Name,Home Team Name,Away Team Name,Status\n";
  const season = `${head}A1,2027-03-06,10:00,Field 1,Hawks,Comets,Scheduled\nA2,2027-03-13,10:00,Field 1,Hawks,Rapids,Scheduled\n`;

  test("a new date reschedules the game and keeps the original date", async () => {
    const club = await lakeside();
    await imported(club, season);
    const moved = season.replace("A1,2027-03-06,10:00", "A1,2027-03-20,11:30");
    const { review } = await preview(club, moved);
    expect(review.rows[0]?.games[0]?.effect).toMatchObject({
      kind: "change",
      changes: [
        { field: "Date", from: "2027-03-06", to: "2027-03-20" },
        { field: "Time", from: "10:00", to: "11:30" },
        { field: "Status", from: "scheduled", to: "rescheduled" },
      ],
    });
    expect(await imported(club, moved)).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
    const game = (await games(club)).find(({ external_id }) => external_id === "A1");
    expect(game).toMatchObject({
      date: "2027-03-20",
      time: "11:30",
      starts_at: "2027-03-20T16:30:00.000Z",
      status: "rescheduled",
      original_date: "2027-03-06",
      original_time: "10:00",
    });
    expect(await imported(club, moved)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  });

  test("an old file does not move a game back that was moved by hand", async () => {
    const club = await lakeside();
    await imported(club, season);
    const { editGame, gameVersion } = await import("#app/domain/club/games/games.server.ts");
    const [first] = await games(club);
    await inTransaction(club.db, (tx) =>
      editGame(
        tx,
        first?.id ?? "",
        {
          opponent: "Comets",
          date: "2027-04-03",
          time: "10:00",
          location: "Field 1",
          home_away: "home",
          notes: "",
          status: "scheduled",
          reason: "moved",
        },
        first ? gameVersion(first) : "",
      ),
    );
    const { review } = await preview(club, season);
    expect(review.counts).toMatchObject({ added: 0, changed: 0, unchanged: 2, warning: 1 });
  });

  test("cancelled and deleted rows cancel games; a new date reinstates one", async () => {
    const club = await lakeside();
    await imported(club, season);
    const off = season
      .replace("Comets,Scheduled", "Comets,Cancelled")
      .replace("Rapids,Scheduled", "Rapids,Deleted");
    expect(await imported(club, off)).toMatchObject({ added: 0, changed: 2 });
    expect((await games(club)).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    expect(await imported(club, season)).toMatchObject({ changed: 0, unchanged: 2 });
    await imported(club, season.replace("A2,2027-03-13", "A2,2027-05-01"));
    expect((await games(club)).map(({ status }) => status)).toEqual(["cancelled", "rescheduled"]);
  });

  test("missing columns and empty cells blank nothing", async () => {
    const club = await lakeside();
    await imported(club, season);
    const before = await games(club);
    const bare = "Team,Opponent,Date\nHawks,COMETS,3/6/2027\nHawks,Rapids,3/13/27\n";
    expect(await imported(club, bare)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    const empty =
      "team_name,opponent,date,time,location\nHawks,Comets,2027-03-06,,\nHawks,Rapids,2027-03-13,,\n";
    expect(await imported(club, empty)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await games(club)).toEqual(before);
  });

  test("a doubleheader stays two games when one of them moves by an hour", async () => {
    const club = await lakeside();
    const two = "Team,Opponent,Date,Time\nHawks,Comets,2027-03-06,10 am\nHawks,Comets,2027-03-06,2 pm\n";
    expect(await imported(club, two)).toMatchObject({ added: 2 });
    expect(await imported(club, two)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await imported(club, two.replace("10 am", "11 am"))).toMatchObject({
      added: 0,
      changed: 1,
      unchanged: 1,
    });
  });

  test("a file does not move a rated game into the future, and asks before it calls one off", async () => {
    const club = await lakeside();
    const played = `${head}A1,2026-09-05,10:00,Field 1,Hawks,Comets,Final\n`;
    await imported(club, played);
    const [game] = await games(club);
    await rate(club, game?.id ?? "");
    for (const [row, status, counts] of [
      ["A1,2028-09-05,10:00,Field 1,Hawks,Comets,", "error", { changed: 0, skipped: 1 }],
      ["A1,2026-09-05,10:00,Field 1,Hawks,Comets,Cancelled", "warning", { changed: 0, unchanged: 1 }],
    ] as const) {
      const { review } = await preview(club, `${head}${row}\n`);
      expect(review.rows[0]).toMatchObject({ status });
      expect(review.rows[0]?.issues[0]?.text).toContain("has a rating");
      expect(review.counts).toMatchObject(counts);
    }
    expect(await imported(club, played.replace("Field 1", "Field 2"))).toMatchObject({ changed: 1 });
  });

  test("games that the file lacks are listed, and stay", async () => {
    const club = await lakeside();
    await imported(club, season);
    const { review } = await preview(
      club,
      `${season.split("\n").slice(0, 2).join("\n")}\nA9,2027-03-20,10:00,F,Hawks,Kings,\n`,
    );
    expect(review.missing.map(({ opponent }) => opponent)).toEqual(["Rapids"]);
  });

  test("confirming twice at the same time imports once", async () => {
    const club = await lakeside();
    const { id } = await preview(club, season);
    const both = await Promise.all([gameImports.finish(club.ctx, id), gameImports.finish(club.ctx, id)]);
    expect(both.map((result) => finished(result).added)).toEqual([2, 2]);
    expect(await games(club)).toHaveLength(2);
  });

  test("two previews of the same file add its games once", async () => {
    const club = await lakeside();
    const first = await preview(club, season);
    const second = await preview(club, season);
    await gameImports.finish(club.ctx, first.id);
    expect(finished(await gameImports.finish(club.ctx, second.id))).toMatchObject({ added: 0, unchanged: 2 });
  });
});

/** Returns games without counts and dates of their changes. */
const withoutCounts = (all: Awaited<ReturnType<typeof games>>) =>
  all.map((game) => ({ ...game, updated_at: "", sequence: 0 }));

describe("undoing an import", () => {
  const first =
    "External ID,Team,Opponent,Date,Time\nA1,Hawks,Comets,2027-03-06,10 am\nA2,Hawks,Rapids,2027-03-13,10 am\n";
  const second = `${first.replace("2027-03-06", "2027-03-07")}A3,Eagles,Bees,2027-03-20,10 am\n`;

  test("undoing an import deletes what it added and restores exactly what it changed", async () => {
    const club = await lakeside();
    await imported(club, first);
    const before = await games(club);
    const { id } = await imported(club, second);
    expect(await games(club)).toHaveLength(3);
    expect(await gameImports.undo(club.ctx, id)).toEqual({ ok: true });
    const after = await games(club);
    expect(withoutCounts(after)).toEqual(withoutCounts(before));
    // Calendars take the higher number for the newer one: being moved and moved back are two changes.
    expect(after.map(({ sequence }) => sequence).sort()).toEqual([0, 2]);
    expect(await gameImports.undo(club.ctx, id)).toEqual({ ok: true });
    expect(await games(club)).toHaveLength(2);
  });

  test("undoing an import restores every single value that it changed", async () => {
    const club = await lakeside();
    const columns = "Team,Opponent,Date,Time,Location,Home/Away";
    await imported(club, `${columns}\nHawks,Comets,2027-03-06,10 am,Field 1,Home\n`);
    await imported(club, `ID,${columns}\nW1,Eagles,Wasps,2027-03-07,9 am,Field 2,Home\n`);
    const before = await games(club);
    const rows = [
      "H1,Hawks,Comets,2027-03-06,11 am,Field 9,Away",
      "W1,Eagles,Hornets,2027-03-08,9 am,Field 2,Home",
    ];
    const { id } = await imported(club, `ID,${columns}\n${rows.join("\n")}\n`);
    const between = await games(club);
    const changed = between.flatMap((game) => {
      const was = before.find(({ id }) => id === game.id);
      return Object.entries(game).flatMap(([name, value]) => (value === was?.[name as "id"] ? [] : [name]));
    });
    const moved = ["date", "time", "starts_at", "location", "home_away", "original_date", "original_time"];
    expect(new Set(changed)).toEqual(
      new Set(["opponent", ...moved, "status", "external_id", "sequence", "updated_at"]),
    );
    expect(await gameImports.undo(club.ctx, id)).toEqual({ ok: true });
    expect(withoutCounts(await games(club))).toEqual(withoutCounts(before));
    const again = await imported(club, `ID,${columns}\n${rows.join("\n")}\n`);
    // Importing the same file again changes nothing, and keeps the stored values.
    expect(await imported(club, `ID,${columns}\n${rows.join("\n")}\n`)).toMatchObject({ changed: 0 });
    expect(await gameImports.undo(club.ctx, again.id)).toEqual({ ok: true });
    expect(withoutCounts(await games(club))).toEqual(withoutCounts(before));
  });

  test("undoing an import is all that a finished import allows: teams can no longer be chosen", async () => {
    const club = await lakeside();
    const { id } = await imported(club, first);
    const answer = { keys: ["hawks"], text: "Hawks", choice: club.teams.eagles };
    expect(await gameImports.answerTeams(club.ctx, id, [answer])).toEqual({
      ok: false,
      problem: "not-found",
    });
  });

  test("undoing an import is refused once one of its games is rated or changed by a later import", async () => {
    const club = await lakeside();
    const one = await imported(club, first);
    await tick();
    const two = await imported(club, second);
    expect(await gameImports.undo(club.ctx, one.id)).toEqual({ ok: false, problem: "edited", games: 1 });
    const bees = (await games(club)).find(({ opponent }) => opponent === "Bees");
    await rate(club, bees?.id ?? "");
    expect(await gameImports.undo(club.ctx, two.id)).toEqual({ ok: false, problem: "rated", games: 1 });
    expect(await games(club)).toHaveLength(3);
  });

  test("undoing an import is refused once a game that it added is rated, even if the clock was set back", async () => {
    const club = await lakeside();
    const done = await imported(club, first);
    const [game] = await games(club);
    await rate(club, game?.id ?? "");
    await club.db.updateTable("ratings").set({ given_at: "2026-01-01T00:00:00.000Z" }).execute();
    expect(await gameImports.undo(club.ctx, done.id)).toEqual({ ok: false, problem: "rated", games: 1 });
    expect(await games(club)).toHaveLength(2);
  });

  test("undoing an import is still possible after importing the same file again", async () => {
    const club = await lakeside();
    const done = await imported(club, first);
    expect(await imported(club, first)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await gameImports.undo(club.ctx, done.id)).toEqual({ ok: true });
    expect(await games(club)).toEqual([]);
  });

  test("every import can be undone, the latest first and then the one before", async () => {
    const club = await lakeside();
    const one = await imported(club, first);
    await tick();
    const before = await games(club);
    const two = await imported(club, second);
    await tick();
    const three = await imported(club, "Team,Opponent,Date\nTigers,Cubs,2027-04-03\n");
    // An import whose games no other touched can go at any time.
    expect(await gameImports.undo(club.ctx, two.id)).toEqual({ ok: true });
    const left = (await games(club)).filter(({ import_id }) => import_id !== three.id);
    expect(left.map((game) => ({ ...game, sequence: 0 }))).toEqual(
      before.map((game) => ({ ...game, sequence: 0 })),
    );
    expect(await gameImports.undo(club.ctx, one.id)).toEqual({ ok: true });
    expect((await games(club)).map(({ opponent }) => opponent)).toEqual(["Cubs"]);
    expect(await gameImports.undo(club.ctx, three.id)).toEqual({ ok: true });
    expect(await games(club)).toEqual([]);
  });

  test("undoing an import is refused once one of its games was changed by hand, and says so", async () => {
    const club = await lakeside();
    const done = await imported(club, first);
    await tick();
    const { cancelGame, gameVersion } = await import("#app/domain/club/games/games.server.ts");
    const [game] = await games(club);
    await inTransaction(club.db, (tx) => cancelGame(tx, game?.id ?? "", game ? gameVersion(game) : ""));
    const opened = await gameImports.open(club.ctx, done.id);
    expect(opened?.state === "finished" && opened.undo).toEqual({ ok: false, problem: "edited", games: 1 });
    expect(await gameImports.undo(club.ctx, done.id)).toEqual({ ok: false, problem: "edited", games: 1 });
    expect(await games(club)).toHaveLength(2);
  });
});

describe("a file of a club of another name, with teams that do not exist yet", () => {
  test("another club's file asks for the club, creates the missing teams once, and asks nothing of the next file", async () => {
    const club = await lakeside();
    await club.db.updateTable("teams").set({ status: "deleted" }).execute();
    const ctx = { ...club.ctx, club: { ...club.ctx.club, name: "St. Mary's & Lakeside Youth Soccer" } };
    const fresh = { ...club, ctx };
    const { id } = await preview(fresh, file("gotsport.csv"));
    const next = async () => {
      const opened = await gameImports.open(ctx, id);
      return opened?.state === "preview" ? opened.summary : undefined;
    };
    expect(await next()).toMatchObject({ next: "club", counts: { added: 0 } });
    const found = await gameImports.sides(ctx, id);
    expect(found?.sides).toMatchObject({ kind: "clubs", likely: ["lakeside youth soccer"] });
    expect(await gameImports.claimSides(ctx, id, found?.sides?.likely ?? [])).toEqual({ ok: true });
    const asked = await next();
    expect(asked?.next).toBe("teams");
    expect(asked?.season).toBe("Fall 2026");
    const answers = (asked?.openTeams ?? []).map(({ keys, names, team }) => ({
      keys,
      text: names[0] ?? "",
      choice: {
        name: team.name,
        ageGroup: team.ageGroup ?? ("U-6" as const),
        gender: team.gender ?? ("Coed" as const),
        season: "Fall 2026",
      },
    }));
    expect(answers.map(({ choice }) => `${choice.name} ${choice.ageGroup} ${choice.gender}`).sort()).toEqual([
      "Eagles U-10 Girls",
      "Hawks U-12 Boys",
      "Lions U-14 Boys",
      "Panthers 2014 U-12 Boys",
      "Tigers U8C U-8 Coed",
    ]);
    expect(await gameImports.answerTeams(ctx, id, answers)).toEqual({ ok: true, planned: 5 });
    expect(await gameImports.answerTeams(ctx, id, answers)).toEqual({ ok: true, planned: 5 });
    expect(await next()).toMatchObject({ next: "preview", counts: { added: 39 } });
    expect(await activeTeams(club)).toEqual([]);
    expect(finished(await gameImports.finish(ctx, id))).toMatchObject({ added: 39, skipped: 1 });
    expect(await activeTeams(club)).toHaveLength(5);
    const again = await preview(fresh, file("gotsport.csv"));
    expect(again.review.counts).toMatchObject({ added: 0, unchanged: 39 });
    expect(await gameImports.undo(ctx, id)).toEqual({ ok: true });
    expect(await activeTeams(club)).toEqual([]);
  });

  test("until the import, a new team is only in the preview", async () => {
    const club = await lakeside();
    const { id } = await preview(club, file("gotsport-two-teams.csv"));
    const { sides } = (await gameImports.sides(club.ctx, id)) ?? {};
    const own = sides?.sides.find(({ name }) => name === "Own SC");
    await gameImports.claimSides(club.ctx, id, [own?.key ?? ""]);
    const opened = await gameImports.open(club.ctx, id);
    const open = opened?.state === "preview" ? opened.summary.openTeams : [];
    const answers = open.map(({ keys, names, team }) => {
      const { name, ageGroup, gender } = team;
      if (!ageGroup || !gender) throw new Error(`${name} has no age group or gender`);
      return { keys, text: names[0] ?? "", choice: { name, ageGroup, gender, season: "Spring 2027" } };
    });
    expect(answers.map(({ choice }) => choice.name).sort()).toEqual(["Yaks", "Zebras"]);
    await gameImports.answerTeams(club.ctx, id, answers);
    const before = await activeTeams(club);
    expect(before).not.toContain("Yaks");
    expect(finished(await gameImports.finish(club.ctx, id))).toMatchObject({ added: 2 });
    expect(await activeTeams(club)).toEqual([...before, "Yaks", "Zebras"].sort());
    expect(await gameImports.undo(club.ctx, id)).toEqual({ ok: true });
    expect(await activeTeams(club)).toEqual(before);
  });

  test("a team of an undone import stays where something depends on it, and a name taken meanwhile is that team", async () => {
    const club = await lakeside();
    const text = "Team,Opponent,Date\nReds,Kings,2026-10-03\nBlues,Kings,2026-10-04\n";
    const make = (key: string, name: string) => ({
      keys: [`${key}|||`],
      text: key,
      choice: { name, ageGroup: "U-12" as const, gender: "Boys" as const, season: "Fall 2026" },
    });
    const answers = [make("reds", "Reds"), make("blues", "Azure")];
    const first = await preview(club, text);
    const second = await preview(club, text);
    for (const { id } of [first, second])
      expect(await gameImports.answerTeams(club.ctx, id, answers)).toEqual({ ok: true, planned: 2 });
    finished(await gameImports.finish(club.ctx, first.id));
    expect(finished(await gameImports.finish(club.ctx, second.id))).toMatchObject({ added: 0, unchanged: 2 });
    expect(await activeTeams(club)).toEqual(expect.arrayContaining(["Azure", "Reds"]));
    expect(await activeTeams(club)).toHaveLength(6);
    const [azure] = await club.db.selectFrom("teams").select("id").where("name", "=", "Azure").execute();
    const more = await preview(club, "Team,Opponent,Date\nAzure,Bees,2026-11-04\n");
    finished(await gameImports.finish(club.ctx, more.id));
    expect(await gameImports.undo(club.ctx, first.id)).toEqual({ ok: true });
    expect(await activeTeams(club)).not.toContain("Reds");
    expect(await activeTeams(club)).toContain("Azure");
    expect(await club.db.selectFrom("games").select("team_id").execute()).toEqual([{ team_id: azure?.id }]);
  });

  test("a team whose name is taken is refused, and nothing is created", async () => {
    const club = await lakeside();
    const text = "Team,Opponent,Date\nReds,Kings,2026-10-03\nBlues,Kings,2026-10-04\n";
    const { id } = await preview(club, text);
    const make = (key: string, name: string) => ({
      keys: [`${key}|||`],
      text: key,
      choice: { name, ageGroup: "U-12" as const, gender: "Boys" as const, season: "Fall 2026" },
    });
    const answers = [make("reds", "Reds"), make("blues", "hawks")];
    expect(await gameImports.answerTeams(club.ctx, id, answers)).toEqual({
      ok: false,
      problem: "name-taken",
      index: 1,
    });
    expect(await club.db.selectFrom("teams").select("id").execute()).toHaveLength(4);
  });

  test("'not one of our teams' is asked once, and can be taken back", async () => {
    const club = await lakeside();
    const text = "Team,Opponent,Date\nHawks Red,Kings,2026-10-03\nHawks,Bees,2026-10-04\n";
    const first = await preview(club, text);
    const open = (review: typeof first.review) => review.fileTeams.filter(({ unresolved }) => unresolved);
    const [name] = open(first.review);
    const answer = { keys: [name?.key ?? ""], text: "Hawks Red", choice: "other" };
    await gameImports.answerTeams(club.ctx, first.id, [answer]);
    const second = await preview(club, text);
    expect(open(second.review)).toEqual([]);
    expect(second.review.counts).toMatchObject({ warning: 1, error: 0 });
    await gameImports.answerTeams(club.ctx, second.id, [{ ...answer, choice: "auto" }]);
    expect(open((await preview(club, text)).review)).toHaveLength(1);
  });

  test("in a file without clubs the ticked names become teams, and the others stay opponents", async () => {
    const club = await lakeside();
    const text = "Date,Home Team,Away Team\n2026-10-03,Reds U10G,Kings\n2026-10-10,Bees,Reds U10G\n";
    const { id } = await preview(club, text);
    await gameImports.claimSides(club.ctx, id, ["reds u10g"]);
    const opened = await gameImports.open(club.ctx, id);
    expect(opened?.state === "preview" && opened.summary).toMatchObject({
      next: "teams",
      openTeams: [{ names: ["Reds U10G"], rowCount: 2, team: { ageGroup: "U-10", gender: "Girls" } }],
    });
  });
});

describe("what is stored of a file", () => {
  test("only the needed columns of a file are stored", async () => {
    const club = await lakeside();
    const { id } = await preview(
      club,
      "Team,Opponent,Date,Medical Notes,Parent Email\nHawks,Comets,2027-03-06,peanut allergy,mom@example.com\n",
    );
    const row = await club.db
      .selectFrom("imports")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.payload).toContain("Comets");
    expect(row.payload).not.toMatch(/peanut|mom@/);
  });

  test("previews older than 30 days are deleted; newer and finished imports stay", async () => {
    const club = await lakeside();
    const text = "Team,Opponent,Date\nHawks,Comets,2027-03-06\n";
    const old = await preview(club, text);
    const fresh = await preview(club, text);
    const done = await imported(club, text);
    const before = new Date(Date.now() - 31 * 86_400_000).toISOString();
    await club.db
      .updateTable("imports")
      .set({ created_at: before })
      .where("id", "in", [old.id, done.id])
      .execute();
    await clearOldPreviews(club.db);
    const left = await club.db.selectFrom("imports").select("id").execute();
    expect(left.map(({ id }) => id).sort()).toEqual([fresh.id, done.id].sort());
  });

  test("the newest ten previews are kept", async () => {
    const club = await lakeside();
    for (let n = 0; n < 12; n += 1) await preview(club, "Team,Opponent,Date\nHawks,Comets,2027-03-06\n");
    const { count } = await club.db
      .selectFrom("imports")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(10);
  });
});

const activeTeams = async ({ db }: Lakeside) =>
  (await db.selectFrom("teams").select("name").where("status", "=", "active").orderBy("name").execute()).map(
    ({ name }) => name,
  );

// product/imports.md#schedule-import
describe("columns that are asked about", () => {
  test.each([
    ["two equal ones", "Date,Game Date,Opponent,Team\n2026-10-03,2026-10-03,Lions,Hawks\n"],
    ["unknown ones", "Spieltag,Gegenseite,Truppe\n2026-10-03,Lions,Hawks\n"],
  ])("%s", async (_, text) => {
    const { ctx } = await lakeside();
    const bytes = new TextEncoder().encode(text);
    const previewed = await gameImports.preview(ctx, { name: "file", bytes, teamId: null });
    if (!previewed.ok) throw new Error(previewed.problem);
    const opened = await gameImports.open(ctx, previewed.importId);
    expect(opened).toMatchObject({ state: "preview", summary: { next: "columns" } });
  });
});

describe("stored games follow their file", () => {
  test("a call-off anywhere in a title cancels, and renames nobody", async () => {
    const club = await lakeside();
    finished(await gameImports.finish(club.ctx, (await preview(club, file("before-call-off.ics"))).id));
    const { id, review } = await preview(club, file("call-off-in-title.ics"));
    expect(review.counts).toMatchObject({ changed: 4, error: 0 });
    finished(await gameImports.finish(club.ctx, id));
    const games = await club.db.selectFrom("games").select(["opponent", "status"]).orderBy("date").execute();
    expect(games).toEqual(
      ["Rovers", "Storm", "Lake", "Pines"].map((opponent) => ({ opponent, status: "cancelled" })),
    );
  });

  test("a series whose first date is deleted later loses that game, and has the next one", async () => {
    const club = await lakeside();
    const deleted = file("first-date-excluded.ics").toString();
    await imported(club, deleted.replace(/EXDATE.*\r?\n/, ""));
    expect(await imported(club, deleted)).toMatchObject({ added: 1, changed: 1 });
    expect((await games(club)).map(({ date, status }) => [date, status])).toEqual([
      ["2027-01-09", "cancelled"],
      ["2027-01-16", "scheduled"],
    ]);
    expect(await imported(club, deleted)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  });

  test("one number for all events is no game's own", async () => {
    const club = await lakeside();
    const { id } = await preview(club, file("one-uid-for-all.ics"));
    expect(finished(await gameImports.finish(club.ctx, id))).toMatchObject({ added: 4 });
    const again = await preview(club, file("one-uid-for-all.ics"));
    expect(again.review.counts).toMatchObject({ added: 0, unchanged: 4 });
  });
});

describe("unreadable files", () => {
  const refusal = async (content: string | Uint8Array) => {
    const { ctx } = await lakeside();
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const answer = await gameImports.preview(ctx, { name: "file", bytes, teamId: null });
    return answer.ok ? "read" : scheduleProblemLabel(answer);
  };

  test.each([
    ["nothing at all", "", "CSV file must have a header row and at least one data row"],
    ["a header alone", "date,opponent\n\n,,\n", "CSV file must have a header row and at least one data row"],
    ["no opponent", "date,time\n2026-01-01,6 pm\n", 'CSV must include "Date" and "Opponent" columns'],
    [
      "home without away",
      "date,home team\n2026-01-01,Hawks\n",
      'CSV must include "Date" and "Opponent" columns',
    ],
    [
      "a broken workbook",
      "PK\u0003\u0004\u0000\u0000\u0008\u0000xl/workbook.xml",
      "This workbook cannot be read: it is damaged, or has a password. Open it, save it again as .xlsx or as CSV, and choose that file",
    ],
  ])("%s", async (_what, content, message) => {
    expect(await refusal(content)).toBe(message);
  });

  test("unreadable files reports the line of a quotation mark that is never closed", async () => {
    expect(await refusal(`date,opponent\n2026-01-01,Lions\n2026-01-08,"Comets\n`)).toContain("on line 3");
  });

  test("unreadable files skips a title above the header", async () => {
    expect(await refusal("Fall season 2026\n\ndate,opponent\n2026-01-01,Lions\n")).toBe("read");
  });
});

/** Times are stored in milliseconds. */
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

async function rate({ db }: Lakeside, gameId: string): Promise<void> {
  const { newId } = await import("#app/runtime/ids.server.ts");
  await db
    .insertInto("ratings")
    .values({
      id: newId(),
      game_id: gameId,
      side: "coach",
      score: 20,
      reason: "Quiet and kind",
      tags: "[]",
      submission_key: newId(),
      given_by: "dana",
      given_by_name: "Dana Coach",
      given_as: "head",
      correction_reason: "",
      saw_other: 0,
      given_at: new Date(Date.now() + 1000).toISOString(),
      superseded_at: null,
    })
    .execute();
}
