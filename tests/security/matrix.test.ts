import { afterAll, describe, expect, test, vi } from "vitest";
import { addresses } from "../architecture/addresses.ts";
import { fill, plannedChange, type Things } from "../architecture/things.ts";
import { parentLink } from "../support/parent-link.ts";
import { Baseline } from "./baseline.ts";
import { plantCanaries, withoutCanary } from "./canaries.ts";
import { discover, type Target } from "./discover.ts";
import { encodeBody, urlEncoded } from "./encode.ts";
import { openFixture, PRIVATE } from "./fixture.ts";
import {
  type ActorName,
  accessOf,
  actorNames,
  actors,
  expectedAccess,
  isAboutSomething,
  leadsBack,
  type Row,
  rowsOf,
} from "./matrix.ts";

process.env.LOG_LEVEL = "error";
// As in production, where React renders twice as fast.
process.env.NODE_ENV = "production";

/** Words that stand in every text of Lakeside, and of the platform's staff. Riverside's is PRIVATE. */
const LAKESIDE = "lakesideprivate";
const STAFF = "staffprivate";

const fixture = await openFixture();
const { world, cast, own, neighbor, staff } = fixture;
const { lakeside, riverside, hawks, otters, lynxes } = cast;
const cookies = await signInEverybody();
plantCanaries(world.dataDir, {
  code: lakeside.code,
  word: LAKESIDE,
  // Their people sign in by these, evidence that was changed opens no page, and every parent reads the club's own text.
  except:
    /^(accounts|staff|sessions|admin_invitations|link_tokens|evidence_persons)\.|^club\.agreement_text$/,
});
own.changeId = await plannedChange(world, lakeside, hawks, cast.ada.cookie);
plantCanaries(world.dataDir, { code: null, word: STAFF, except: /email/ });
// Asked for after the words were spread: this parent's own page shows none of them.
const parent = await parentLink(world, lakeside, { children: [{ name: "Kit", teamId: hawks }] });
const baseline = new Baseline(world.dataDir);
const putBack = () => {
  baseline.restore();
  baseline.change((tables) => `update ${tables}.signups set attempt = attempt + 1`);
};
vi.useFakeTimers({ toFake: ["Date"] });
const surface = await discover(fixture);
vi.spyOn(console, "warn").mockImplementation(() => {});
const limits = new (await import("#app/db/sqlite.server.ts")).SqliteFile(`${world.dataDir}/limits.sqlite`);
const forgetLimits = limits.prepare("delete from limits");
afterAll(async () => {
  baseline.close();
  limits.close();
  await fixture.close();
});

/** Pages whose buttons depend on more than the fixture has; an empty form is refused to those who may not, too. */
const ONLY_WHEN_NEEDED = ["/admin/clubs/:clubCode/people/:accountId", "/account/passkeys/new", "/club/leave"];

const rows = rowsOf(addresses);
const posts = await acceptedPosts();

test("every text of another club's file and of its rows has a word that nobody else may read", () => {
  expect(withoutCanary(world.dataDir, { code: riverside.code, word: PRIVATE })).toEqual([]);
});

test("every form of the matrix is one that its page's owner may send", () => {
  const missing = rows.filter(
    (row) =>
      row.method === "POST" &&
      isGuarded(row) &&
      !posts.has(row.address.path) &&
      !ONLY_WHEN_NEEDED.includes(row.address.path),
  );
  expect(missing.map(({ address }) => address.path)).toEqual([]);
});

describe("what belongs to Lakeside's Hawks", () => {
  test.each(rows)("$method $address.path", async (row) => {
    const problems: string[] = [];
    for (const name of actorNames) problems.push(...(await tryCell(name, row, own)));
    expect(problems).toEqual([]);
  });
});

describe("what belongs to another club, asked for by Lakeside's people", () => {
  const ofLakeside = actorNames.filter((name) => actors[name].is === "own");
  test.each(rows.filter(isAboutSomething))("$method $address.path", async (row) => {
    const problems: string[] = [];
    for (const name of ofLakeside) problems.push(...(await tryCell(name, row, neighbor)));
    expect(problems).toEqual([]);
  });
});

