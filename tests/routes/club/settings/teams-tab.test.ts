import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, hawks, ada } = await openLakeside();
afterAll(() => world.close());

const PAGE = "/club/settings?tab=teams";
const page = async () =>
  (await (await world.ask(PAGE, { cookie: ada.cookie })).text()).replaceAll("<!-- -->", "");
const add = (more: Record<string, string>) =>
  world.ask(PAGE, {
    cookie: ada.cookie,
    form: {
      name: "Falcons",
      ageGroup: "U-14",
      gender: "Coed",
      season: "Spring 2027",
      playerCount: "16",
      ...more,
    },
  });
const falcons = () =>
  world.platform.clubs.use(lakeside.code, (db) =>
    db.selectFrom("teams").selectAll().where("name_key", "=", "falcons").execute(),
  );
const staffOf = (teamId: string) =>
  world.platform.clubs.use(lakeside.code, (db) =>
    db
      .selectFrom("staff")
      .select(["role", "coach_role", "email", "status"])
      .where("team_id", "=", teamId)
      .execute(),
  );

test("the tab lists the teams with the club's data, and links to edit and remove each", async () => {
  const html = await page();
  for (const words of ["2 teams.", "Hawks", "Otters", "U-12 Boys, Fall 2026"]) expect(html).toContain(words);
  expect(html).toContain(`href="/teams/${hawks}/edit"`);
  expect(html).toContain(`href="/teams/${hawks}/delete"`);
  expect(html).toContain('<option value="Coed">Co-Ed</option>');
});

test("the tab adds a team as the Teams page does, with the usual notifications", async () => {
  expect((await add({})).status).toBe(303);
  const [team] = await falcons();
  expect(team).toMatchObject({
    name: "Falcons",
    age_group: "U-14",
    gender: "Coed",
    season: "Spring 2027",
    player_count: 16,
    manager_updates: 1,
    coach_updates: 1,
    weekly_reports: 0,
    incident_alerts: 1,
    status: "active",
  });
  expect(await staffOf(team?.id ?? "")).toEqual([]);
  // A reload adds nothing; another team of that name and season is refused.
  expect((await add({})).status).toBe(303);
  const taken = await add({ ageGroup: "U-16" });
  expect(taken.status).toBe(422);
  expect(await taken.text()).toContain("There is already a team with this name in Spring 2027");
  expect(await falcons()).toHaveLength(1);
});

test("the tab invites the head coach together with the team", async () => {
  const typed = { season: "Fall 2027", coachName: "Chris Vega", coachEmail: "Chris@Lakeside.example" };
  expect((await add(typed)).status).toBe(303);
  const team = (await falcons()).find(({ season }) => season === "Fall 2027");
  expect(await staffOf(team?.id ?? "")).toEqual([
    { role: "coach", coach_role: "head", email: "chris@lakeside.example", status: "pending" },
  ]);
});

test("the tab needs name, age group and gender, and an email for a named coach, and loses nothing typed", async () => {
  for (const [typed, words] of [
    [{ name: "" }, "Please fill in team name and age group"],
    [{ ageGroup: "U-99" }, "Please fill in team name and age group"],
    [{ gender: "" }, "Choose Boys, Girls or Co-Ed"],
    [{ season: "Fall 2030", coachName: "Chris" }, "Enter the head coach&#x27;s email"],
    [{ season: "Fall 2030", coachEmail: "chris" }, "Enter an email address in the format"],
  ] as const) {
    const answer = await add({ ...typed, playerCount: "17" });
    expect([words, answer.status]).toEqual([words, 422]);
    const html = await answer.text();
    expect(html).toContain(words);
    expect(html).toContain('value="17"');
  }
  expect((await falcons()).some(({ season }) => season === "Fall 2030")).toBe(false);
});
