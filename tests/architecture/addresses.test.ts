import { afterAll, describe, expect, test } from "vitest";
import { may } from "#app/auth/permissions.ts";
import type { Role } from "#app/domain/club/staff/club-user.ts";
import { openLakeside } from "../support/lakeside.ts";
import { addresses, isStaffOnly, type StaffOnly, type Who } from "./addresses.ts";
import { builtRoutes } from "./manifest.ts";
import { fill, thingsOf } from "./things.ts";

const cast = await openLakeside();
const { world, lakeside, riverside } = cast;
afterAll(() => world.close());
const routes = await builtRoutes();

const own = await thingsOf(world, lakeside, cast.hawks);
const ofOtters = await thingsOf(world, lakeside, cast.otters);
const ofRiverside = await thingsOf(world, riverside, cast.lynxes);
const cookies: Record<Role, string> = {
  club_admin: cast.ada.cookie,
  team_manager: cast.mia.cookie,
  coach: cast.dana.cookie,
};
const roles = Object.keys(cookies) as Role[];

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

function isCapability(who: Who): who is Exclude<Who, "anybody" | "account" | StaffOnly> {
  return who !== "anybody" && who !== "account" && !isStaffOnly(who);
}

const signInOf = (who: Who) =>
  isStaffOnly(who) ? /^\/admin\/login(\?redirect=|$)/ : /^\/club\/login(\?redirectTo=|$)/;

describe("the table of addresses", () => {
  test("has exactly the routes of the build, with their methods", () => {
    const table = addresses.map(
      ({ path, GET, POST }) => `${path} ${[GET && "GET", POST && "POST"].filter(Boolean).join(" ")}`,
    );
    const built = routes.map(({ path, methods }) => `${path} ${methods.join(" ")}`);
    expect(table.sort()).toEqual(built.sort());
  });
});

test("the club's pages stand below its layout, whose loader a stranger may ask alone as well", () => {
  const pages = routes.filter(
    ({ id }) => id.startsWith("routes/club/") && id !== "routes/club/ratings/mobile/index",
  );
  expect(pages.filter(({ layouts }) => !layouts.includes("routes/club/layout"))).toEqual([]);
});

test("every address has a loader, so that nothing is shown without a guard having looked", () => {
  const open = ["/", "/faq", "/tour"];
  const unguarded = routes.filter(({ path, hasLoader }) => !hasLoader && !open.includes(path));
  expect(unguarded).toEqual([]);
});

describe("a stranger", () => {
  test.each(guarded)("is sent to sign in from $method $path", async ({ method, address, who }) => {
    const answer = await ask(method, fill(address, own));
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toMatch(signInOf(who));
    expect((await answer.text()).includes("Hawks")).toBe(false);
  });

  test.each(guarded.filter(({ method }) => method === "GET"))(
    "gets no data of $path by asking its loader alone",
    async ({ address, who }) => {
      const route = routes.find(({ path }) => path === address.path);
      const path = fill(address, own);
      for (const id of [route?.id, ...(route?.layouts ?? [])]) {
        const answer = await ask("GET", `${path}${path.includes("?") ? "&" : "?"}_data=${id}`);
        expect(await answer.text()).toBe("");
        expect(answer.headers.get("X-Remix-Redirect") ?? answer.headers.get("Location")).toMatch(
          signInOf(who),
        );
      }
    },
  );
});

