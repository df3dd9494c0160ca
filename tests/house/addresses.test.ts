import type { ServerBuild } from "@remix-run/node";
import { afterAll, describe, expect, test } from "vitest";
import { may, type Role } from "#app/auth/permissions.ts";
import { openWorld } from "../support/world.ts";
import { type Address, addresses } from "./addresses.ts";

const world = await openWorld();
afterAll(() => world.close());

const build = (await import(new URL("../../build/server/index.js", import.meta.url).pathname)) as ServerBuild;
const routes = Object.values(build.routes)
  .filter((route) => route !== undefined && route.id !== "root")
  .map((route) => ({ path: route?.path ? `/${route.path}` : "/", module: route?.module }));

// Dana coaches and Max manages the Hawks at Lakeside; Ada runs the club. Olga runs Hillside, next door.
const lakeside = await world.club("Lakeside");
const hillside = await world.club("Hillside");
const hawks = await world.team(lakeside, "Hawks");
const game = await world.game(lakeside, hawks, 5);
const dana = await world.person("Dana Coach", lakeside, [{ team: hawks, role: "coach" }]);
const max = await world.person("Max Manager", lakeside, [{ team: hawks, role: "manager" }]);
const staffId = await world.platform.clubs.use(lakeside.code, async (db) => {
  const row = await db
    .selectFrom("staff")
    .select("id")
    .where("account_id", "=", dana)
    .executeTakeFirstOrThrow();
  return row.id;
});
const importId = "import-of-lakeside";
await world.platform.clubs.use(lakeside.code, (db) =>
  db
    .insertInto("imports")
    .values({
      id: importId,
      kind: "games",
      file_name: "games.csv",
      status: "done",
      payload: "",
      added: 0,
      changed: 0,
      unchanged: 0,
      skipped: 0,
      created_by: "Ada",
      created_at: new Date().toISOString(),
      finished_at: new Date().toISOString(),
    })
    .execute(),
);
await world.platform.clubs.use(lakeside.code, async (db) => {
  const at = new Date().toISOString();
  await db
    .insertInto("ratings")
    .values({
      id: "rating",
      game_id: game,
      side: "coach",
      score: 0,
      reason: "A parent entered the field",
      tags: '["entering-field"]',
      submission_key: "submission",
      given_by: dana,
      given_by_name: "Dana Coach",
      given_as: "head",
      correction_reason: "",
      given_at: at,
      superseded_at: null,
    })
    .execute();
  await db
    .insertInto("incidents")
    .values({
      id: "incident",
      game_id: game,
      rating_id: "rating",
      what: "",
      when_text: "",
      official_was_minor: "unknown",
      abuse_level: null,
      status: "open",
      opened_at: at,
      updated_at: at,
      updated_by_name: "",
    })
    .execute();
});
const params: Record<string, string> = { teamId: hawks, gameId: game, staffId, importId, side: "coach" };
const cookies: Record<Role, string> = {
  club_admin: await world.signIn(lakeside.adminAccount, lakeside.code),
  team_manager: await world.signIn(max, lakeside.code),
  coach: await world.signIn(dana, lakeside.code),
};
const neighbour = await world.signIn(hillside.adminAccount, hillside.code);

const concrete = ({ path }: Address) =>
  path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? `no ${name}`);
const clubAddresses = addresses.filter(({ area }) => area === "club");
const posting = clubAddresses.filter(({ post }) => post);
const post = (address: Address, cookie?: string) =>
  world.ask(concrete(address), { cookie, form: { x: "1" } });

test("every route has its row, and every row its route", () => {
  expect(routes.map(({ path }) => path).sort()).toEqual(addresses.map(({ path }) => path).sort());
});

test("an address takes a POST exactly where its row says so", () => {
  const taking = routes.filter(({ module }) => module?.action).map(({ path }) => path);
  expect(taking.sort()).toEqual(
    addresses
      .filter(({ post }) => post)
      .map(({ path }) => path)
      .sort(),
  );
});

test("every address has a loader, so that nothing is shown without a guard having looked", () => {
  const open = new Set(["/", "/terms", "/privacy", "/cookies"]);
  expect(routes.filter(({ path, module }) => !module?.loader && !open.has(path))).toEqual([]);
});

describe.each(clubAddresses)("$path", (address) => {
  test("sends a stranger to sign in", async () => {
    const answer = await world.ask(concrete(address));
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toMatch(/^\/club\/login\?redirectTo=/);
  });

  test.each(Object.keys(cookies) as Role[])("is shown to a %s only by the right to it", async (role) => {
    const answer = await world.ask(concrete(address), { cookie: cookies[role] });
    // A finished import has no rows left to download.
    const nothingLeft = address.path.endsWith("/problems.csv") ? [404] : [];
    if (may(role, address.get as never)) expect([200, 302, 303, ...nothingLeft]).toContain(answer.status);
    else expect(answer.status).toBe(403);
  });

  test("is fetched alone as data under the same guard", async () => {
    const route = Object.values(build.routes).find((each) => `/${each?.path}` === address.path);
    const answer = await world.ask(`${concrete(address)}?_data=${encodeURIComponent(route?.id ?? "")}`);
    expect(answer.status).toBe(204);
    expect(answer.headers.get("X-Remix-Redirect")).toMatch(/^\/club\/login/);
  });
});

describe.each(posting)("POST $path", (address) => {
  test("changes nothing for a stranger", async () => {
    const answer = await post(address);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toBe("/club/login");
  });

  test.each(Object.keys(cookies) as Role[])("is refused to a %s without the right", async (role) => {
    if (may(role, address.post as never)) return;
    expect((await post(address, cookies[role])).status).toBe(403);
  });
});

describe.each(clubAddresses.filter(({ path }) => path.includes(":")))("$path of another club", (address) => {
  test("is not found, and nothing of it leaks", async () => {
    const answer = await world.ask(concrete(address), { cookie: neighbour });
    const html = await answer.text();
    // A noun that is only posted to answers GET with a way back, whatever the id.
    if (answer.status !== 302 && answer.status !== 303) expect(answer.status).toBe(404);
    for (const theirs of ["Lakeside", "Hawks", "Dana", "Max Manager"]) expect(html).not.toContain(theirs);
  });

  test("takes no POST either", async () => {
    if (!address.post || !may("club_admin", address.post as never)) return;
    expect((await post(address, neighbour)).status).toBe(404);
  });
});

test.each(addresses.filter(({ get }) => get === "account"))("$path asks for an account", async (address) => {
  expect((await world.ask(concrete(address))).headers.get("Location")).toMatch(/^\/club\/login/);
});

describe.each(addresses.filter(({ area }) => area === "site" || area === "account"))("$path", (address) => {
  test("ships no script", async () => {
    const answer = await world.ask(address.path.replace("*", "nowhere"), { cookie: cookies.coach });
    expect(answer.status).toBeLessThan(500);
    expect(await answer.text()).not.toMatch(/<script/i);
  });
});
