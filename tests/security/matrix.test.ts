import { basename } from "node:path";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addresses, isStaffOnly } from "../architecture/addresses.ts";
import { type BuiltRoute, builtRoutes } from "../architecture/manifest.ts";
import { fill, type Things } from "../architecture/things.ts";
import { validatorProblems } from "../support/valid-html.ts";
import { withoutCanary } from "./canaries.ts";
import { routeOf, type Target } from "./discover.ts";
import { PRIVATE } from "./fixture.ts";
import { accessProblems, type Cell, pageProblems, refusalProblems, scriptProblems } from "./judges/access.ts";
import { BREAKS_OUT, isPage, MarkupJudge } from "./judges/markup.ts";
import { QUERIES_A_PAGE, QueryJudge } from "./judges/queries.ts";
import { bytesOf, HAWKS, LAKESIDE, OTTERS, wordProblems } from "./judges/words.ts";
import {
  type ActorName,
  actorNames,
  actors,
  expectedAccess,
  isAboutSomething,
  leadsBack,
  type Row,
  rowsOf,
} from "./matrix.ts";
import { type MatrixFixture, openMatrix } from "./matrix-fixture.ts";
import { attribute, elementsOf, formsOf } from "./page.ts";

/**
 * Requests every address as every actor once, by each of its methods, and every judge checks the answer: access, words
 * that are read, changes, queries, and whether text stays text (product/teams.md#permissions,
 * product/platform-staff.md#platform-staff).
 */
const rows = rowsOf(addresses);
const gets = rows.filter(({ method }) => method === "GET");
const isGuarded = ({ who }: Row) => who !== "anybody";
const isActing = (name: ActorName) => actors[name].is === "acting";
const isOwn = (name: ActorName) => actors[name].is === "own";
const rowOf = (path: string) =>
  gets.find(({ address }) => address.path === routeOf(new URL(path, "http://goodside.test").pathname));

/** Actors whose pages are parsed as a browser does: the others see the same components. */
const PARSED: ActorName[] = [
  ...(["anonymous", "coach", "manager", "club's own account", "coach of two clubs"] as const),
  ...(["suspended club", "browser that signs up", "super admin"] as const),
];
/** Actors who request pages beyond the address table, and loaders alone. */
const READERS: ActorName[] = [
  ...(["anonymous", "coach", "manager", "manager of another team", "club's own account"] as const),
  ...(["administrator of another club", "suspended club", "super admin"] as const),
  ...(["admin who acts for the club", "super admin who acts for the club"] as const),
];
/** Lakeside's people, except the one with two roles. */
const OF_LAKESIDE = actorNames.filter((name) => (isOwn(name) && !/ who /.test(name)) || isActing(name));
/** Tells whether a row is about Lakeside: staff who act for the club reach the staff's own pages of any club. */
const ofLakeside = ({ who }: Row) =>
  isStaffOnly(who) ? OF_LAKESIDE.filter((name) => !isActing(name)) : OF_LAKESIDE;

/** Pages whose buttons depend on more than the fixture has; an empty form of a person without the right is refused as well. */
const ONLY_WHEN_NEEDED = [
  ...["/admin/clubs/:clubCode/people/:accountId", "/account/passkeys/new", "/club/leave"],
  // No payment has anything left to refund, no deadline has passed, and no child was added after a signature.
  ...["/admin/clubs/:clubCode/refund", "/admin/verification/:clubCode/deadline"],
  "/agreements/:agreementId/confirm",
  // Nothing was searched before.
  "/search",
  // The code of the admin's authenticator was used before.
  "/admin/clubs/:clubCode/acting",
  // Its invoice is not at Stripe.
  "/admin/billing/invoices/:invoiceId",
  // No job and no email has failed, and the colleague has no authenticator.
  ...["/admin/jobs", "/admin/mails", "/admin/mails/resend", "/admin/staff/:adminId/lost-phone"],
  // No team was deleted that long ago, there is no backup, and no email was edited.
  ...["/admin/clubs/:clubCode/teams/:teamId", "/admin/clubs/:clubCode/copies/:copyId"],
  ...["/admin/merges/new", "/admin/merges/:mergeId"],
  "/admin/email-templates/:template/history",
  // The canaries have an erasure of the club.
  "/admin/clubs/:clubCode/erasure",
  // A question to parents is open, and there is one at a time.
  ...["/reports/pulse/new", "/reports/pulse/send"],
];

