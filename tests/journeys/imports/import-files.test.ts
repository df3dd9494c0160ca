import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { workbookOf } from "#tests/support/workbook.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, ada } = cast;
const { gameImports } = await import("#app/journeys/imports/imports.server.ts");
afterAll(() => world.close());

const lease = await world.platform.clubs.lease(lakeside.code);
const ctx = {
  control: world.control,
  platform: world.platform,
  db: lease.db,
  club: { code: lakeside.code, name: lakeside.name, state: "TX", timezone: "America/Chicago" },
  user: { name: "Ada Admin", accountId: "ada" },
};
const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/schedules/${name}`, import.meta.url), "utf8");
const games = () => ctx.db.selectFrom("games").selectAll().orderBy("starts_at").orderBy("id").execute();
beforeEach(() => ctx.db.deleteFrom("games").execute());

async function imported(bytes: Uint8Array | string, teamId: string | null = null) {
  const preview = await gameImports.preview(ctx, {
    name: "file",
    bytes: typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes,
    teamId,
  });
  if (!preview.ok) throw new Error(preview.problem);
  const opened = await gameImports.open(ctx, preview.importId);
  const result = await gameImports.finish(ctx, preview.importId);
  if (!result.ok) throw new Error(result.problem);
  if (opened?.state !== "preview") throw new Error("no preview");
  const { added, changed, unchanged } = result.finished;
  return {
    added,
    changed,
    unchanged,
    issues: opened.summary.issueGroups.map(({ text }) => text),
    head: opened.summary.head,
  };
}

describe("a calendar file", () => {
  test("a calendar file adds its games on the club's clock, and skips what is none", async () => {
    const { issues, ...counts } = await imported(fixture("teamsnap-team.ics"));
    expect(counts).toMatchObject({ added: 2, changed: 0 });
    expect(
      (await games()).map(({ opponent, date, time, home_away }) => [opponent, date, time, home_away]),
    ).toEqual([
      ["Cedar Park Comets", "2026-09-05", "10:00", "home"],
      ["Round Rock Rangers", "2026-09-12", "10:30", "away"],
    ]);
    expect(issues).toContain('"Practice at Zilker Park" is not a game: row skipped');
  });

  test("a second time changes nothing; then a moved event moves its game, and a cancelled one cancels it", async () => {
    const file = fixture("teamsnap-team.ics");
    await imported(file);
    expect(await imported(file)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    const changed = file
      .replace("DTSTART:20260905T150000Z", "DTSTART:20260906T170000Z")
      .replace("SUMMARY:at Round Rock Rangers", "SUMMARY:CANCELED: at Round Rock Rangers");
    expect(await imported(changed)).toMatchObject({ added: 0, changed: 2 });
    expect(
      (await games()).map(({ date, time, status, original_date }) => [date, time, status, original_date]),
    ).toEqual([
      ["2026-09-06", "12:00", "rescheduled", "2026-09-05"],
      ["2026-09-12", "10:30", "cancelled", null],
    ]);
  });

  test("a calendar file says which event repeats, and which zone nobody knows", async () => {
    const { issues } = await imported(fixture("google.ics").replaceAll("Tigers", "Hawks"));
    expect(issues).toContain("Repeats in the calendar: only its first date is read");
    const outlook = await imported(fixture("outlook.ics").replaceAll("Lions", "Hawks"));
    expect(outlook.added).toBe(2);
    expect(outlook.issues.join()).toContain(
      'The time zone "Customized Time Zone" is not known: 1:30 PM is read on your club\'s clock',
    );
  });

  test("a calendar file that this club exported itself changes nothing, no matter who reads it", async () => {
    await world.game(lakeside, hawks, -100, { opponent: "Comets" });
    await world.game(lakeside, hawks, -200, { opponent: "Rovers", home_away: "away", time: null });
    const page = `/schedule/calendars/${hawks}`;
    await world.ask(page, { cookie: ada.cookie, form: { intent: "make" } });
    const address = /\/calendar\/[\w-]{43}\.ics/.exec(
      await (await world.ask(page, { cookie: ada.cookie })).text(),
    );
    const feed = await (await world.ask(address?.[0] ?? "")).text();
    expect(await imported(feed)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  });
});

describe("a workbook", () => {
  const season = {
    name: "Fall",
    rows: [
      ["Fall 2026"],
      ["Team Name", "Opponent", "Date", "Time", "Location"],
      ["Hawks", "Lions", { date: 46354 }, { time: 0.75 }, "Field 1"],
      ["Hawks", "@ Comets", "12/5/2026", "TBD"],
      ["Hawks", "Rovers", { moment: 46368.4375 }, { moment: 46368.4375 }, "Field 2"],
    ],
  };

  test("a workbook is read like any other file, dates and times as they are shown", async () => {
    const { head, ...counts } = await imported(workbookOf({ name: "Read me", rows: [["Hello"]] }, season));
    expect(counts).toMatchObject({ added: 3, issues: ["Location is missing: TBD is used"] });
    expect(head.format).toEqual({ kind: "xlsx", sheet: "Fall" });
    expect(
      (await games()).map(({ opponent, date, time, location }) => [opponent, date, time, location]),
    ).toEqual([
      ["Lions", "2026-11-28", "18:00", "Field 1"],
      ["Comets", "2026-12-05", null, "TBD"],
      ["Rovers", "2026-12-12", "10:30", "Field 2"],
    ]);
    expect(await imported(workbookOf(season))).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
  });

  test("a workbook from the disk is read in the worker, however small it is", async () => {
    const path = join(world.dataDir, "season.xlsx");
    const bytes = workbookOf(season);
    writeFileSync(path, bytes);
    const preview = await gameImports.preview(ctx, {
      name: "season.xlsx",
      path,
      size: bytes.length,
      teamId: null,
    });
    expect(preview).toMatchObject({ ok: true });
  });

  test("a workbook that is none is refused in words", async () => {
    const bytes = workbookOf(season).subarray(0, 500);
    const preview = await gameImports.preview(ctx, { name: "season.xlsx", bytes, teamId: null });
    expect(preview).toEqual({ ok: false, problem: "broken-workbook" });
  });
});

test("an import counts the rows that it reads and compares, and the games that it saves", async () => {
  const { COUNTER_BYTES, readCounter } = await import("#app/domain/club/imports/import-subject.ts");
  const rows = Array.from({ length: 1_500 }, (_, day) => {
    const date = new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10);
    return `Hawks,Lions,${date},6:00 PM,Field ${day}`;
  });
  const file = `Team,Opponent,Date,Time,Location\n${rows.join("\n")}\n`;
  const preview = await gameImports.preview(ctx, {
    name: "file",
    bytes: new TextEncoder().encode(file),
    teamId: null,
  });
  if (!preview.ok) throw new Error(preview.problem);
  const counter = new SharedArrayBuffer(COUNTER_BYTES);
  const seen = new Set<string>();
  const looking = setInterval(() => seen.add(readCounter(counter).stage), 1);
  await gameImports.finish(ctx, preview.importId, counter);
  clearInterval(looking);
  expect(seen.has("saving")).toBe(true);
  expect(readCounter(counter)).toEqual({ stage: "saving", done: 1_499, total: 1_500 });
});
