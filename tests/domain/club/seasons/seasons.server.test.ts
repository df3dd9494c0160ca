import { afterAll, expect, test } from "vitest";
import { castOf } from "#tests/support/lakeside.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { lakeside, hawks, otters } = await castOf(world);
afterAll(() => world.close());
const { inTransaction } = await import("#app/db/engine.server.ts");
const { momentOf } = await import("#app/domain/values/times.ts");
const seasons = await import("#app/domain/club/seasons/seasons.server.ts");
const { gamesOutside, seasonTallies } = await import("#app/domain/club/seasons/season-games.server.ts");
const { copySeason } = await import("#app/domain/club/seasons/copy-season.server.ts");
const rollOvers = await import("#app/domain/club/seasons/roll-overs.server.ts");
const report = await import("#app/domain/club/seasons/season-report.server.ts");
type ClubTx = Parameters<
  Parameters<typeof inTransaction<import("#app/db/club/schema.ts").ClubSchema, unknown>>[1]
>[0];

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const change = <Result>(work: (tx: ClubTx) => Promise<Result>) => inFile((db) => inTransaction(db, work));
const TIMEZONE = "America/Chicago";
const AT = new Date("2026-11-26T18:00:00.000Z");

const fields = (name: string, startsOn: string, endsOn: string, teamIds: string[] = []) => ({
  ...{ name, startsOn, endsOn, teamIds, allTeams: teamIds.length === 0 },
  description: "",
  plannedGames: null,
});
async function emptied() {
  await inFile(async (db) => {
    for (const table of ["roll_overs", "season_teams", "seasons", "ratings", "games"] as const)
      await db.deleteFrom(table).execute();
    await db.updateTable("teams").set({ season: "Fall 2026", status: "active" }).execute();
    await db.updateTable("teams").set({ age_group: "U-12", name: "Hawks" }).where("id", "=", hawks).execute();
    await db.updateTable("teams").set({ age_group: "U-10" }).where("id", "=", otters).execute();
  });
}
const create = async (...of: Parameters<typeof fields>) => {
  const created = await change((tx) => seasons.createSeason(tx, fields(...of), AT));
  if (!created.ok) throw new Error(created.problem);
  return created.id;
};
const game = (team: string, date: string, more: object = {}, time = "10:00") =>
  world.game(lakeside, team, 0, { date, time, starts_at: momentOf(date, time, TIMEZONE), ...more });
const rated = (score: 0 | 10 | 20) => ({
  final_score: score,
  agreement: "agreed" as const,
  final_policy: "coach-final" as const,
  finalized_at: AT.toISOString(),
});
const listed = () => inFile((db) => seasons.listSeasons(db));
const outside = async () => inFile(async (db) => gamesOutside(db, await seasons.listSeasons(db), TIMEZONE));
const tallyOf = async (id: string) =>
  (
    await inFile(async (db) =>
      seasonTallies(db, await seasons.listSeasons(db), { timezone: TIMEZONE, at: AT }),
    )
  ).get(id);

// product/seasons.md#seasons
test("two seasons overlap for one team: refused with the season and the team, also by two at once", async () => {
  await emptied();
  await create("Fall 2026", "2026-08-30", "2026-12-20", [hawks]);
  const refused = await change((tx) =>
    seasons.createSeason(tx, fields("Late", "2026-12-20", "2027-01-10", [hawks, otters]), AT),
  );
  expect(refused).toMatchObject({
    problem: "overlap",
    season: "Fall 2026",
    teams: ["Hawks"],
    field: "startsOn",
  });
  const others = await change((tx) =>
    seasons.createSeason(tx, fields("Otters' fall", "2026-09-01", "2026-10-01", [otters]), AT),
  );
  expect(others.ok).toBe(true);
  const both = await Promise.all(
    ["One", "Two"].map((name) =>
      change((tx) => seasons.createSeason(tx, fields(name, "2027-02-01", "2027-03-01"), AT)),
    ),
  );
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(await listed()).toHaveLength(3);
});

