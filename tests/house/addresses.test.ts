import { afterAll, describe, expect, test } from "vitest";
import { may, type Role } from "#app/auth/permissions.ts";
import { openWorld } from "../support/world.ts";
import { type Address, addresses, type Who } from "./addresses.ts";
import { builtRoutes } from "./manifest.ts";

const world = await openWorld();
afterAll(() => world.close());
const routes = await builtRoutes();

// Lakeside has the Hawks, with all three roles, and the Otters, whom nobody of the three trains.
const lakeside = await world.club("Lakeside FC");
const hawks = await world.team(lakeside, "Hawks");
const otters = await world.team(lakeside, "Otters");
const own = await thingsOf(lakeside, hawks);
const ofOtters = await thingsOf(lakeside, otters);
const cookies: Record<Role, string> = {
  club_admin: await world.signIn(lakeside.adminAccount, lakeside.code),
  team_manager: await world.signIn(
    await world.person("Mia Manager", lakeside, [{ team: hawks, role: "manager" }]),
    lakeside.code,
  ),
  coach: await world.signIn(
    await world.person("Dana Reyes", lakeside, [{ team: hawks, role: "coach" }]),
    lakeside.code,
  ),
};
const roles = Object.keys(cookies) as Role[];
// Riverside is the neighbour whose things nobody of Lakeside may even learn of.
const riverside = await world.club("Riverside SC");
const ofRiverside = await thingsOf(riverside, await world.team(riverside, "Secret Lynxes"));

type Things = Record<string, string>;

async function thingsOf(club: typeof lakeside, teamId: string): Promise<Things> {
  const gameId = await world.game(club, teamId, 5, { opponent: `Opponents of ${club.name}` });
  await world.person(`Sam ${club.code} ${teamId.slice(0, 4)}`, club, [
    { team: teamId, role: "coach", coachRole: "assistant" },
  ]);
  const staff = await world.platform.clubs.use(club.code, (db) =>
    db.selectFrom("staff").select("id").where("team_id", "=", teamId).executeTakeFirstOrThrow(),
  );
  await majorIncident(club.code, gameId);
  const admin = await world.signIn(club.adminAccount, club.code);
  const finishedImportId = await previewImport(admin, teamId, "09:00");
  await world.ask(`/schedule/imports/${finishedImportId}/games`, { cookie: admin, form: {} });
  const importId = await previewImport(admin, teamId, "10:00");
  return { teamId, gameId, staffId: staff.id, side: "coach", importId, finishedImportId };
}

/** A schedule of one good and one bad row, read but not imported yet. */
async function previewImport(cookie: string, teamId: string, time: string): Promise<string> {
  const body = new FormData();
  body.set(
    "pasted",
    `Date,Time,Opponent,Location,Home/Away\n2026-03-07,${time},Lions,Field 2,home\nnever,,,,\n`,
  );
  body.set("team", teamId);
  const answer = await world.ask("/schedule/import", { cookie, body });
  const id = /^\/schedule\/imports\/([\w-]+)$/.exec(answer.headers.get("Location") ?? "")?.[1];
  if (!id) throw new Error(`The schedule was not read (${answer.status})`);
  return id;
}

/** The coach's 0 for a game and the note that it opened, so that every page about a game has something to show. */
async function majorIncident(clubCode: string, gameId: string): Promise<void> {
  const at = new Date().toISOString();
  const id = `rating-${gameId}`;
  await world.platform.clubs.use(clubCode, async (db) => {
    await db
      .insertInto("ratings")
      .values({
        id,
        game_id: gameId,
        side: "coach",
        score: 0,
        reason: "A parent ran onto the field",
        tags: JSON.stringify(["entering-field"]),
        submission_key: id,
        given_by: "nobody",
        given_by_name: "Somebody",
        given_as: "head",
        correction_reason: "",
        given_at: at,
        superseded_at: null,
      })
      .execute();
    await db
      .insertInto("incidents")
      .values({
        id: `incident-${gameId}`,
        game_id: gameId,
        rating_id: id,
        what: "",
        when_text: "",
        official_was_minor: "unknown",
        abuse_level: null,
        status: "open",
        opened_at: at,
        updated_at: at,
        updated_by_name: "Somebody",
      })
      .execute();
  });
}

function fill({ path, query, standsFor }: Address, things: Things): string {
  const address = query ? `${path}?${query}` : path;
  return address.replace(/:(\w+)/g, (_, name: string) => {
    const value = things[standsFor?.[name] ?? name];
    if (!value) throw new Error(`${path}: say in thingsOf() what stands for :${name}`);
    return value;
  });
}

const ask = (method: "GET" | "POST", path: string, cookie?: string) =>
  world.ask(path, { cookie, ...(method === "POST" ? { form: {} } : {}) });

