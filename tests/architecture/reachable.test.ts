import { afterAll, expect, test } from "vitest";
import type { MemberRole } from "#app/permissions/club-permissions.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { openLakeside } from "../support/lakeside.ts";
import { addresses, isStaffOnly } from "./addresses.ts";
import { thingsOf } from "./things.ts";

const cast = await openLakeside();
const { world, lakeside } = cast;
afterAll(() => world.close());

// A club in which everything happened once, so that each page has all its links.
const things = await thingsOf(world, lakeside, cast.hawks);
await world.game(lakeside, cast.hawks, -30);
await world.game(lakeside, cast.hawks, 3, { opponent: "Not Rated" });
const invited = await world.ask(`/teams/${cast.hawks}/invite`, {
  cookie: cast.ada.cookie,
  form: { role: "coach", coachRole: "assistant", email: "new@coach.example" },
});
await world.ask(`/teams/${await world.team(lakeside, "Old Ones")}/archive`, {
  cookie: cast.ada.cookie,
  form: {},
});
await world.ask(`/schedule/rained-out/${things.changeId}`, {
  cookie: cast.ada.cookie,
  form: { intent: "do" },
});

// Reminders exclude today's events.
const aWeekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
await world.platform.clubs.use(lakeside.code, async (db) => {
  await db.updateTable("agreements").set({ sent_at: aWeekAgo }).where("sent_at", "is not", null).execute();
});

const cookies: Record<MemberRole, string> = {
  club_admin: cast.ada.cookie,
  team_manager: cast.mia.cookie,
  coach: cast.dana.cookie,
};

/** Reached by sending a form, by a step that only some files need, or only after an upload. */
const behindForms = [
  // Asked only if a child was added after the signature.
  "/agreements/:agreementId/confirm",
  // Linked only after somebody signed under another name.
  "/agreements/:agreementId/match",
  "/incidents/:incidentId/print",
  "/printables/certificates.pdf",
  "/reports/pdf/:printId",
  "/reports/pdf/:printId/report.pdf",
  // Asked only if several registrations wait.
  "/email-collection/registrations/refuse",
  // Asked only while no other question is open.
  ...["/reports/pulse/new", "/reports/pulse/send"],
  // Made in two steps: the first asks for the password.
  "/account/passkeys/new",
  "/advanced-import/:importId/teams",
  "/advanced-import/:importId/columns",
  "/advanced-import/:importId/names",
  "/advanced-import/:importId/problems.csv",
  "/schedule/imports/:importId/teams",
  "/schedule/imports/:importId/club",
  "/schedule/imports/:importId/columns",
  "/schedule/imports/:importId/dates",
  "/schedule/imports/:importId/problems.csv",
  // Next step of a reward or a program that would award for the past.
  "/rewards/:rewardId/start",
  "/rewards/programs/:programId/start",
  // Fetched by the search's dialog while the user types.
  "/search/results",
  // A picture in every page's head, if the club has one.
  "/club/logo",
  // The pictures of the printables.
  "/printables/sheet.svg",
];
/** Tells whether a path is a download: it has no links, and printing one takes as long as fifty pages. */
const isFile = (path: string) => /\.\w+$/.test(path);
/** Pages opened per pattern: each team's, each game's look alike; the settings' sections do not. */
const PAGES_PER_PATTERN = 8;

const patterns = addresses.map(({ path }) => ({
  path,
  matches: new RegExp(`^${path.replaceAll("/*", "/.+").replaceAll(/:\w+/g, "[^/]+")}$`),
}));
/** Returns the pattern of a path; an exact address comes before one with parameters. */
const patternOf = (path: string) =>
  (patterns.find((pattern) => pattern.path === path) ?? patterns.find(({ matches }) => matches.test(path)))
    ?.path;

/** Collects every address that links and buttons lead to, starting at the dashboard. */
async function reached(cookie: string): Promise<Set<string>> {
  const found = new Set<string>();
  const opened = new Map<string, number>();
  const seen = new Set<string>();
  const waiting = ["/dashboard"];
  for (let address = waiting.shift(); address; address = waiting.shift()) {
    const pattern = patternOf(new URL(address, "http://goodside.test").pathname);
    if (!pattern) continue;
    found.add(pattern);
    if (isFile(pattern)) continue;
    const times = opened.get(pattern) ?? 0;
    if (times >= PAGES_PER_PATTERN) continue;
    opened.set(pattern, times + 1);
    const answer = await world.ask(address, { cookie });
    const location = answer.headers.get("Location");
    const html = answer.headers.get("Content-Type")?.includes("html") ? await answer.text() : "";
    const links = [...html.matchAll(/(?:href|action|formaction)="(\/[^"#]*)/gi)].map(([, to = ""]) => to);
    for (const to of location ? [location] : links) {
      const link = to.replaceAll("&amp;", "&");
      if (!seen.has(link)) waiting.push(link);
      seen.add(link);
    }
  }
  return found;
}

test("the club has somebody to invite", () => expect(invited.status).toBe(303));

test.each(Object.entries(cookies) as [MemberRole, string][])(
  "links lead a %s from the dashboard to every page that the role may open",
  async (role, cookie) => {
    const found = await reached(cookie);
    const open = addresses.filter(
      ({ area, GET, POST, leadsBack }) =>
        area === "club" &&
        [leadsBack ? POST : GET].some(
          (who) => who && who !== "anybody" && who !== "account" && !isStaffOnly(who) && may(role, who),
        ),
    );
    const missing = open
      .map(({ path }) => path)
      .filter((path) => !found.has(path) && !behindForms.includes(path));
    expect(missing).toEqual([]);
  },
  60_000,
);