test("the same form sent twice is one season; its name is nobody else's; a season without teams is refused", async () => {
  await emptied();
  const id = await create("Fall 2026", "2026-08-30", "2026-12-20");
  const again = await change((tx) =>
    seasons.createSeason(tx, fields("Fall 2026", "2026-08-30", "2026-12-20"), AT),
  );
  expect(again).toEqual({ ok: true, id, isNew: false });
  const named = await change((tx) =>
    seasons.createSeason(tx, fields("FALL  2026", "2027-01-01", "2027-02-01"), AT),
  );
  expect(named).toMatchObject({ problem: "name-taken" });
  const nobody = await change((tx) =>
    seasons.createSeason(tx, { ...fields("Empty", "2027-01-01", "2027-02-01", ["unknown"]) }, AT),
  );
  expect(nobody).toMatchObject({ problem: "no-teams" });
});

test("games belong by their day on the club's calendar: first and last moment, moved and cancelled ones", async () => {
  await emptied();
  const id = await create("Fall 2026", "2026-11-01", "2026-11-07", [hawks]);
  // November 1, 2026 has 25 hours in Chicago.
  await game(hawks, "2026-11-01", rated(20), "00:00");
  await game(hawks, "2026-11-07", rated(10), "23:59");
  await game(hawks, "2026-10-31", rated(0), "23:59");
  await game(hawks, "2026-11-08", rated(0), "00:00");
  await game(otters, "2026-11-03", rated(0));
  await game(hawks, "2026-11-04", { status: "cancelled" });
  expect(await tallyOf(id)).toEqual({ played: 2, rated: 2, points: 30, scheduled: 2, teams: 1 });
  const out = await outside();
  expect(out.map(({ games, from, to, teamNames }) => [games, from, to, teamNames])).toEqual([
    [1, "2026-11-08", "2026-11-08", ["Hawks"]],
    [1, "2026-11-03", "2026-11-03", ["Otters"]],
    [1, "2026-10-31", "2026-10-31", ["Hawks"]],
  ]);
  const moved = await game(hawks, "2026-11-20");
  await inFile((db) =>
    db
      .updateTable("games")
      .set({ date: "2026-11-06", starts_at: momentOf("2026-11-06", "10:00", TIMEZONE) })
      .where("id", "=", moved)
      .execute(),
  );
  expect(await tallyOf(id)).toMatchObject({ scheduled: 3 });
});

test("a change of the club's time zone moves no game to another season", async () => {
  await emptied();
  const { moveGamesTo } = await import("#app/domain/club/games/game-zone.server.ts");
  const id = await create("Fall 2026", "2026-11-01", "2026-11-07");
  await game(hawks, "2026-11-07", rated(20), "23:30");
  await game(hawks, "2026-11-08", rated(20), "00:30");
  for (const zone of ["Pacific/Honolulu", "America/New_York"]) {
    await change((tx) => moveGamesTo(tx, zone));
    const tallies = await inFile(async (db) =>
      seasonTallies(db, await seasons.listSeasons(db), { timezone: zone, at: AT }),
    );
    expect(tallies.get(id), zone).toMatchObject({ played: 1 });
  }
});

test("games of a deleted team count nowhere, those of an archived one stay", async () => {
  await emptied();
  const id = await create("Fall 2026", "2026-11-01", "2026-11-30", [hawks, otters]);
  await game(hawks, "2026-11-07", rated(20));
  await game(otters, "2026-11-07", rated(10));
  await inFile((db) => db.updateTable("teams").set({ status: "archived" }).where("id", "=", hawks).execute());
  expect(await tallyOf(id)).toMatchObject({ played: 2 });
  await inFile((db) => db.updateTable("teams").set({ status: "deleted" }).where("id", "=", hawks).execute());
  expect(await tallyOf(id)).toMatchObject({ played: 1 });
  const { teams } = await inFile(async (db) =>
    report.readSeasonReport(db, (await seasons.listSeasons(db))[0] as never, { timezone: TIMEZONE, at: AT }),
  );
  expect(teams.map(({ name }) => name)).toEqual(["Otters"]);
});

