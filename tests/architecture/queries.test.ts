import { subscribe } from "node:diagnostics_channel";
import { afterAll, expect, test } from "vitest";
import { SqliteFile } from "#app/db/sqlite.server.ts";
import { openWorld } from "../support/world.ts";
import { addresses } from "./addresses.ts";

/** The budget of a page, its guard included (the design's table of budgets). */
const QUERIES_A_PAGE = 6;
/** What grows with a club's history or with the platform. A few dozen teams and their staff do not. */
const GROWING = [
  "audit",
  "games",
  "ratings",
  "incidents",
  "import_undo",
  "outbox",
  "sessions",
  "accounts",
  "memberships",
  "clubs",
  "subscriptions",
  "signups",
  "checkouts",
  "link_tokens",
  "stripe_events",
  "jobs",
  "mails",
  "contact_messages",
  "ledger",
  "invoices",
  "refund_orders",
  "settlements",
  "disputes",
  "verifications",
  "verification_documents",
];

interface Statement {
  file: string;
  sql: string;
  parameters: readonly unknown[];
}
const heard: Statement[] = [];
subscribe("goodside.statement", (statement) => heard.push(statement as Statement));

const world = await openWorld();
afterAll(() => world.close());

// Lakeside has ten teams with a past; Mia manages all of them, Dana coaches the first.
const lakeside = await world.club("Lakeside FC");
const teams: string[] = [];
for (let n = 0; n < 10; n += 1) teams.push(await world.team(lakeside, `Team ${n}`));
const games: string[] = [];
for (const [n, team] of teams.entries())
  for (let week = -2; week < 4; week += 1) games.push(await world.game(lakeside, team, week * 168 + n));
const [hawks = ""] = teams;
const cookies = {
  "the club": await world.signIn(lakeside.adminAccount, lakeside.code),
  "a manager": await world.signIn(
    await world.person(
      "Mia Manager",
      lakeside,
      teams.map((team) => ({ team, role: "manager" as const })),
    ),
    lakeside.code,
  ),
  "a coach": await world.signIn(
    await world.person("Dana Reyes", lakeside, [{ team: hawks, role: "coach" }]),
    lakeside.code,
  ),
  nobody: "",
};
const superAdmin = await world.signInStaff("super_admin");
await world.ask("/contact", {
  form: {
    ...{ submission: "first", name: "Pat Parent", email: "pat@parents.example", category: "sales" },
    ...{ subject: "A question", message: "Hello" },
  },
});
const { id: messageId } = await world.control
  .selectFrom("contact_messages")
  .select("id")
  .executeTakeFirstOrThrow();
const ofStaff = `/admin/clubs/${lakeside.code}`;
// Opens the club's people, so that their pages show what they hold.
await world.ask(ofStaff, { cookie: superAdmin, form: { reason: "asked-by-phone" } });
const lists = [
  "/rating?show=to-rate",
  "/rating?show=rated",
  "/rating?show=upcoming",
  "/rating?show=all",
  "/rating?show=incidents",
  "/schedule?phase=completed",
  "/schedule?phase=cancelled",
  "/schedule?phase=rescheduled",
  "/schedule?month=2026-10",
  "/schedule?view=week",
  "/schedule?view=month&phase=rescheduled",
  `/schedule?view=month&team=${hawks}`,
  `/schedule?team=${hawks}`,
  "/teams?q=team",
];
const paths = addresses
  .filter(
    ({ GET, path, leadsBack }) => GET && !leadsBack && !path.includes(":importId") && !path.includes("*"),
  )
  .map(({ path, query }) => (query ? `${path}?${query}` : path))
  .concat(lists)
  .map((path) =>
    path
      .replace(":teamId", hawks)
      .replace(":gameId", games[3] ?? "")
      .replace(":side", "coach")
      .replace(":staffId", "nobody")
      .replace(":clubCode", lakeside.code)
      .replace(":messageId", messageId)
      .replace(":accountId", lakeside.adminAccount),
  )
  .concat(`/admin/clubs?q=${lakeside.name}`, "/admin/clubs?q=dana.reyes@people.example")
  .concat(
    "/admin/messages?state=new",
    "/admin/messages?category=sales&state=closed",
    "/help/lessons/three-scores",
  );

/** What a page asked for, once the files are open. */
async function statementsOf(path: string, cookie: string): Promise<Statement[]> {
  heard.length = 0;
  await world.ask(path, { cookie });
  return withoutAudit(heard.splice(0));
}

/** A download has a line in the audit log: its transaction is no part of what the page reads. */
function withoutAudit(statements: Statement[]): Statement[] {
  const line = statements.findIndex(({ sql }) => sql.startsWith('insert into "audit"'));
  if (line < 0) return statements;
  const begin = statements.findLastIndex(({ sql }, index) => index < line && sql.startsWith("begin"));
  const commit = statements.findIndex(({ sql }, index) => index > line && sql === "commit");
  return [...statements.slice(0, begin), ...statements.slice(commit + 1)];
}

const readsAll = (table: string) => new RegExp(`^(SCAN ${table}$|SEARCH ${table} USING AUTOMATIC)`);

/** The steps of SQLite's plan that read a growing table from end to end. */
function scans({ file, sql, parameters }: Statement): string[] {
  const db = new SqliteFile(file, { readonly: true });
  try {
    const plan = db.prepare(`explain query plan ${sql}`).all(parameters) as { detail: string }[];
    return plan
      .map(({ detail }) => detail)
      .filter((step) => GROWING.some((table) => readsAll(table).test(step)));
  } finally {
    db.close();
  }
}

for (const [who, cookie] of [...Object.entries(cookies), ["a super admin", superAdmin] as const]) {
  const theirs = who === "a super admin" ? paths.filter((path) => path.startsWith("/admin")) : paths;
  test.each(theirs)(`%s asks little of the databases for ${who}`, async (path) => {
    await statementsOf(path, cookie);
    const statements = await statementsOf(path, cookie);
    expect(statements.length, statements.map(({ sql }) => sql).join("\n")).toBeLessThanOrEqual(
      QUERIES_A_PAGE,
    );
    expect(statements.flatMap(scans)).toEqual([]);
  });
}

test("statements are heard, and one that reads all games is noticed", async () => {
  const statements = await statementsOf("/dashboard", cookies["the club"]);
  expect(statements.length).toBeGreaterThan(3);
  expect(statements.some(({ file }) => file.endsWith(`${lakeside.code}.sqlite`))).toBe(true);
  const [file = ""] = statements
    .map((query) => query.file)
    .filter((file) => file.endsWith(`${lakeside.code}.sqlite`));
  const whole = { file, sql: "select id from games where opponent = ?", parameters: ["Lions"] };
  expect(scans(whole)).toEqual(["SCAN games"]);
});