/** Asks as one actor. @returns what is not as it should be. */
async function tryCell(name: ActorName, row: Row, things: Things): Promise<string[]> {
  forgetLimits.run();
  const answer = await ask(name, row, things);
  const problems = isGuarded(row) ? wrongAccess(name, row, answer, things) : [];
  if (answer.status >= 500) problems.push(`answers ${answer.status}`);
  const bytes = `${answer.url} ${[...answer.headers].join("\n")} ${await answer.text()}`;
  for (const word of forbiddenWords(name, row)) {
    const at = bytes.toLowerCase().indexOf(word);
    if (at >= 0) problems.push(`shows ${bytes.slice(Math.max(0, at - 100), at + 60)}`);
  }
  if (baseline.committed().length > 0) {
    const changed = baseline.differences().filter((found) => changesElsewhere(name, row, things, found));
    problems.push(...changed.map((found) => `changes ${found}`));
    putBack();
  }
  return problems.map((problem) => `${name}: ${problem}`);
}

function ask(name: ActorName, row: Row, things: Things): Promise<Response> {
  const cookie = cookies[name];
  const { address, method } = row;
  const filled = name === "parent with a link" ? { ...things, token: parent.token } : things;
  if (method === "GET") return world.ask(fill(address, filled).replace("*", "nowhere"), { cookie });
  const target = formOf(name, address.path);
  if (!target) return world.ask(fill(address, filled), { cookie, form: {} });
  const moved = { ...target, path: fill(address, things), query: [] };
  if (things !== own) return send(moved, cookie, swap);
  // Somebody else's form is about what somebody else sees; a page may show what was typed, so no outsider types a word
  // that is looked for.
  const isForeign = isOwn(name) && target.actor.cookie !== cookie && !address.query;
  return send(isForeign ? moved : target, cookie, (text) =>
    isOwn(name) ? text : text.replaceAll(LAKESIDE, ""),
  );
}

/** The form as the actor's own page has it, or as somebody else's does. */
function formOf(name: ActorName, path: string): Target | undefined {
  const forms = posts.get(path) ?? [];
  return forms.find(({ actor }) => actor.cookie === cookies[name]) ?? forms[0];
}

function send(target: Target, cookie: string, change: (text: string) => string = (text) => text) {
  const [button] = target.buttons;
  const fields = [...target.fields, ...(button ? [button] : [])].map((field) => ({
    ...field,
    name: change(field.name),
    value: change(field.value),
  }));
  const { body, type } = encodeBody(
    fields,
    target.fields.some(({ file }) => file) ? "multipart" : "urlencoded",
  );
  const query = urlEncoded(target.query.map(({ name, value }) => ({ name, value: change(value) })));
  return world.ask(change(target.path) + (query && `?${query}`), {
    cookie,
    method: "POST",
    body,
    headers: { "Content-Type": type ?? "" },
  });
}

/** Riverside's ids in place of Lakeside's. */
function swap(text: string): string {
  let swapped = text;
  for (const [name, id] of Object.entries(own)) {
    const other = neighbor[name];
    if (other && id.length > 8) swapped = swapped.replaceAll(id, other);
  }
  return swapped;
}

function wrongAccess(name: ActorName, row: Row, answer: Response, things: Things): string[] {
  const expected = things === own ? expectedAccess(name, row) : expectedOfNeighbors(name, row);
  const found = accessOf(answer, row);
  if (found === expected) return [];
  // Somebody else's form names things, and versions of them, that are not there for oneself.
  const strangeForm = row.method === "POST" && formOf(name, row.address.path)?.actor.cookie !== cookies[name];
  if (expected === "open" && (strangeForm || leadsBack(row)) && ["404", "409", "422"].includes(found))
    return [];
  return [`gets ${found} ${answer.headers.get("Location") ?? ""}, not ${expected}`];
}

/** Lakeside's people and the ids of Riverside: what they may do at all, they do not find there. */
function expectedOfNeighbors(name: ActorName, row: Row) {
  const atHome = expectedAccess(name === "coach of another team" ? "coach" : name, row);
  return atHome === "open" && !leadsBack(row) ? "404" : atHome;
}

