import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import type { TestClub } from "#tests/support/world.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters } = cast;
afterAll(() => world.close());
const admin = cast.ada.cookie;
const mia = cast.mia.cookie;
const dana = cast.dana.cookie;

const eagles = { name: "Eagles", ageGroup: "U-10", gender: "Girls", season: "Fall 2026", playerCount: "12" };
const teamsOf = (club: TestClub) =>
  world.platform.clubs.use(club.code, (db) =>
    db.selectFrom("teams").selectAll().where("status", "=", "active").orderBy("name").execute(),
  );
const staffRows = (club: TestClub) =>
  world.platform.clubs.use(club.code, (db) => db.selectFrom("staff").selectAll().execute());

const pages = () => [
  "/teams/new",
  `/teams/${otters}/edit`,
  `/teams/${otters}/delete`,
  `/teams/${otters}/invite`,
  `/teams/${otters}/staff/nobody/invitations`,
  `/teams/${otters}/staff/nobody/remove`,
];

test("visitors are redirected to sign-in, by GET and by POST", async () => {
  for (const path of ["/teams", ...pages()]) {
    const answer = await world.ask(path);
    expect([path, answer.status]).toEqual([path, 302]);
    expect(answer.headers.get("Location")).toMatch(/^\/club\/login/);
    if (path === "/teams") continue;
    const posted = await world.ask(path, { form: eagles });
    expect(posted.headers.get("Location")).toMatch(/^\/club\/login/);
  }
  expect(await teamsOf(lakeside)).toHaveLength(2);
});

test("the actions of leaders are hidden from and refused to a coach, and adding and deleting teams to a manager", async () => {
  const both = async (cookie: string) =>
    (await read("/teams", cookie)) + (await read(`/teams/${hawks}`, cookie));
  expect(await both(dana)).not.toMatch(
    /Add New Team|Invite (Manager|Coach)|Team Settings|Email Settings|Resend|Take back|\/remove|Archive|Delete/,
  );
  expect(await both(mia)).not.toMatch(/Add New Team|Invite Manager|Email Settings|Archive Team|Delete Team/);
  expect(await both(mia)).toMatch(/Invite Coach/);
  for (const path of pages()) {
    expect((await world.ask(path, { cookie: dana })).status).toBe(403);
    expect((await world.ask(path, { cookie: dana, form: eagles })).status).toBe(403);
    // A manager learns nothing of another team; the membership called nobody is unknown.
    const unknown = path.includes("nobody");
    expect((await world.ask(path, { cookie: mia, form: eagles })).status).toBe(unknown ? 404 : 403);
  }
  expect(await teamsOf(lakeside)).toHaveLength(2);
});

test("a coach sees the assigned team without email addresses; its manager sees the coaches' addresses", async () => {
  await world.ask(`/teams/${hawks}/invite`, {
    cookie: admin,
    form: { role: "coach", coachRole: "assistant", email: "pat@people.example" },
  });
  const own = `/teams/${hawks}`;
  const list = await read("/teams", dana);
  expect(list).toContain("Hawks");
  expect(list).toContain("Mia Manager (manager), Dana Reyes<");
  expect(list).not.toContain("Otters");
  for (const html of [list, await read(own, dana)]) {
    expect(html).toContain("Mia Manager");
    expect(html).not.toContain("people.example");
    expect(html).not.toContain("token=");
  }
  expect(await read("/teams", mia)).toContain("Dana Reyes, pat@people.example");
  expect(await read("/teams", mia)).toContain("1 invited");
  const manager = await read(own, mia);
  expect(manager).toContain("mailto:dana.reyes@people.example");
  expect(manager).toContain("pat@people.example");
  expect(manager).toContain("token=");
  const whole = await read("/teams", admin);
  expect(whole).toContain("Otters");
  expect(whole).toContain("No manager yet, no coach yet");
  expect(whole).not.toContain("token=");
  expect(await read(own, admin)).toContain("token=");
});