let fixture: MatrixFixture;
let routes: BuiltRoute[];
let queries: QueryJudge;
const markup = new MarkupJudge();
/** Parent pages by reader and team. */
const parentPages = { hawks: new Map<ActorName, number>(), otters: new Map<ActorName, number>() };
/** Forbidden texts that were read while walking all pages by their links. */
const walked: string[] = [];
const invalid: string[] = [];

beforeAll(async () => {
  fixture = await openMatrix((name, route, answer, text) => {
    if (answer.headers.get("Content-Type")?.startsWith("text/html"))
      invalid.push(...validatorProblems(text).map((problem) => `${route}: ${problem}`));
    const row = gets.find(({ address }) => address.path === route);
    // A token opens public addresses: their reader is then somebody else.
    if (!row || !isGuarded(row)) return;
    const bytes = bytesOf(answer, text);
    countParents(name, bytes);
    walked.push(...wordProblems(name, row, bytes).map((problem) => `${name} at ${route}: ${problem}`));
  });
  routes = await builtRoutes();
  queries = new QueryJudge();
}, 300_000);
afterAll(async () => {
  queries.close();
  await fixture.close();
});

test("every page is HTML as the W3C's validator takes it", () => {
  expect([...new Set(invalid)]).toEqual([]);
});

test("every text of another club's file and of its rows has a private word", async () => {
  const { world, cast } = fixture;
  expect(await withoutCanary(world.dataDir, { code: cast.riverside.code, word: PRIVATE })).toEqual([]);
});

test("every form of the matrix is one that its page's owner may send", () => {
  const missing = rows.filter(
    (row) =>
      row.method === "POST" &&
      isGuarded(row) &&
      !fixture.posts.has(row.address.path) &&
      !ONLY_WHEN_NEEDED.includes(row.address.path),
  );
  expect(missing.map(({ address }) => address.path)).toEqual([]);
});

test("no link shows anybody words of others", () => {
  expect(walked).toEqual([]);
});

describe("a form", () => {
  const posts = rows.filter(({ method }) => method === "POST");
  test.each(posts)(
    "a form to $address.path about the things of Lakeside's Hawks follows the rules",
    async (row) => {
      expect(await problemsOf(actorNames, (name) => postCell(name, row, fixture.own))).toEqual([]);
    },
  );
  test.each(posts.filter(isAboutSomething))(
    "a form to $address.path about another club's things, sent by Lakeside's people, follows the rules",
    async (row) => {
      expect(await problemsOf(ofLakeside(row), (name) => postCell(name, row, fixture.neighbor))).toEqual([]);
    },
  );
});