describe("the platform's staff", async () => {
  const { platformMay, platformRoles } = await import("#app/domain/control/platform/roles.ts");
  const staff = Object.fromEntries(
    await Promise.all(platformRoles.map(async (role) => [role, await world.signInStaff(role)] as const)),
  );
  const pages = rows.flatMap((row) => (isStaffOnly(row.who) ? [{ ...row, who: row.who }] : []));
  const cells = pages.flatMap((row) =>
    platformRoles.map((role) => {
      const permission = row.who.split(" ")[1] as Parameters<typeof platformMay>[1] | undefined;
      return { ...row, role, allowed: permission === undefined || platformMay(role, permission) };
    }),
  );

  test.each(cells.filter(({ allowed }) => !allowed))(
    "as $role get 403 from $method $path",
    async ({ method, address, role }) => {
      expect((await ask(method, fill(address, own), staff[role])).status).toBe(403);
    },
  );
  test.each(cells.filter(({ allowed, method }) => allowed && method === "GET"))(
    "as $role may read $path",
    async ({ address, role }) => {
      const answer = await ask("GET", fill(address, own), staff[role]);
      expect([200, 302, 404]).toContain(answer.status);
      expect(answer.headers.get("Location") ?? "").not.toContain("/login");
      if (answer.status === 200) expect(answer.headers.get("Cache-Control")).toContain("no-store");
    },
  );
  test.each(guarded.filter(({ who }) => !isStaffOnly(who)))(
    "have no place of a club: they are sent to sign in from $method $path",
    async ({ method, address }) => {
      const answer = await ask(method, fill(address, own), staff.super_admin);
      expect(answer.headers.get("Location")).toMatch(/^\/club\/login/);
    },
  );
  test.each(pages.flatMap((row) => roles.map((role) => ({ ...row, role }))))(
    "are nobody of a club: as $role one is sent to their sign-in from $method $path",
    async ({ method, address, role }) => {
      const answer = await ask(method, fill(address, own), cookies[role]);
      expect(answer.headers.get("Location")).toMatch(/^\/admin\/login/);
    },
  );
  test("have no session that a club's cookie could carry, nor the other way round", async () => {
    const swapped = staff.super_admin?.replace(/^admin=/, "session=");
    expect((await ask("GET", "/dashboard", swapped)).headers.get("Location")).toMatch(/^\/club\/login/);
    const other = cookies.club_admin.replace(/^session=/, "admin=");
    expect((await ask("GET", "/admin", other)).headers.get("Location")).toMatch(/^\/admin\/login/);
  });
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

describe("who manages one team and coaches another", async () => {
  // Otto manages the Otters and coaches the Hawks: each team sees the role that is held there.
  const otto = await world.person("Otto Ortiz", lakeside, [
    { team: cast.otters, role: "manager" },
    { team: cast.hawks, role: "coach", coachRole: "assistant" },
  ]);
  const cookie = await world.signIn(otto, lakeside.code);
  const forManagers = aboutSomething.filter(({ who }) => may("team_manager", who) && !may("coach", who));

  test("has addresses to be asked about", () => {
    expect(forManagers.length).toBeGreaterThan(8);
  });
  test.each(forManagers)("is refused the coached team at $method $path", async ({ method, address }) => {
    expect((await ask(method, fill(address, own), cookie)).status).toBe(403);
  });
  test.each(forManagers.filter(({ method }) => method === "GET"))(
    "opens the managed team at $path",
    async ({ address }) => {
      expect((await ask("GET", fill(address, ofOtters), cookie)).status).toBe(200);
    },
  );
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
  // Pages for anybody, and every page that calls itself bare, such as the one for the field; not those for a password.
  const areaOf = new Map(addresses.map(({ path, area }) => [path, area]));
  const scriptless = routes.filter(
    ({ path, bare, scripted, methods }) =>
      methods.includes("GET") && !scripted && (bare || ["site", "account"].includes(areaOf.get(path) ?? "")),
  );
  test("are all but the pages that take a password or a passkey or lead to a payment", () => {
    expect(routes.filter(({ scripted }) => scripted).map(({ path }) => path)).toEqual([
      "/signup/payment",
      "/pay",
      "/club/login",
      "/club/login/passkey",
      "/admin/login",
      "/admin/register",
      "/admin/invitation",
      "/account/reset-password",
      "/account/set-up-password",
      "/account/invitation",
      "/account/administrator",
      "/account/delete",
      "/admin/account/password",
      "/admin/account/authenticator/off",
      "/admin/account/recovery-codes",
    ]);
  });
  test.each(scriptless)("$path", async ({ path }) => {
    const address = addresses.find((item) => item.path === path);
    if (!address) throw new Error(`${path} has no row`);
    const answer = await ask("GET", fill(address, own).replace("*", "nowhere"), cookies.coach);
    expect(answer.status).toBeLessThan(500);
    // Structured data is no script.
    expect(/<script(?! type="application\/ld\+json")|modulepreload/i.test(await answer.text())).toBe(false);
  });
});