// product/clubs.md#tenants
test("another club's team is not found, and nothing of it leaks", async () => {
  const hillside = await world.club("Hillside");
  const neighbor = await world.signIn(hillside.adminAccount, hillside.code);
  const [member] = await staffRows(lakeside);
  const paths = [
    `/teams/${hawks}/edit`,
    `/teams/${hawks}/delete`,
    `/teams/${hawks}/invite`,
    `/teams/${hawks}/staff/${member?.id}/remove`,
  ];
  for (const path of paths) {
    const answer = await world.ask(path, { cookie: neighbor });
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.text()).not.toContain("Hawks");
  }
  const posts = [
    ...paths.map((path) => [path, { ...eagles, role: "coach", email: "x@y.example" }] as const),
    [`/teams/${hawks}/staff/${member?.id}/invitations`, {}] as const,
  ];
  for (const [path, form] of posts) {
    expect((await world.ask(path, { cookie: neighbor, form })).status).toBe(404);
  }
  expect((await teamsOf(lakeside)).map(({ name }) => name)).toEqual(["Hawks", "Otters"]);
  const html = await (await world.ask("/teams", { cookie: neighbor })).text();
  expect(html).toContain("No teams yet");
  expect(html).not.toContain("Hawks");
});

test("a member of one team is not found under another", async () => {
  const [member] = await staffRows(lakeside);
  const other = member?.team_id === hawks ? otters : hawks;
  expect((await world.ask(`/teams/${other}/staff/${member?.id}/remove`, { cookie: admin })).status).toBe(404);
  // For a team's manager both look the same.
  const managed = (await staffRows(lakeside)).find(({ role }) => role === "manager");
  const foreign = await world.person("Fay Foreign", lakeside, [
    { team: managed?.team_id === hawks ? otters : hawks, role: "coach", coachRole: "assistant" },
  ]);
  const stranger = (await staffRows(lakeside)).find(({ account_id }) => account_id === foreign);
  expect(stranger?.team_id).not.toBe(managed?.team_id);
  for (const id of [stranger?.id, "nobody"])
    for (const form of [undefined, {}]) {
      const path = `/teams/${managed?.team_id}/staff/${id}/remove`;
      expect((await world.ask(path, { cookie: mia, form })).status).toBe(404);
    }
});

// product/teams.md#teams
test("missing name and age group are reported at the fields, and typed values stay", async () => {
  const answer = await world.ask("/teams/new", {
    cookie: admin,
    form: { ...eagles, name: "", ageGroup: "", description: "Saturday team" },
  });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html).toContain("Please fill in team name and age group");
  expect(html).toContain('id="field-name-error"');
  expect(html).toContain('id="field-ageGroup-error"');
  expect(html).toContain("Saturday team");
  expect(await teamsOf(lakeside)).toHaveLength(2);
});

test.each([
  ["playerCount", "-3", "Enter a whole number from 0 to 999"],
  ["playerCount", "100000", "Enter a whole number from 0 to 999"],
  ["playerCount", "12.5", "Enter a whole number from 0 to 999"],
  ["ageGroup", "U-99", "Please fill in team name and age group"],
  ["gender", "Robots", "Choose Boys, Girls or Coed"],
  ["name", "!!!", "Use at least one letter or digit in the team name"],
  ["name", "Ea\u0000gles", "Use one line of plain text"],
])("%s '%s' is refused", async (field, value, message) => {
  const answer = await world.ask("/teams/new", { cookie: admin, form: { ...eagles, [field]: value } });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain(message);
  expect(await teamsOf(lakeside)).toHaveLength(2);
});