describe("a page", () => {
  beforeAll(async () => {
    await markup.plant(fixture.world, fixture.cast.lakeside.code);
    // The first GET of a leaderboard after a change stores a new snapshot; later ones change nothing.
    await fixture.world.ask("/leaderboard", { cookie: fixture.cookies["club's own account"] });
    await fixture.newBaseline();
  });

  test.each(gets)("$address.path about the things of Lakeside's Hawks follows the rules", async (row) => {
    expect(await problemsOf(actorNames, (name) => getCell(name, row, fixture.own))).toEqual([]);
  });
  test.each(gets.filter(isAboutSomething))(
    "$address.path about another club's things, requested by Lakeside's people, follows the rules",
    async (row) => {
      expect(await problemsOf(ofLakeside(row), (name) => getCell(name, row, fixture.neighbor))).toEqual([]);
    },
  );
  test.each(gets.filter(isGuarded))(
    "a stranger who requests only the loader of $address.path gets no data",
    async ({ address, who }) => {
      const route = routes.find(({ path }) => path === address.path);
      const signIn = isStaffOnly(who) ? /^\/admin\/login(\?redirect=|$)/ : /^\/club\/login(\?redirectTo=|$)/;
      for (const id of [route?.id, ...(route?.layouts ?? [])]) {
        const answer = await askLoader(fill(address, fixture.own), id, "");
        expect(await answer.text()).toBe("");
        expect(answer.headers.get("X-Remix-Redirect") ?? answer.headers.get("Location")).toMatch(signIn);
      }
    },
  );
  test.each(READERS)("loaders alone give the %s no words of others", async (name) => {
    const problems: string[] = [];
    for (const row of gets) {
      if (row.address.path.includes("*")) continue;
      const route = routes.find(({ path }) => path === row.address.path);
      const answer = await askLoader(fill(row.address, fixture.own), route?.id, fixture.cookies[name]);
      const found = wordProblems(name, row, bytesOf(answer, await answer.text()));
      problems.push(...found.map((problem) => `${row.address.path}: ${problem}`));
      if (await fixture.changed()) await fixture.putBack();
    }
    expect(problems).toEqual([]);
  });
  test("pages of each list, step and link in an email keep the same rules", async () => {
    const problems: string[] = [];
    const links = new Set(fixture.links);
    for (const path of [...lists(), ...fixture.parents, ...links]) {
      const row = rowOf(path);
      if (!row) throw new Error(`${path} has no row`);
      for (const name of READERS) {
        if (actors[name].is === "staff" && !path.startsWith("/admin")) continue;
        const found = await viewProblems(name, row, path, links.has(path));
        problems.push(...found.map((problem) => `${name} at ${path}: ${problem}`));
      }
    }
    expect(problems).toEqual([]);
  });
  test("parents' words are shown to the people who work with them, so that they can be found", () => {
    const { hawks, otters } = parentPages;
    expect(otters.get("club's own account")).toBeGreaterThan(5);
    expect(hawks.get("manager")).toBeGreaterThan(3);
    expect(hawks.get("coach")).toBeGreaterThan(0);
  });
});

test("requests and typed text stay text, and every stored text was on some page", async () => {
  const { problems, sent } = await typeMarkup();
  expect(problems).toEqual([]);
  expect(sent).toBeGreaterThan(15);
  expect(markup.unseen()).toEqual([]);
}, 120_000);

test("statements are recorded, and one that reads all games is noticed", async () => {
  const { world, cast } = fixture;
  queries.taken();
  await world.ask("/dashboard", { cookie: cast.ada.cookie });
  const statements = queries.taken();
  expect(statements.length).toBeGreaterThan(3);
  const ofClub = statements.filter(({ file }) => basename(file, ".sqlite") === cast.lakeside.code);
  expect(ofClub.length).toBeGreaterThan(1);
  // PostgreSQL's plans are not judged.
  if (process.env.DATABASE_URL) return;
  const [{ file } = { file: "" }] = ofClub;
  const whole = { file, sql: "select id from games where notes = ?", parameters: ["Lions"] };
  expect(queries.scans(whole)).toEqual(["SCAN games"]);
});

test("a club's session does not open staff pages, nor the other way round", async () => {
  const { world, cookies } = fixture;
  const swapped = cookies["super admin"].replace(/^admin=/, "session=");
  const dashboard = await world.ask("/dashboard", { cookie: swapped });
  expect(dashboard.headers.get("Location")).toMatch(/^\/club\/login/);
  const other = cookies["club's own account"].replace(/^session=/, "admin=");
  const admin = await world.ask("/admin", { cookie: other });
  expect(admin.headers.get("Location")).toMatch(/^\/admin\/login/);
});

async function problemsOf(names: ActorName[], ask: (name: ActorName) => Promise<string[]>) {
  const problems: string[] = [];
  for (const name of names) problems.push(...(await ask(name)).map((problem) => `${name}: ${problem}`));
  return problems;
}

