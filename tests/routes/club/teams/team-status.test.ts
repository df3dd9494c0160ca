import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const cast = await openLakeside();
const { world, lakeside } = cast;
afterAll(() => world.close());
const admin = cast.ada.cookie;

const { now } = await import("#app/runtime/clock.server.ts");

const rated = {
  status: "completed",
  final_score: 20,
  agreement: "agreed",
  final_policy: "coach-final",
} as const;
const plain = (html: string) => html.replaceAll("<!-- -->", "");
const get = async (path: string, cookie = admin) => plain(await (await world.ask(path, { cookie })).text());
const post = (path: string, form: Record<string, string> = {}, cookie = admin) =>
  world.ask(path, { cookie, form });
const statusOf = async (teamId: string) =>
  world.platform.clubs.use(lakeside.code, async (db) => {
    const row = await db
      .selectFrom("teams")
      .select(["status", "name"])
      .where("id", "=", teamId)
      .executeTakeFirstOrThrow();
    return `${row.name} ${row.status}`;
  });
const onBoard = async (teamId: string) =>
  (await world.control.selectFrom("standings").select("team_id").where("team_id", "=", teamId).execute())
    .length;
const membershipsOf = async (accountId: string) =>
  (await world.control.selectFrom("memberships").select("role").where("account_id", "=", accountId).execute())
    .length;

/** Creates a team with a rated, an unrated and an upcoming game, coached by a person without other teams. */
async function teamWithHistory(name: string, coach: string) {
  const team = await world.team(lakeside, name);
  const played = await world.game(lakeside, team, 100, rated);
  const unrated = await world.game(lakeside, team, 50);
  await world.game(lakeside, team, -50);
  const account = await world.person(coach, lakeside, [{ team, role: "coach" }]);
  await world.platform.clubs.use(lakeside.code, (db) =>
    db
      .insertInto("ratings")
      .values({
        id: `rating-of-${played}`,
        game_id: played,
        side: "coach",
        score: 20,
        reason: "Quiet",
        tags: "[]",
        submission_key: `key-of-${played}`,
        given_by: account,
        given_by_name: coach,
        given_as: "head",
        correction_reason: "",
        saw_other: 0,
        given_at: now().toISOString(),
        superseded_at: null,
      })
      .execute(),
  );
  return { team, unrated, account, cookie: await world.signIn(account, lakeside.code) };
}

// product/teams.md#teams
test("archiving takes a team off lists and boards with its coach's access, and restoring it returns all", async () => {
  const { team, unrated, account, cookie } = await teamWithHistory("Barn Owls", "Kim Koch");
  expect(
    (await world.save(`/teams/${team}/edit`, { cookie: admin, form: settings("Barn Owls") })).status,
  ).toBe(303);
  expect(await onBoard(team)).toBe(1);
  expect(await get(`/teams/${team}/edit`)).toContain(`/teams/${team}/archive`);
  expect(await get(`/teams/${team}/archive`)).toContain("You can bring it back at any time");
  expect((await post(`/teams/${team}/archive`)).status).toBe(303);
  expect((await post(`/teams/${team}/archive`)).status).toBe(303);
  expect(await statusOf(team)).toBe("Barn Owls archived");
  expect(await onBoard(team)).toBe(0);
  expect(await membershipsOf(account)).toBe(0);
  expect((await world.ask("/dashboard", { cookie })).headers.get("Location")).toMatch(/^\/club\/choose/);
  for (const path of ["/teams", "/schedule", "/rating", "/dashboard", "/schedule/new"]) {
    expect([path, await get(path)]).toEqual([path, expect.not.stringContaining("Barn Owls")]);
  }
  expect(await get("/teams")).toContain("1 archived team");
  for (const path of [
    `/rating/${unrated}`,
    `/schedule/${unrated}/edit`,
    `/teams/${team}/edit`,
    `/teams/${team}/archive`,
  ]) {
    expect([path, (await world.ask(path, { cookie: admin })).status]).toEqual([path, 404]);
  }

  const list = await get("/teams/archived");
  expect(list).toContain("Barn Owls");
  expect(list).toMatch(/Archived \w{3}, \w{3} \d/);
  expect((await post(`/teams/${team}/restore`)).status).toBe(303);
  expect((await post(`/teams/${team}/restore`)).status).toBe(303);
  expect(await statusOf(team)).toBe("Barn Owls active");
  expect(await onBoard(team)).toBe(1);
  expect(await membershipsOf(account)).toBe(1);
  expect(await get(`/rating/${unrated}`, await world.signIn(account, lakeside.code))).toContain(
    "Your rating",
  );
  expect(await get("/teams/archived")).toContain("No archived teams");
});

test("a coach of another team keeps the club and loses only the archived team", async () => {
  const { team, account } = await teamWithHistory("Kites", "Kay Klein");
  await world.person("Kay Klein", lakeside, [{ team: cast.otters, role: "coach" }]);
  const cookie = await world.signIn(account, lakeside.code);
  await post(`/teams/${team}/archive`);
  expect(await membershipsOf(account)).toBe(1);
  const { assignmentsOf } = await import("#app/domain/club/staff/staff.server.ts");
  const assigned = await world.platform.clubs.use(lakeside.code, (db) => assignmentsOf(db, account));
  expect(assigned.map(({ teamName }) => teamName)).toEqual(["Otters"]);
  const html = await get("/teams", cookie);
  expect(html).toContain("Otters");
  expect(html).not.toContain("Kites");
});