const isGuarded = ({ who }: Row) => who !== "anybody";
const isOwn = (name: ActorName) => actors[name].is === "own";

function forbiddenWords(name: ActorName, row: Row): string[] {
  const { is } = actors[name];
  // Staff who may, look up whom they help (product.md#platform-staff).
  if (
    is === "staff" &&
    /^\/admin\/(clubs|audit|verification|billing)/.test(row.address.path) &&
    expectedAccess(name, row) === "open"
  )
    return [];
  return [
    ...(is === "neighbor" ? [] : [PRIVATE]),
    ...(is === "own" ? [] : [LAKESIDE]),
    ...(is === "staff" ? [] : [STAFF]),
  ];
}

/** Whether a change is one of a club's file in which the actor has no business, or where nothing was allowed. */
function changesElsewhere(name: ActorName, row: Row, things: Things, difference: string): boolean {
  const file = /^clubs\/(\w+)\.sqlite/.exec(difference)?.[1];
  if (!file) return false;
  if (row.who === "anybody") return things !== own && file === riverside.code;
  if (isOwn(name)) return file !== lakeside.code || expectedAccess(name, row) !== "open";
  return actors[name].is === "neighbor" ? file !== riverside.code : true;
}

/** For each route the forms that its page offers to whoever may send them, proved by being accepted. */
async function acceptedPosts(): Promise<Map<string, Target[]>> {
  const accepted = new Map<string, Target[]>();
  const wanted = new Map(addresses.map((address) => [address.path, fill(address, own).split("?")[0]]));
  // Of the actors who may, the one with the fewest rights; of the things, those that the matrix is about.
  const order = ["the coach", "the manager", "the administrator", "a moderator", "an admin", "a super admin"];
  const rank = (target: Target) =>
    (wanted.get(target.route) === target.path ? 0 : 100) + order.indexOf(target.actor.name);
  const targets = surface.targets.filter(({ method }) => method === "POST").sort((a, b) => rank(a) - rank(b));
  for (const target of targets) {
    const known = accepted.get(target.route) ?? [];
    if (known.some(({ actor }) => actor === target.actor)) continue;
    forgetLimits.run();
    const answer = await send(target, target.actor.cookie);
    if (answer.status < 400) accepted.set(target.route, [...known, target]);
    putBack();
  }
  return accepted;
}

/** A session of everybody; the manager is removed, and the club suspended, after they signed in. */
async function signInEverybody(): Promise<Record<ActorName, string>> {
  const { removeStaff } = await import("#app/journeys/staff/remove-staff.server.ts");
  const andy = await world.person("Andy Admin", lakeside, []);
  await world.control
    .updateTable("memberships")
    .set({ role: "club_admin" })
    .where("account_id", "=", andy)
    .execute();
  const otto = await world.person("Otto Ortiz", lakeside, [{ team: otters, role: "coach" }]);
  const remy = await world.person("Remy Removed", lakeside, [{ team: otters, role: "manager" }]);
  const remyCookie = await world.signIn(remy, lakeside.code);
  await world.platform.clubs.use(lakeside.code, async (db) => {
    const { id } = await db
      .selectFrom("staff")
      .select("id")
      .where("account_id", "=", remy)
      .executeTakeFirstOrThrow();
    await removeStaff({ control: world.control, db, club: lakeside }, { teamId: otters, staffId: id });
  });
  const lena = await world.person("Lena Lynx", riverside, [{ team: lynxes, role: "coach" }]);
  return {
    anonymous: "",
    "parent with a link": "",
    coach: cast.dana.cookie,
    "coach of another team": await world.signIn(otto, lakeside.code),
    manager: cast.mia.cookie,
    "club administrator": await world.signIn(andy, lakeside.code),
    "club's own account": cast.ada.cookie,
    "removed manager": remyCookie,
    "suspended club": fixture.paused,
    "coach of another club": await world.signIn(lena, riverside.code),
    "administrator of another club": cast.rita.cookie,
    moderator: staff.moderator.cookie,
    admin: staff.admin.cookie,
    "super admin": staff.superAdmin.cookie,
  };
}