/**
 * Sends the form of an address as one actor.
 * @returns its problems
 */
async function postCell(name: ActorName, row: Row, things: Things): Promise<string[]> {
  await fixture.forgetLimits();
  const target = formOf(name, row.address.path);
  const answer = await post(name, row, things, target);
  const strangeForm = target?.actor.cookie !== fixture.cookies[name];
  const foreign = things !== fixture.own;
  return judge({ name, row, answer, strangeForm, foreign, text: await answer.text() });
}

function post(name: ActorName, { address }: Row, things: Things, target: Target | undefined) {
  const { own, world, cookies, send, swap } = fixture;
  const cookie = cookies[name];
  if (!target) return world.ask(fill(address, thingsFor(name, things)), { cookie, form: {} });
  const moved = { ...target, path: fill(address, things), query: [] };
  // A refused member of staff who acts for the club reads their own input, which has no forbidden word.
  if (isActing(name))
    return send(things === own ? target : moved, cookie, (text) => plain(things === own ? text : swap(text)));
  if (things !== own) return send(moved, cookie, swap);
  // Another user's form is about what they see; a page may repeat the input, so it has no forbidden word.
  const isForeign = isOwn(name) && target.actor.cookie !== cookie && !address.query;
  const words = new RegExp(isOwn(name) ? `${HAWKS.domain}|${OTTERS.domain}` : LAKESIDE, "gi");
  return send(isForeign ? moved : target, cookie, (text) =>
    text.replace(words, isOwn(name) ? "people.example" : ""),
  );
}

const plain = (text: string) =>
  text.replace(new RegExp(`${LAKESIDE}|people\\.example|a parent shouted`, "gi"), "plain.example");

const thingsFor = (name: ActorName, things: Things) =>
  name === "parent with a link" ? { ...things, token: fixture.parent.token } : things;

/** Returns the form on the actor's own page, or on another user's. */
function formOf(name: ActorName, path: string): Target | undefined {
  const forms = fixture.posts.get(path) ?? [];
  return forms.find(({ actor }) => actor.cookie === fixture.cookies[name]) ?? forms[0];
}

/**
 * Reads an address as one actor.
 * @returns its problems
 */
async function getCell(name: ActorName, row: Row, things: Things): Promise<string[]> {
  const path = fill(row.address, thingsFor(name, things)).replace("*", "nowhere");
  const answer = await get(name, path);
  const text = await answer.text();
  const route = routes.find(({ path }) => path === row.address.path);
  const cell: Cell = { name, row, answer, text, strangeForm: false, foreign: things !== fixture.own };
  // Before the judge restores the data, which is not part of the page.
  const statements = queries.taken();
  return [
    ...(await judge(cell)),
    ...pageProblems(cell),
    ...scriptProblems(cell, route),
    ...(await queryProblems(name, row, path, statements)),
    ...markupOf(name, path, answer, text),
  ];
}

/** @param byToken whether the address has a token, whose owner decides the words and the time */
async function viewProblems(name: ActorName, row: Row, path: string, byToken: boolean): Promise<string[]> {
  const answer = await get(name, path);
  const text = await answer.text();
  const statements = queries.taken();
  const bytes = bytesOf(answer, text);
  countParents(name, bytes);
  if (await fixture.changed()) await fixture.putBack();
  return [
    ...(answer.status >= 500 ? [`answers ${answer.status}`] : []),
    ...(byToken && !isGuarded(row) ? [] : wordProblems(name, row, bytes)),
    ...(byToken ? [] : await queryProblems(name, row, path, statements)),
    ...markupOf(name, path, answer, text),
  ];
}

async function get(name: ActorName, path: string): Promise<Response> {
  await fixture.forgetLimits();
  queries.taken();
  return fixture.world.ask(path, { cookie: fixture.cookies[name] });
}

