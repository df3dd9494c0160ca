import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { chooseImportTeams, importGames, openImport, previewSchedule, takeBackImport } = await import(
  "#app/journeys/schedule-import/import-games.server.ts"
);
const { inTransaction } = await import("#app/db/engine.server.ts");
const { reviewImport } = await import("#app/domain/club/schedule-import/import-review.server.ts");
const { digestOf } = await import("#app/domain/club/schedule-import/import-digest.ts");
const { clearOldPreviews } = await import("#app/domain/club/schedule-import/import-previews.server.ts");
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
  const answer = await previewSchedule(ctx, {
    name: "schedule.csv",
    bytes: typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes,
    teamId,
  });
  if ("refused" in answer) throw new Error(answer.refused);
  return { id: answer.importId, review: await review({ ctx }, answer.importId) };
}

/** Two games of one row are linked by a number that is made up anew each time. */
const withoutPairs = (digest: object) =>
  JSON.parse(JSON.stringify(digest).replaceAll(/pair:[\w-]+/g, "pair"));

/** All that a preview's page is made from, row by row. */
async function review({ ctx }: Pick<Lakeside, "ctx">, id: string) {
  const opened = await openImport(ctx, id);
  if (opened?.state !== "preview") throw new Error("no preview");
  const { payload } = await ctx.db
    .selectFrom("imports")
    .select("payload")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const whole = await reviewImport(ctx.db, payload, ctx.club);
  expect(withoutPairs(opened.digest)).toEqual(withoutPairs(digestOf(whole)));
  return whole;
}

async function imported(ctx: Lakeside, bytes: Uint8Array | string, teamId: string | null = null) {
  const { id } = await preview(ctx, bytes, teamId);
  const done = await importGames(ctx.ctx, id);
  if (!done) throw new Error("not imported");
  return done;
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
  test("is read without renaming a column, and changes nothing a second time", async () => {
    const lakesideNow = await lakeside();
    const own = team ? lakesideNow.teams[team] : null;
    const { review } = await preview(lakesideNow, file(name), own);
    expect(review.head.source).toBe(source);
    expect(review.counts).toMatchObject({ added, skipped, changed: 0, unchanged: 0 });
    const first = await imported(lakesideNow, file(name), own);
    expect(first).toMatchObject({ status: "done", payload: "", added, skipped, changed: 0, unchanged: 0 });
    const stored = await games(lakesideNow);
    expect(stored).toHaveLength(added);
    const second = await imported(lakesideNow, file(name), own);
    expect(second).toMatchObject({ added: 0, changed: 0, unchanged: added, skipped });
    expect(await games(lakesideNow)).toEqual(stored);
  });
});