test("changed from all teams to one, a season keeps the archived and deleted teams with rated games in it", async () => {
  await emptied();
  const id = await create("Fall 2026", "2026-11-01", "2026-11-20");
  const foxes = await world.team(lakeside, "Foxes");
  const owls = await world.team(lakeside, "Owls");
  const bears = await world.team(lakeside, "Bears");
  await game(hawks, "2026-11-07", rated(20));
  await game(foxes, "2026-11-20", rated(10), "23:00");
  await game(owls, "2026-11-07", rated(0));
  await game(bears, "2026-11-21", rated(0), "00:00");
  await game(bears, "2026-11-08");
  const setStatus = (status: "archived" | "deleted", ...ids: string[]) =>
    inFile((db) => db.updateTable("teams").set({ status }).where("id", "in", ids).execute());
  await setStatus("archived", foxes, bears);
  await setStatus("deleted", owls);
  expect(await tallyOf(id)).toMatchObject({ rated: 2, points: 30 });
  const version = seasons.seasonVersion((await listed())[0] as never);
  const chosen = fields("Fall 2026", "2026-11-01", "2026-11-20", [hawks]);
  for (let twice = 0; twice < 2; twice += 1)
    expect(await change((tx) => seasons.editSeason(tx, id, chosen, version, AT))).toEqual({ ok: true });
  expect((await listed())[0]?.teamIds).toEqual([hawks, foxes, owls].sort());
  expect(await tallyOf(id)).toMatchObject({ rated: 2, points: 30 });
  const later = seasons.seasonVersion((await listed())[0] as never);
  await change((tx) => seasons.editSeason(tx, id, chosen, later, AT));
  expect((await listed())[0]?.teamIds).toEqual([hawks]);
  await emptied();
  await inFile((db) => db.deleteFrom("teams").where("id", "in", [foxes, owls, bears]).execute());
});

test("only a season that is over is archived; archived it stays as it is until it is back", async () => {
  await emptied();
  const running = await create("Fall 2026", "2026-11-01", "2026-11-26");
  expect(await change((tx) => seasons.archiveSeason(tx, running, AT))).toMatchObject({ problem: "not-over" });
  const tomorrow = new Date("2026-11-27T06:00:00.000Z");
  expect(await change((tx) => seasons.archiveSeason(tx, running, tomorrow))).toMatchObject({ ok: true });
  const edited = await change((tx) =>
    seasons.editSeason(tx, running, fields("Else", "2026-11-01", "2026-11-02"), "", AT),
  );
  expect(edited).toMatchObject({ problem: "archived" });
  const over = await change((tx) =>
    seasons.createSeason(tx, fields("Over it", "2026-11-20", "2026-12-20"), AT),
  );
  expect(over).toMatchObject({ problem: "overlap", season: "Fall 2026" });
  expect(await change((tx) => seasons.restoreSeason(tx, running, AT))).toMatchObject({ ok: true });
  expect((await listed())[0]?.archivedAt).toBeNull();
});

test("a copy takes teams and games to come along, never a result or a game already played", async () => {
  await emptied();
  const id = await create("Fall 2026", "2026-11-01", "2026-12-20", [hawks]);
  await game(hawks, "2026-11-07", rated(20));
  await game(hawks, "2026-12-05", { opponent: "Comets", notes: "White shirts", external_id: "x1" });
  await game(hawks, "2026-12-06", { status: "cancelled" });
  await game(otters, "2026-12-05");
  const copied = await change((tx) =>
    copySeason(
      tx,
      id,
      {
        name: "Fall 2026 Copy",
        startsOn: "2027-10-31",
        endsOn: "2027-12-19",
        takeTeams: true,
        takeStaff: false,
        takeGames: true,
      },
      AT,
    ),
  );
  expect(copied).toMatchObject({ ok: true, games: 1, outside: 0 });
  if (!copied.ok) return;
  expect(await tallyOf(copied.id)).toEqual({ played: 0, rated: 0, points: 0, scheduled: 1, teams: 1 });
  const [planned] = await inFile((db) =>
    db.selectFrom("games").selectAll().where("date", ">", "2027").execute(),
  );
  // A Saturday stays a Saturday.
  expect(planned).toMatchObject({
    date: "2027-12-04",
    time: "10:00",
    opponent: "Comets",
    external_id: null,
    final_score: null,
  });
  expect((await listed()).find((season) => season.id === copied.id)).toMatchObject({
    allTeams: false,
    teamIds: [hawks],
  });
});