const askLoader = (path: string, id: string | undefined, cookie: string) =>
  fixture.world.ask(`${path}${path.includes("?") ? "&" : "?"}_data=${id}`, { cookie });

/** Checks what holds for every answer. */
async function judge(cell: Cell): Promise<string[]> {
  const { name, row, foreign, answer, text } = cell;
  const bytes = bytesOf(answer, text);
  if (!foreign) countParents(name, bytes);
  const changed = await fixture.changed();
  const problems = [
    ...accessProblems(cell),
    ...(answer.status >= 500 ? [inspect(fixture.world.lastError).slice(0, 1_000)] : []),
    ...refusalProblems(cell),
    ...wordProblems(name, row, bytes),
    ...(changed ? await fixture.changes() : [])
      .filter((difference) => changesElsewhere(cell, difference))
      .map((difference) => `changes ${difference}`),
  ];
  if (changed) await fixture.putBack();
  return problems;
}

/** Tells whether a change is in a club that is not the actor's, or where nothing was allowed. */
function changesElsewhere({ name, row, foreign }: Cell, difference: string): boolean {
  const { lakeside, riverside } = fixture.cast;
  const [code] = difference.split(":");
  if (row.who === "anybody") return foreign && code === riverside.code;
  // Recalculating is staff's task there.
  if (row.address.path === "/admin/clubs/:clubCode/scores" && expectedAccess(name, row) === "open")
    return false;
  if (isOwn(name) || isActing(name)) return code !== lakeside.code || expectedAccess(name, row) !== "open";
  return actors[name].is === "neighbor" ? code !== riverside.code : true;
}

/** Returns the extra queries of an actor on a page, with the reason. */
function moreQueries(name: ActorName, { address: { path } }: Row): number {
  // The guard also reads an administrator's teams; the club's own account has none.
  if (name === "club administrator" && ASK_ONE_MORE.includes(path)) return 1;
  // The board shows the reader's rated teams.
  if (path === "/leaderboard") return 1;
  // The results from referees and parents are beside the games' stats.
  if (path === "/reports") return 1;
  // A tool that compares all of a club with its ratings, rarely used.
  if (path === "/admin/clubs/:clubCode/scores") return 4;
  // All of a club's money at a glance: its years and disputes are beside the movements.
  if (path === "/admin/clubs/:clubCode/money") return 2;
  // A club at a glance: its invitations with their delivery are beside its people.
  if (path === "/admin/clubs/:clubCode") return 1;
  // The refundable part of a year is read fresh, as are earlier refunded years.
  if (path === "/admin/clubs/:clubCode/guarantee") return 3;
  // The data to delete is counted in the file of each club.
  if (name === "coach of two clubs" && path === "/account/delete") return 1;
  return 0;
}
const ASK_ONE_MORE = [
  ...["/dashboard", "/teams", "/teams/weekly-reports", "/rating", "/rating/:gameId", "/agreements"],
  ...["/club/billing", "/seasons/:seasonId/roll-over"],
];

/** Checks a page's queries once its files are open: if there are too many, the second request counts. */
async function queryProblems(
  name: ActorName,
  row: Row,
  path: string,
  statements: ReturnType<QueryJudge["taken"]>,
): Promise<string[]> {
  const { address } = row;
  if (leadsBack(row) || address.path.includes("*") || address.path.includes(":importId")) return [];
  const budget = QUERIES_A_PAGE + moreQueries(name, row);
  if (queries.problems(statements, budget).length === 0) return [];
  await get(name, path);
  const again = queries.taken();
  if (await fixture.changed()) await fixture.putBack();
  return queries.problems(again, budget);
}

/** Pages read for the first time, with their readers. */
const newPages: { name: ActorName; path: string; html: string }[] = [];

function markupOf(name: ActorName, path: string, answer: Response, text: string): string[] {
  if (!PARSED.includes(name) || !isPage(answer) || !markup.isNew(text)) return [];
  newPages.push({ name, path, html: text });
  return markup.problems(text);
}