test("a form sent twice adds one team, and a name that reads the same is refused", async () => {
  const send = (form: Record<string, string>) => world.ask("/teams/new", { cookie: admin, form });
  const answers = await Promise.all([send(eagles), send(eagles), send(eagles)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  const added = (await teamsOf(lakeside)).filter(({ name }) => name === "Eagles");
  expect(added).toHaveLength(1);
  expect(added[0]).toMatchObject({ player_count: 12, manager_updates: 0, incident_alerts: 0 });

  const taken = await send({ ...eagles, name: "eagles!", playerCount: "15" });
  expect(taken.status).toBe(422);
  expect(await taken.text()).toContain("There is already a team with this name in Fall 2026");
  expect((await send({ ...eagles, season: "spring 2027" })).status).toBe(303);
  expect((await send({ ...eagles, name: "Owls", playerCount: "a dozen", incidentAlerts: "on" })).status).toBe(
    303,
  );
  const owls = (await teamsOf(lakeside)).find(({ name }) => name === "Owls");
  expect(owls).toMatchObject({ player_count: 0, incident_alerts: 1 });
});

test("the form of a new team starts with the current season", async () => {
  const html = await (await world.ask("/teams/new", { cookie: admin })).text();
  expect(html).toMatch(/name="season"[^>]*value="(Spring|Fall) \d{4}"/);
});

test("team settings are kept, and a taken name is refused", async () => {
  const path = `/teams/${otters}/edit`;
  const saved = await world.save(path, {
    cookie: admin,
    form: {
      ...eagles,
      name: "Otters",
      season: "Fall 2026",
      description: "Two\r\nlines",
      weeklyReports: "on",
    },
  });
  expect(saved.status).toBe(303);
  const row = (await teamsOf(lakeside)).find(({ id }) => id === otters);
  expect(row).toMatchObject({
    gender: "Girls",
    age_group: "U-10",
    description: "Two\nlines",
    weekly_reports: 1,
  });
  const refused = await world.save(path, { cookie: admin, form: { ...eagles, name: "HAWKS" } });
  expect(refused.status).toBe(422);
  expect((await teamsOf(lakeside)).find(({ id }) => id === otters)?.name).toBe("Otters");
});

test("deleting asks first, ends the staff's access and tolerates a second click", async () => {
  const owls = await world.team(lakeside, "Barn Owls");
  const kim = await world.person("Kim Koch", lakeside, [{ team: owls, role: "coach" }]);
  const cookie = await world.signIn(kim, lakeside.code);
  const path = `/teams/${owls}/delete`;
  const asked = await (await world.ask(path, { cookie: admin })).text();
  expect(asked).toContain("Are you sure you want to delete &quot;Barn Owls&quot;?");
  expect((await world.ask("/teams", { cookie })).status).toBe(200);
  const form = { confirmation: "barn owls" };
  expect((await world.ask(path, { cookie: admin, form })).status).toBe(303);
  expect((await world.ask(path, { cookie: admin, form })).status).toBe(303);
  expect((await world.ask(path, { cookie: admin })).status).toBe(404);
  expect((await world.ask("/teams", { cookie })).headers.get("Location")).toMatch(/^\/club\/choose/);
  const memberships = world.control.selectFrom("memberships").selectAll().where("account_id", "=", kim);
  expect(await memberships.execute()).toHaveLength(0);
  const entries = world.control.selectFrom("standings").selectAll().where("team_id", "=", owls);
  expect(await entries.execute()).toHaveLength(0);
});

test("rare actions are on the team's page: people, invitations, settings, archiving and deleting", async () => {
  const html = await read(`/teams/${hawks}`, admin);
  for (const path of ["edit", "archive", "delete", "invite?role=coach", "manager"])
    expect(html).toContain(`href="/teams/${hawks}/${path}"`);
  expect(html).toContain('href="/teams/email-settings"');
  expect(html).toMatch(/\/staff\/[^/"]+\/remove"/);
  // The list links the team, and actions for all teams.
  const list = await read("/teams", admin);
  expect([...list.matchAll(new RegExp(`href="/teams/${hawks}[^"]*"`, "g"))].map(([link]) => link)).toEqual([
    `href="/teams/${hawks}"`,
  ]);
  for (const path of ["/teams/email-settings", "/teams/weekly-reports", "/teams/new"])
    expect(list).toContain(`href="${path}"`);
});

test("a manager who is invited by name gets the invitation again from the team's page", async () => {
  const club = await world.club("Prairie");
  const team = await world.team(club, "Prairie Dogs");
  const cookie = await world.signIn(club.adminAccount, club.code);
  expect(await read(`/teams/${team}`, cookie)).toContain("Invite Manager");
  await world.ask(`/teams/${team}/invite`, {
    cookie,
    form: { role: "manager", name: "Pia Prairie", email: "pia@people.example" },
  });
  const html = await read(`/teams/${team}`, cookie);
  expect(html).toContain("<strong>Pia Prairie</strong>");
  expect(html).toMatch(
    /<form method="post" action="\/teams\/[^"]+\/invitations"[^>]*>.{0,200}Resend Manager/s,
  );
  expect(html).not.toContain("Invite Manager");
});

test("a team with only upcoming games shows the first one's time, on the list and on its page", async () => {
  const club = await world.club("Sunrise");
  const [larks, wrens] = [await world.team(club, "Larks"), await world.team(club, "Wrens")];
  const coming = (date: string, time: string | null) => ({ date, time, starts_at: `${date}T15:00:00.000Z` });
  await world.game(club, larks, -400, coming("2099-11-28", "14:30"));
  await world.game(club, larks, -300, coming("2099-11-21", "09:00"));
  const cookie = await world.signIn(club.adminAccount, club.code);
  const first = "First game Sat, Nov 21, 2099, 9:00 AM";
  const list = await read("/teams", cookie);
  expect(list).toContain(first);
  expect(list.match(/No games yet/g)).toHaveLength(1);
  expect(await read(`/teams/${larks}`, cookie)).toContain(first);
  expect(await read(`/teams/${wrens}`, cookie)).toContain("No game has kicked off yet.");
});

test("rows show average, games rated and strip; tiles count each person once; the policy is explained", async () => {
  const club = await world.club("Harbor");
  const [gulls, terns] = [await world.team(club, "Gulls"), await world.team(club, "Terns")];
  const rated = (final_score: 0 | 10 | 20) =>
    ({ status: "completed", final_score, agreement: "agreed", final_policy: "coach-final" }) as const;
  await world.game(club, gulls, 300, rated(20));
  await world.game(club, gulls, 200, rated(10));
  await world.game(club, gulls, 100);
  await world.person("Gus Gale", club, [
    { team: gulls, role: "coach" },
    { team: terns, role: "coach", coachRole: "assistant" },
  ]);
  const cookie = await world.signIn(club.adminAccount, club.code);
  const html = plain(await (await world.ask("/teams", { cookie })).text());
  expect(html).toContain("<dt>Active Teams</dt><dd>2</dd>");
  expect(html).toContain("<dt>Active Managers</dt><dd>0</dd>");
  expect(html).toContain("<dt>Active Coaches</dt><dd>1</dd>");
  expect(html).toContain("<dt>Pending Invites</dt><dd>0</dd>");
  expect(html).toContain("2 of 3 rated");
  expect(plain(await read(`/teams/${gulls}`, cookie))).toContain("2 of 3 games rated; score 30");
  expect(html).toContain('15.0<span class="visually-hidden"> of 20</span>');
  expect(html).toContain("last 3 games: 1 perfect, 1 minor, 1 not rated");
  expect(html).toContain("The coach&#x27;s rating is final and takes precedence.");
  await world.platform.clubs.use(club.code, (db) =>
    db.updateTable("club").set({ rating_policy: "average" }).execute(),
  );
  expect(await (await world.ask("/teams", { cookie })).text()).toContain("count equally");
});

test("the page searches many teams by name or age group, with the search in the address", async () => {
  const club = await world.club("Meadow");
  for (let i = 1; i <= 9; i += 1)
    await world.team(club, `Meadow ${i}`, { age_group: i === 3 ? "U-8" : "U-12" });
  const cookie = await world.signIn(club.adminAccount, club.code);
  const found = plain(await (await world.ask("/teams?q=u8", { cookie })).text());
  expect(found).toContain("1 of 9 teams");
  expect(found).toContain("Meadow 3");
  expect(found).not.toContain("Meadow 4");
  const none = await (await world.ask("/teams?q=%3Cscript%3Ealert", { cookie })).text();
  expect(none).toContain("No teams found");
  expect(none).not.toContain("<script>alert");
});

const read = async (path: string, cookie: string) => (await world.ask(path, { cookie })).text();

/** Strips the comments that React leaves between texts. */
const plain = (html: string) => html.replaceAll("<!-- -->", "");