describe("what the files say", () => {
  const find = async (ctx: Lakeside, opponent: string, date: string) =>
    (await games(ctx)).find((game) => game.opponent === opponent && game.date === date);

  test("our own template: quoted commas, '@' for away, TBD, and the defaults for what is missing", async () => {
    const ctx = await lakeside();
    await imported(ctx, file("goodside.csv"));
    expect(await find(ctx, "Riverside Lions", "2026-09-05")).toMatchObject({
      team_id: ctx.teams.hawks,
      time: "09:00",
      starts_at: "2026-09-05T14:00:00.000Z",
      location: "Zilker Park, Field 3",
      home_away: "home",
      status: "scheduled",
    });
    const all = await games(ctx);
    expect(all.filter(({ time }) => time === null)).toHaveLength(1);
    expect(all.filter(({ location }) => location === "TBD")).toHaveLength(1);
    expect(all.some(({ opponent }) => opponent.startsWith("@"))).toBe(false);
    expect(all.filter(({ home_away }) => home_away === "away").length).toBeGreaterThan(10);
  });

  test("SportsEngine: cancelled games come cancelled, deleted and unscheduled ones do not come", async () => {
    const ctx = await lakeside();
    const { review } = await preview(ctx, file("sportsengine-season.csv"));
    expect(review.rows.filter(({ status }) => status === "warning").map(({ row }) => row.line)).toEqual([
      29, 40,
    ]);
    await imported(ctx, file("sportsengine-season.csv"));
    expect((await games(ctx)).filter(({ status }) => status === "cancelled")).toHaveLength(2);
  });

  test("TeamSnap in Windows-1252 keeps its accents", async () => {
    const ctx = await lakeside();
    const { review } = await preview(ctx, file("teamsnap.csv"));
    expect(review.head.encoding).toBe("windows-1252");
    await imported(ctx, file("teamsnap.csv"));
    const all = await games(ctx);
    expect(all.some(({ location }) => location === "Polígono Deportivo, Cancha 2")).toBe(true);
    expect(all.some(({ opponent }) => opponent === "San José Toros")).toBe(true);
  });

  test("PlayMetrics: a game between two own teams is two rows with one number", async () => {
    const ctx = await lakeside();
    await imported(ctx, file("playmetrics.csv"));
    const derby = (await games(ctx)).filter(({ external_id }) => external_id === "PM-2100");
    expect(derby.map(({ team_id, home_away }) => [team_id, home_away]).sort()).toEqual(
      [
        [ctx.teams.hawks, "home"],
        [ctx.teams.lions, "away"],
      ].sort(),
    );
  });

  test("two own teams without a number in the file are linked all the same, and stay so", async () => {
    const ctx = await lakeside();
    const text = "Date,Time,Home Team,Away Team\n2026-12-12,2 pm,Hawks,Lions\n";
    await imported(ctx, text);
    const [one, two] = await games(ctx);
    expect(one?.external_id).toMatch(/^pair:/);
    expect(two?.external_id).toBe(one?.external_id);
    expect(await imported(ctx, text)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  });

  test("GotSport: other clubs' games are left out, and a near miss is asked about", async () => {
    const ctx = await lakeside();
    const { id, review } = await preview(ctx, file("gotsport.csv"));
    const texts = review.rows.flatMap(({ row, issues }) => issues.map(({ text }) => `${row.line}: ${text}`));
    expect(texts).toEqual([
      "40: A game of other clubs: row skipped",
      '41: "Panthers 2014" may be one of your teams: choose which',
    ]);
    const open = review.names.filter((name) => name.open);
    expect(open.map(({ text }) => text)).toContain("Panthers 2014");
    const panthers = open.find(({ text }) => text === "Panthers 2014");
    const { chooseImportTeams } = await import("#app/journeys/schedule-import/import-games.server.ts");
    await chooseImportTeams(ctx.ctx, id, { [panthers?.key ?? ""]: ctx.teams.hawks });
    const again = await openImport(ctx.ctx, id);
    expect(again?.state === "preview" && again.digest.counts).toMatchObject({ added: 39, error: 0 });
  });

  test("every kind of broken row is told with the file's own line, and the others come in", async () => {
    const ctx = await lakeside();
    const { review } = await preview(ctx, file("with-problems.csv"));
    const told = review.rows.map(({ row, status, issues }) => [
      row.line,
      status,
      issues.map((i) => i.text).join("; "),
    ]);
    expect(told).toEqual([
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

describe("importing again", () => {
  const head = "External Game ID,Date,Start Time,Field Name,Home Team Name,Away Team Name,Status\n";
  const season = `${head}A1,2027-03-06,10:00,Field 1,Hawks,Comets,Scheduled\nA2,2027-03-13,10:00,Field 1,Hawks,Rapids,Scheduled\n`;

  test("a new date makes the game rescheduled and keeps the first one", async () => {
    const ctx = await lakeside();
    await imported(ctx, season);
    const moved = season.replace("A1,2027-03-06,10:00", "A1,2027-03-20,11:30");
    const { review } = await preview(ctx, moved);
    expect(review.rows[0]?.games[0]?.effect).toMatchObject({
      kind: "change",
      told: [
        { field: "Date", from: "2027-03-06", to: "2027-03-20" },
        { field: "Time", from: "10:00", to: "11:30" },
        { field: "Status", from: "scheduled", to: "rescheduled" },
      ],
    });
    expect(await imported(ctx, moved)).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
    const game = (await games(ctx)).find(({ external_id }) => external_id === "A1");
    expect(game).toMatchObject({
      date: "2027-03-20",
      time: "11:30",
      starts_at: "2027-03-20T16:30:00.000Z",
      status: "rescheduled",
      original_date: "2027-03-06",
      original_time: "10:00",
    });
    expect(await imported(ctx, moved)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  });

  test("an old file does not move back a game that was moved by hand", async () => {
    const ctx = await lakeside();
    await imported(ctx, season);
    const { editGame } = await import("#app/domain/club/games/games.server.ts");
    const [first] = await games(ctx);
    await inTransaction(ctx.db, (tx) =>
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
        "America/Chicago",
      ),
    );
    const { review } = await preview(ctx, season);
    expect(review.counts).toMatchObject({ added: 0, changed: 0, unchanged: 2, warning: 1 });
  });

  test("cancelled and deleted rows cancel; a game on again with a new date is on again", async () => {
    const ctx = await lakeside();
    await imported(ctx, season);
    const off = season
      .replace("Comets,Scheduled", "Comets,Cancelled")
      .replace("Rapids,Scheduled", "Rapids,Deleted");
    expect(await imported(ctx, off)).toMatchObject({ added: 0, changed: 2 });
    expect((await games(ctx)).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    expect(await imported(ctx, season)).toMatchObject({ changed: 0, unchanged: 2 });
    await imported(ctx, season.replace("A2,2027-03-13", "A2,2027-05-01"));
    expect((await games(ctx)).map(({ status }) => status)).toEqual(["cancelled", "rescheduled"]);
  });

  test("a file with fewer columns, or empty cells, blanks nothing", async () => {
    const ctx = await lakeside();
    await imported(ctx, season);
    const before = await games(ctx);
    const bare = "Team,Opponent,Date\nHawks,COMETS,3/6/2027\nHawks,Rapids,3/13/27\n";
    expect(await imported(ctx, bare)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    const empty =
      "team_name,opponent,date,time,location\nHawks,Comets,2027-03-06,,\nHawks,Rapids,2027-03-13,,\n";
    expect(await imported(ctx, empty)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await games(ctx)).toEqual(before);
  });

  test("a doubleheader is two games, and stays two when one of them moves by an hour", async () => {
    const ctx = await lakeside();
    const two = "Team,Opponent,Date,Time\nHawks,Comets,2027-03-06,10 am\nHawks,Comets,2027-03-06,2 pm\n";
    expect(await imported(ctx, two)).toMatchObject({ added: 2 });
    expect(await imported(ctx, two)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await imported(ctx, two.replace("10 am", "11 am"))).toMatchObject({
      added: 0,
      changed: 1,
      unchanged: 1,
    });
  });

  test("a rated game is neither moved into the future nor cancelled by a file", async () => {
    const ctx = await lakeside();
    const played = `${head}A1,2026-09-05,10:00,Field 1,Hawks,Comets,Final\n`;
    await imported(ctx, played);
    const [game] = await games(ctx);
    await rate(ctx, game?.id ?? "");
    for (const row of [
      "A1,2028-09-05,10:00,Field 1,Hawks,Comets,",
      "A1,2026-09-05,10:00,Field 1,Hawks,Comets,Cancelled",
    ]) {
      const { review } = await preview(ctx, `${head}${row}\n`);
      expect(review.rows[0]).toMatchObject({ status: "error" });
      expect(review.rows[0]?.issues[0]?.text).toContain("has a rating");
      expect(review.counts).toMatchObject({ changed: 0, skipped: 1 });
    }
    expect(await imported(ctx, played.replace("Field 1", "Field 2"))).toMatchObject({ changed: 1 });
  });

  test("games that the file does not have are told, and stay", async () => {
    const ctx = await lakeside();
    await imported(ctx, season);
    const { review } = await preview(
      ctx,
      `${season.split("\n").slice(0, 2).join("\n")}\nA9,2027-03-20,10:00,F,Hawks,Kings,\n`,
    );
    expect(review.missing.map(({ opponent }) => opponent)).toEqual(["Rapids"]);
  });

  test("confirmed twice, also at once, it happens once", async () => {
    const ctx = await lakeside();
    const { id } = await preview(ctx, season);
    const both = await Promise.all([importGames(ctx.ctx, id), importGames(ctx.ctx, id)]);
    expect(both.map((done) => done?.added)).toEqual([2, 2]);
    expect(await games(ctx)).toHaveLength(2);
  });

  test("two previews of one file add its games once", async () => {
    const ctx = await lakeside();
    const first = await preview(ctx, season);
    const second = await preview(ctx, season);
    await importGames(ctx.ctx, first.id);
    expect(await importGames(ctx.ctx, second.id)).toMatchObject({ added: 0, unchanged: 2 });
  });
});

describe("taking an import back", () => {
  const first =
    "External ID,Team,Opponent,Date,Time\nA1,Hawks,Comets,2027-03-06,10 am\nA2,Hawks,Rapids,2027-03-13,10 am\n";
  const second = `${first.replace("2027-03-06", "2027-03-07")}A3,Eagles,Bees,2027-03-20,10 am\n`;

  test("removes what it added and restores what it changed, exactly", async () => {
    const ctx = await lakeside();
    await imported(ctx, first);
    const before = await games(ctx);
    const { id } = await imported(ctx, second);
    expect(await games(ctx)).toHaveLength(3);
    expect(await takeBackImport(ctx.ctx, id)).toBe("undone");
    const after = await games(ctx);
    expect(after.map((game) => ({ ...game, updated_at: "" }))).toEqual(
      before.map((game) => ({ ...game, updated_at: "" })),
    );
    expect(await takeBackImport(ctx.ctx, id)).toBe("undone");
    expect(await games(ctx)).toHaveLength(2);
  });

  test("brings every single value back that it has changed", async () => {
    const ctx = await lakeside();
    const columns = "Team,Opponent,Date,Time,Location,Home/Away";
    await imported(ctx, `${columns}\nHawks,Comets,2027-03-06,10 am,Field 1,Home\n`);
    await imported(ctx, `ID,${columns}\nW1,Eagles,Wasps,2027-03-07,9 am,Field 2,Home\n`);
    const before = await games(ctx);
    const rows = [
      "H1,Hawks,Comets,2027-03-06,11 am,Field 9,Away",
      "W1,Eagles,Hornets,2027-03-08,9 am,Field 2,Home",
    ];
    const { id } = await imported(ctx, `ID,${columns}\n${rows.join("\n")}\n`);
    const between = await games(ctx);
    const changed = between.flatMap((game) => {
      const was = before.find((each) => each.id === game.id);
      return Object.entries(game).flatMap(([name, value]) => (value === was?.[name as "id"] ? [] : [name]));
    });
    const place = ["date", "time", "starts_at", "location", "home_away", "original_date", "original_time"];
    expect(new Set(changed)).toEqual(new Set(["opponent", ...place, "status", "external_id", "updated_at"]));
    expect(await takeBackImport(ctx.ctx, id)).toBe("undone");
    const still = (all: typeof before) => all.map((game) => ({ ...game, updated_at: "" }));
    expect(still(await games(ctx))).toEqual(still(before));
    const again = await imported(ctx, `ID,${columns}\n${rows.join("\n")}\n`);
    // The same file once more changes nothing, and forgets nothing.
    expect(await imported(ctx, `ID,${columns}\n${rows.join("\n")}\n`)).toMatchObject({ changed: 0 });
    expect(await takeBackImport(ctx.ctx, again.id)).toBe("undone");
    expect(still(await games(ctx))).toEqual(still(before));
  });

  test("is all that can be done with an import that is finished: its teams are chosen before", async () => {
    const ctx = await lakeside();
    const { id } = await imported(ctx, first);
    expect(await chooseImportTeams(ctx.ctx, id, { Hawks: ctx.teams.eagles })).toBe(false);
  });

  test("is refused once one of its games is rated, and for any but the last import", async () => {
    const ctx = await lakeside();
    const one = await imported(ctx, first);
    const two = await imported(ctx, second);
    expect(await takeBackImport(ctx.ctx, one.id)).toEqual({ kind: "closed" });
    const bees = (await games(ctx)).find(({ opponent }) => opponent === "Bees");
    await rate(ctx, bees?.id ?? "");
    expect(await takeBackImport(ctx.ctx, two.id)).toEqual({ kind: "rated", games: 1 });
    expect(await games(ctx)).toHaveLength(3);
  });

  test("is refused once a game that it added is rated, also by a clock that was set back", async () => {
    const ctx = await lakeside();
    const done = await imported(ctx, first);
    const [game] = await games(ctx);
    await rate(ctx, game?.id ?? "");
    await ctx.db.updateTable("ratings").set({ given_at: "2026-01-01T00:00:00.000Z" }).execute();
    expect(await takeBackImport(ctx.ctx, done.id)).toEqual({ kind: "rated", games: 1 });
    expect(await games(ctx)).toHaveLength(2);
  });

  test("importing the same file once more does not stand in its way", async () => {
    const ctx = await lakeside();
    const done = await imported(ctx, first);
    expect(await imported(ctx, first)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await takeBackImport(ctx.ctx, done.id)).toBe("undone");
    expect(await games(ctx)).toEqual([]);
  });

  test("a change by hand since is told before it goes", async () => {
    const ctx = await lakeside();
    const done = await imported(ctx, first);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { cancelGame } = await import("#app/domain/club/games/games.server.ts");
    const [game] = await games(ctx);
    await inTransaction(ctx.db, (tx) => cancelGame(tx, game?.id ?? ""));
    const opened = await openImport(ctx.ctx, done.id);
    expect(opened?.state === "finished" && opened.undo).toEqual({ kind: "possible", edited: 1 });
  });
});

describe("what is kept of a file", () => {
  test("only the columns that are needed", async () => {
    const ctx = await lakeside();
    const { id } = await preview(
      ctx,
      "Team,Opponent,Date,Medical Notes,Parent Email\nHawks,Comets,2027-03-06,peanut allergy,mom@example.com\n",
    );
    const row = await ctx.db.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(row.payload).toContain("Comets");
    expect(row.payload).not.toMatch(/peanut|mom@/);
  });

  test("previews older than 30 days go, the newer and the finished stay", async () => {
    const ctx = await lakeside();
    const text = "Team,Opponent,Date\nHawks,Comets,2027-03-06\n";
    const old = await preview(ctx, text);
    const fresh = await preview(ctx, text);
    const done = await imported(ctx, text);
    const before = new Date(Date.now() - 31 * 86_400_000).toISOString();
    await ctx.db
      .updateTable("imports")
      .set({ created_at: before })
      .where("id", "in", [old.id, done.id])
      .execute();
    await clearOldPreviews(ctx.db);
    const left = await ctx.db.selectFrom("imports").select("id").execute();
    expect(left.map(({ id }) => id).sort()).toEqual([fresh.id, done.id].sort());
  });

  test("the newest ten previews are kept", async () => {
    const ctx = await lakeside();
    for (let n = 0; n < 12; n += 1) await preview(ctx, "Team,Opponent,Date\nHawks,Comets,2027-03-06\n");
    const { count } = await ctx.db
      .selectFrom("imports")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(count).toBe(10);
  });
});

describe("a file that cannot be read", () => {
  const refusal = async (content: string | Uint8Array) => {
    const { ctx } = await lakeside();
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const answer = await previewSchedule(ctx, { name: "file", bytes, teamId: null });
    return "refused" in answer ? answer.refused : "read";
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
      "a workbook",
      "PK\u0003\u0004\u0000\u0000\u0008\u0000xl/workbook.xml",
      "Please select a valid CSV file: this is a workbook (or another zip file). Save it as CSV (UTF-8) first",
    ],
    [
      "two dates",
      "Date,Game Date,Opponent\n2026-01-01,2026-01-02,Lions\n",
      '"Date" and "Game Date" could both be the column "Date": keep only one of them',
    ],
  ])("%s", async (_what, content, message) => {
    expect(await refusal(content)).toBe(message);
  });

  test("a quotation mark that is never closed", async () => {
    expect(await refusal(`date,opponent\n2026-01-01,Lions\n2026-01-08,"Comets\n`)).toContain("on line 3");
  });

  test("a title above the header is passed over", async () => {
    expect(await refusal("Fall season 2026\n\ndate,opponent\n2026-01-01,Lions\n")).toBe("read");
  });
});

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
      given_at: new Date(Date.now() + 1000).toISOString(),
      superseded_at: null,
    })
    .execute();
}