test("an archived team's open invitation is suspended: its link works again when the team is back", async () => {
  const team = await world.team(lakeside, "Plovers");
  await post(`/teams/${team}/invite`, { role: "coach", coachRole: "head", email: "pia@people.example" });
  const link =
    /\/contact\?invite=[^"<]+/.exec((await get(`/teams/${team}`)).replaceAll("&amp;", "&"))?.[0] ?? "";
  const opened = async () => {
    const moved = await world.ask(link);
    return (await world.ask(moved.headers.get("Location") ?? "")).text();
  };
  expect(await opened()).toContain("Plovers");
  await post(`/teams/${team}/archive`);
  expect(await opened()).toContain("Invalid Invitation");
  await post(`/teams/${team}/restore`);
  expect(await opened()).toContain("Plovers");
});

test("deleting a team with ratings counts what is lost, offers archiving, and needs its name", async () => {
  const { team, account } = await teamWithHistory("Ospreys", "Olga Osprey");
  const asked = await get(`/teams/${team}/delete`);
  expect(asked).toContain("Archive it instead?");
  for (const loss of [
    "1 rating",
    "20 points",
    "2 past games",
    "1 upcoming game",
    "the access of 1 coach or manager",
  ]) {
    expect(asked).toContain(`<strong>${loss}</strong>`);
  }
  for (const form of [{}, { confirmation: "Hawks" }] as Record<string, string>[]) {
    const refused = await post(`/teams/${team}/delete`, form);
    expect(refused.status).toBe(422);
    expect(plain(await refused.text())).toContain("Type Ospreys to delete the team");
  }
  expect(await statusOf(team)).toBe("Ospreys active");
  expect((await post(`/teams/${team}/delete`, { confirmation: " ospreys" })).status).toBe(303);
  expect(await statusOf(team)).toBe("Ospreys deleted");
  expect(await membershipsOf(account)).toBe(0);
  expect(await get("/teams/archived")).toMatch(/Deleted [^<]+: restore until /);
  expect((await post(`/teams/${team}/restore`)).status).toBe(303);
  expect(await statusOf(team)).toBe("Ospreys active");
  expect(await membershipsOf(account)).toBe(1);
});

test("a deleted team cannot be restored after 30 days, and nothing of it is erased", async () => {
  const { team } = await teamWithHistory("Herons", "Hal Heron");
  await post(`/teams/${team}/delete`, { confirmation: "Herons" });
  const longAgo = new Date(now().getTime() - 30 * 86_400_000 - 60_000).toISOString();
  await world.platform.clubs.use(lakeside.code, (db) =>
    db.updateTable("teams").set({ status_since: longAgo }).where("id", "=", team).execute(),
  );
  expect(await get("/teams/archived")).not.toContain("Herons");
  expect((await world.ask(`/teams/${team}/restore`, { cookie: admin })).status).toBe(404);
  expect((await post(`/teams/${team}/restore`)).headers.get("Location")).toBe("/teams/archived");
  expect(await statusOf(team)).toBe("Herons deleted");
  const games = await world.platform.clubs.use(lakeside.code, (db) =>
    db.selectFrom("games").select("id").where("team_id", "=", team).execute(),
  );
  expect(games).toHaveLength(3);
});

test("a team whose name is taken is restored under another name", async () => {
  const team = await world.team(lakeside, "Terns");
  await post(`/teams/${team}/archive`);
  await world.team(lakeside, "terns!", { name_key: "terns" });
  const answer = await post(`/teams/${team}/restore`);
  expect(answer.headers.get("Location")).toBe(`/teams/${team}/restore`);
  const page = await get(`/teams/${team}/restore`);
  expect(page).toContain("Another team is called Terns in Fall 2026 by now");
  expect(page).toContain('value="Terns 2"');
  expect((await post(`/teams/${team}/restore`, { name: "TERNS" })).status).toBe(422);
  expect((await post(`/teams/${team}/restore`, { name: "!!" })).status).toBe(422);
  expect(await statusOf(team)).toBe("Terns archived");
  expect((await post(`/teams/${team}/restore`, { name: "Terns 2" })).status).toBe(303);
  expect(await statusOf(team)).toBe("Terns 2 active");
});

test("a team without games and staff is deleted by one button, and an archived one can be deleted too", async () => {
  const wrens = await world.team(lakeside, "Wrens");
  expect(await get(`/teams/${wrens}/delete`)).not.toContain('name="confirmation"');
  expect((await post(`/teams/${wrens}/archive`)).status).toBe(303);
  expect(await get("/teams/archived")).toContain(`/teams/${wrens}/delete`);
  expect((await post(`/teams/${wrens}/delete`)).status).toBe(303);
  expect(await statusOf(wrens)).toBe("Wrens deleted");
});

test("a crash between the two databases is completed by the outbox", async () => {
  const { inTransaction } = await import("#app/db/engine.server.ts");
  const { archiveTeam } = await import("#app/domain/club/teams/team-status.server.ts");
  const { deliverOpenEvents } = await import("#app/journeys/club-events/change-club.server.ts");
  const { announceEvents } = await import("#app/db/outbox.server.ts");
  const { team, account } = await teamWithHistory("Egrets", "Eva Egret");
  await announceEvents(world.control, lakeside.code);
  await world.platform.clubs.use(lakeside.code, (db) => inTransaction(db, (tx) => archiveTeam(tx, team)));
  expect(await membershipsOf(account)).toBe(1);
  await deliverOpenEvents(world.platform, 0);
  expect(await membershipsOf(account)).toBe(0);
});

const settings = (name: string) => ({
  name,
  ageGroup: "U-12",
  gender: "Boys",
  season: "Fall 2026",
  playerCount: "14",
});