const plan = async (from: string, more: object = {}) => {
  const planned = await change((tx) =>
    rollOvers.planRollOver(
      tx,
      from,
      {
        ...{ name: "Spring 2027", startsOn: "2027-01-10", endsOn: "2027-05-30", into: "" },
        ...{ keep: [hawks, otters], ages: new Map([[hawks, "U-13"]]), invite: [] },
        ...more,
      },
      "Ada Admin",
      AT,
    ),
  );
  if (!planned.ok) throw new Error(planned.problem);
  return planned.id;
};
const team = (id: string) =>
  inFile((db) =>
    db.selectFrom("teams").select(["age_group", "season"]).where("id", "=", id).executeTakeFirstOrThrow(),
  );

// product/seasons.md#rolling-over
test("rolled over: a plan changes nothing, doing it changes all at once, and undoing puts all back", async () => {
  await emptied();
  const from = await create("Fall 2026", "2026-08-30", "2026-12-20");
  const id = await plan(from);
  expect(await listed()).toHaveLength(1);
  for (let twice = 0; twice < 2; twice += 1)
    expect(await change((tx) => rollOvers.doRollOver(tx, id, AT))).toEqual({ ok: true });
  expect(await team(hawks)).toEqual({ age_group: "U-13", season: "Spring 2027" });
  expect(await team(otters)).toEqual({ age_group: "U-10", season: "Spring 2027" });
  expect((await listed()).map(({ name, allTeams }) => [name, allTeams])).toEqual([
    ["Spring 2027", true],
    ["Fall 2026", true],
  ]);
  const fall = (await listed())[1] as never;
  const { teams: before } = await inFile((db) =>
    report.readSeasonReport(db, fall, { timezone: TIMEZONE, at: AT }),
  );
  expect(before.map(({ name, ageGroup }) => `${name} ${ageGroup}`)).toEqual(["Hawks U-12", "Otters U-10"]);
  const sixDays = new Date(AT.getTime() + 6 * 86_400_000);
  for (let twice = 0; twice < 2; twice += 1)
    expect(await change((tx) => rollOvers.undoRollOver(tx, id, sixDays))).toEqual({ ok: true });
  expect(await team(hawks)).toEqual({ age_group: "U-12", season: "Fall 2026" });
  expect((await listed()).map(({ name }) => name)).toEqual(["Fall 2026"]);
});

test("a failure between two steps leaves nothing: all or nothing", async () => {
  await emptied();
  const from = await create("Fall 2026", "2026-08-30", "2026-12-20");
  const id = await plan(from);
  const snapshot = () =>
    inFile(async (db) => [
      await db.selectFrom("teams").selectAll().orderBy("id").execute(),
      await db.selectFrom("seasons").selectAll().execute(),
      await db.selectFrom("season_teams").selectAll().execute(),
      await db.selectFrom("roll_overs").selectAll().execute(),
      await db.selectFrom("audit").select("seq").execute(),
      await db.selectFrom("outbox").select("id").execute(),
    ]);
  const before = await snapshot();
  const dying = change(async (tx) => {
    await rollOvers.doRollOver(tx, id, AT);
    throw new Error("killed");
  });
  await expect(dying).rejects.toThrow("killed");
  expect(await snapshot()).toEqual(before);
  expect(await change((tx) => rollOvers.doRollOver(tx, id, AT))).toEqual({ ok: true });
});