const rows = (["GET", "POST"] as const).flatMap((method) =>
  addresses.flatMap((address) => {
    const who = address[method];
    return who ? [{ method, path: address.path, address, who }] : [];
  }),
);
const guarded = rows.filter(({ who }) => who !== "anybody");
const capable = rows.flatMap((row) => (isCapability(row.who) ? [{ ...row, who: row.who }] : []));
const aboutSomething = capable.filter(
  ({ method, address }) =>
    /:\w/.test(address.path + (address.query ?? "")) && !(method === "GET" && address.leadsBack),
);

function isCapability(who: Who): who is Exclude<Who, "anybody" | "account"> {
  return who !== "anybody" && who !== "account";
}

describe("the table of addresses", () => {
  test("has exactly the routes of the build, with their methods", () => {
    const table = addresses.map(
      ({ path, GET, POST }) => `${path} ${[GET && "GET", POST && "POST"].filter(Boolean).join(" ")}`,
    );
    const built = routes.map(({ path, methods }) => `${path} ${methods.join(" ")}`);
    expect(table.sort()).toEqual(built.sort());
  });

  test("tells the area in which each route lies", () => {
    const areaOf = new Map(addresses.map(({ path, area }) => [path, area]));
    const astray = routes.filter(
      ({ path, id }) => !id.startsWith("alias/") && !id.startsWith(`routes/${areaOf.get(path)}/`),
    );
    expect(astray).toEqual([]);
  });
});

test("every address has a loader, so that nothing is shown without a guard having looked", () => {
  const open = ["/", "/terms", "/privacy", "/cookies"];
  const unguarded = routes.filter(({ path, hasLoader }) => !hasLoader && !open.includes(path));
  expect(unguarded).toEqual([]);
});

describe("a stranger", () => {
  test.each(guarded)("is sent to sign in from $method $path", async ({ method, address }) => {
    const answer = await ask(method, fill(address, own));
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toMatch(/^\/club\/login(\?redirectTo=|$)/);
    expect((await answer.text()).includes("Hawks")).toBe(false);
  });

  test.each(guarded.filter(({ method }) => method === "GET"))(
    "gets no data of $path by asking its loader alone",
    async ({ address }) => {
      const route = routes.find(({ path }) => path === address.path);
      const path = fill(address, own);
      const answer = await ask("GET", `${path}${path.includes("?") ? "&" : "?"}_data=${route?.id}`);
      expect(await answer.text()).toBe("");
      expect(answer.headers.get("X-Remix-Redirect") ?? answer.headers.get("Location")).toMatch(
        /^\/club\/login/,
      );
    },
  );
});

describe("a role that may not", () => {
  const refused = capable.flatMap((row) =>
    roles.filter((role) => !may(role, row.who)).map((role) => ({ ...row, role })),
  );
  test.each(refused)("as $role gets 403 from $method $path", async ({ method, address, role }) => {
    const answer = await ask(method, fill(address, own), cookies[role]);
    expect(answer.status).toBe(403);
    expect((await answer.text()).includes("Hawks")).toBe(false);
  });
});

describe("ids of another club", () => {
  const allowed = aboutSomething.flatMap((row) =>
    roles.filter((role) => may(role, row.who)).map((role) => ({ ...row, role })),
  );
  test.each(allowed)("are not found by $role at $method $path", async ({ method, address, role }) => {
    const answer = await ask(method, fill(address, ofRiverside), cookies[role]);
    expect(answer.status).toBe(404);
    expect(/Lynxes|Riverside/.test(await answer.text())).toBe(false);
  });
});

describe("another team of the own club", () => {
  const staffOnly = aboutSomething.flatMap((row) =>
    roles.filter((role) => role !== "club_admin" && may(role, row.who)).map((role) => ({ ...row, role })),
  );
  test.each(staffOnly)("is refused to $role at $method $path", async ({ method, address, role }) => {
    const answer = await ask(method, fill(address, ofOtters), cookies[role]);
    expect(answer.status).toBe(403);
  });
});

describe("who may", () => {
  const seen = capable
    .filter(({ method, address }) => method === "GET" && !address.leadsBack)
    .flatMap((row) => roles.filter((role) => may(role, row.who)).map((role) => ({ ...row, role })));
  test.each(seen)("sees $path as $role", async ({ address, role }) => {
    const answer = await ask("GET", fill(address, own), cookies[role]);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toContain("no-store");
    // The boards show other clubs' teams, but never their games.
    expect((await answer.text()).includes("Opponents of Riverside")).toBe(false);
  });
});

describe("pages without scripts", () => {
  // Pages for anybody, and every page that calls itself bare, such as the one for the field.
  const areaOf = new Map(addresses.map(({ path, area }) => [path, area]));
  const scriptless = routes.filter(
    ({ path, bare, methods }) =>
      methods.includes("GET") && (bare || ["site", "account"].includes(areaOf.get(path) ?? "")),
  );
  test.each(scriptless)("$path", async ({ path }) => {
    const address = addresses.find((each) => each.path === path);
    if (!address) throw new Error(`${path} has no row`);
    const answer = await ask("GET", fill(address, own).replace("*", "nowhere"), cookies.coach);
    expect(answer.status).toBeLessThan(500);
    expect(/<script|modulepreload/i.test(await answer.text())).toBe(false);
  });
});