function countParents(name: ActorName, bytes: string): void {
  const lower = bytes.toLowerCase();
  const count = (pages: Map<ActorName, number>, { name: word }: typeof HAWKS) => {
    if (lower.includes(word.toLowerCase())) pages.set(name, (pages.get(name) ?? 0) + 1);
  };
  count(parentPages.hawks, HAWKS);
  count(parentPages.otters, OTTERS);
}

/** Every query parameter of pages, with markup as its value. */
const QUERY = ["q", "code", "club", "name", "role", "teams", "team", "season", "month", "page", "redirectTo"];
const asked = new URLSearchParams(QUERY.map((name) => [name, BREAKS_OUT])).toString();

/** Requests each page again with markup in its query, and sends its forms with markup in their fields. */
async function typeMarkup() {
  const problems = new Set<string>();
  const sent = new Set<string>();
  const judged = async (what: string, answer: Response) => {
    const text = await answer.text();
    if (!isPage(answer) || !markup.isNew(text)) return;
    for (const problem of markup.problems(text)) problems.add(`${what}: ${problem}`);
  };
  for (const { name, path, html } of newPages) {
    const cookie = fixture.cookies[name];
    const ask = async (to: string, form?: Record<string, string>, more = "") => {
      await fixture.forgetLimits();
      return fixture.world.ask(to, { cookie: cookie + more, form });
    };
    await judged(
      `${path} with everything asked`,
      await ask(`${path}${path.includes("?") ? "&" : "?"}${asked}`),
    );
    const elements = elementsOf(html);
    const hidden = new Set(
      elements
        .filter((element) => attribute(element, "type") === "hidden")
        .map((element) => attribute(element, "name")),
    );
    for (const form of formsOf(elements)) {
      const to = new URL(form.action || path, `http://goodside.test${path}`);
      const typed = form.fields.filter(
        ({ name, choices, file }) => choices.length === 0 && !file && !hidden.has(name),
      );
      const key = `${cookie} ${to.pathname} ${form.fields.map(({ name }) => name)}`;
      if (form.method !== "POST" || typed.length === 0 || sent.has(key)) continue;
      sent.add(key);
      const answer = await ask(
        to.pathname + to.search,
        Object.fromEntries([
          ...form.fields.map(({ name, value }) => [name, value]),
          ...typed.map(({ name }) => [name, `typed ${BREAKS_OUT}`]),
        ]),
      );
      await judged(`POST ${to.pathname}`, answer);
      const flash = answer.headers.getSetCookie().find((line) => line.startsWith("flash="));
      if (flash) {
        const next = await ask(answer.headers.get("Location") ?? "/", undefined, `; ${flash.split(";")[0]}`);
        await judged(`after POST ${to.pathname}`, next);
      }
      if (await fixture.changed()) await fixture.putBack();
    }
  }
  return { problems: [...problems], sent: sent.size };
}

/** Lists views of lists, and steps behind a button. */
function lists(): string[] {
  const { own, cast } = fixture;
  return [
    ...["to-rate", "rated", "upcoming", "all", "incidents"].map((show) => `/rating?show=${show}`),
    ...["phase=completed", "phase=cancelled", "phase=rescheduled", "month=2026-10", "view=week"].map(
      (query) => `/schedule?${query}`,
    ),
    "/schedule?view=month&phase=rescheduled",
    `/schedule?view=month&team=${cast.hawks}`,
    `/schedule?team=${cast.hawks}`,
    "/teams?q=team",
    "/leaderboard?view=national",
    `/incidents/${own.closedIncidentId}`,
    `/mobile-rating?game=${own.gameId}&as=coach&saved=yes`,
    "/mobile-rating",
    "/account/welcome",
    "/account/forgot-password",
    `/admin/clubs?q=${cast.lakeside.name}`,
    "/admin/clubs?q=dana.reyes@people.example",
    "/admin/messages?state=new",
    "/admin/messages?category=sales&state=closed",
    "/help/lessons/three-scores",
  ];
}