test("undoing after a team was changed and a game was rated leaves both, and says which team stayed", async () => {
  await emptied();
  const from = await create("Fall 2026", "2026-08-30", "2026-12-20");
  const id = await plan(from);
  await change((tx) => rollOvers.doRollOver(tx, id, AT));
  await inFile((db) => db.updateTable("teams").set({ age_group: "U-15" }).where("id", "=", hawks).execute());
  const played = await game(hawks, "2027-01-16", rated(20));
  expect(await change((tx) => rollOvers.undoRollOver(tx, id, AT))).toEqual({ ok: true });
  expect(await team(hawks)).toEqual({ age_group: "U-15", season: "Spring 2027" });
  expect(await team(otters)).toEqual({ age_group: "U-10", season: "Fall 2026" });
  expect((await inFile((db) => rollOvers.findRollOver(db, id)))?.stayed).toEqual(["Hawks"]);
  expect(await outside()).toMatchObject([{ games: 1, from: "2027-01-16" }]);
  const kept = await inFile((db) =>
    db.selectFrom("games").select("final_score").where("id", "=", played).execute(),
  );
  expect(kept).toEqual([{ final_score: 20 }]);
});

test("refused: after 7 days, after the next roll-over, and a plan whose teams changed since", async () => {
  await emptied();
  const from = await create("Fall 2026", "2026-08-30", "2026-12-20");
  const id = await plan(from);
  await inFile((db) => db.updateTable("teams").set({ name: "Falcons" }).where("id", "=", hawks).execute());
  expect(await change((tx) => rollOvers.doRollOver(tx, id, AT))).toMatchObject({ problem: "changed" });
  expect(await listed()).toHaveLength(1);
  const second = await plan(from);
  await change((tx) => rollOvers.doRollOver(tx, second, AT));
  const late = new Date(AT.getTime() + 7 * 86_400_000 + 1);
  expect(await change((tx) => rollOvers.undoRollOver(tx, second, late))).toMatchObject({
    problem: "too-late",
  });
  const spring = (await listed())[0]?.id ?? "";
  const third = await plan(spring, { name: "Fall 2027", startsOn: "2027-09-01", endsOn: "2027-12-01" });
  await change((tx) => rollOvers.doRollOver(tx, third, AT));
  expect(await change((tx) => rollOvers.undoRollOver(tx, second, AT))).toMatchObject({ problem: "followed" });
});

test("into a season that was made already: it takes the teams that go on, and has its own again when undone", async () => {
  await emptied();
  const from = await create("Fall 2026", "2026-08-30", "2026-12-20");
  const spring = await create("Spring 2027", "2027-02-01", "2027-05-30");
  const id = await plan(from, { into: spring, keep: [hawks] });
  await change((tx) => rollOvers.doRollOver(tx, id, AT));
  const stored = async () => (await listed()).find((season) => season.id === spring);
  expect(await stored()).toMatchObject({ startsOn: "2027-02-01", allTeams: false, teamIds: [hawks] });
  expect(await team(otters)).toMatchObject({ season: "Fall 2026" });
  await change((tx) => rollOvers.undoRollOver(tx, id, AT));
  expect(await stored()).toMatchObject({ allTeams: true, teamIds: [] });
});

test("open invitations are sent again, and people who joined meanwhile stay after it is undone", async () => {
  await emptied();
  const { inviteStaff } = await import("#app/domain/club/staff/invitations.server.ts");
  const { findMember } = await import("#app/domain/club/staff/staff.server.ts");
  const lastWeek = new Date(AT.getTime() - 20 * 86_400_000);
  const invitation = {
    teamId: otters,
    role: "coach",
    coachRole: "head",
    email: "kim@people.example",
  } as const;
  await change((tx) => inviteStaff(tx, invitation, lastWeek));
  const from = await create("Fall 2026", "2026-08-30", "2026-12-20");
  const id = await plan(from, { invite: [otters] });
  await change((tx) => rollOvers.doRollOver(tx, id, AT));
  const { staffId = "" } = (await inFile((db) => rollOvers.findRollOver(db, id)))?.invited[0] ?? {};
  expect(await inFile((db) => findMember(db, staffId))).toMatchObject({
    issue: 2,
    invitedAt: AT.toISOString(),
  });
  await inFile((db) => db.updateTable("staff").set({ status: "active" }).where("id", "=", staffId).execute());
  await change((tx) => rollOvers.undoRollOver(tx, id, AT));
  expect(await inFile((db) => findMember(db, staffId))).toMatchObject({ status: "active", teamId: otters });
});
