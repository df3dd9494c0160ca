import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLink } from "#app/domain/control/links/links.server.ts";
import { hashOf, linkToken } from "#app/runtime/ids.server.ts";
import { addresses } from "../architecture/addresses.ts";
import { fill, thingsOf } from "../architecture/things.ts";
import { openLakeside } from "../support/lakeside.ts";
import { markupProblems } from "./judge.ts";
import { attribute, elementsOf, formsOf } from "./page.ts";
import { MARK } from "./values.ts";

/**
 * Every stored text carries markup, every page is read by every kind of visitor, and every form is sent with markup in
 * every field. Each stored text must appear on some page, so that none escapes the test.
 */
const { world, lakeside, hawks, otters, ada, mia, dana } = await openLakeside();
afterAll(() => world.close());

/** Breaks out of attributes, of every text-only element and of scripts, then opens an element. */
const BREAKS_OUT = `"'></textarea></select></title></style></script><${MARK} ${MARK}=1 onload=1><!--`;
const words = new Set<string>();
/** A unique text for each column, found again by its first word. */
function hostile(place: string): string {
  const word = `${MARK}${place.replace(/[^a-z]/g, "")}x`;
  words.add(word);
  return `${word} ${BREAKS_OUT}`;
}

/** As much markup as a valid email address can hold. */
const hostileMail = (place: string) =>
  `${hostile(place).split(" ")[0]}'?${MARK}=1&bcc=${MARK}@${MARK}.example`;

/** All user-written text that a page shows, by table and column. */
const OF_CLUB = {
  teams: ["name", "description", "season"],
  games: ["opponent", "location", "notes"],
  staff: ["name", "email"],
  ratings: ["reason", "correction_reason", "given_by_name"],
  incidents: ["what", "when_text", "updated_by_name", "agreed"],
  incident_talks: ["who", "with_whom", "outcome"],
  incident_entries: ["text", "author_name"],
  imports: ["file_name"],
} as const;

const paths: { path: string; cookie: string }[] = [];
beforeAll(async () => {
  const things = await thingsOf(world, lakeside, hawks);
  await world.game(lakeside, hawks, 3, { external_id: null });
  await world.game(lakeside, otters, -30);
  await world.person("Mia Manager", await world.club("Hillside"), []);
  const invited = await world.ask(`/teams/${hawks}/invite`, {
    cookie: ada.cookie,
    form: { email: "new.coach@people.example", role: "coach", coachRole: "assistant" },
  });
  expect(invited.status).toBe(303);
  const { runDueJobs } = await import("#app/jobs/run.server.ts");
  const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
  await runDueJobs(world.platform, { ...jobHandlers, "mail.send": async () => {} });
  const invitation = await world.platform.clubs.use(lakeside.code, (db) =>
    db
      .selectFrom("staff")
      .select(["id", "issue"])
      .where("email", "=", "new.coach@people.example")
      .executeTakeFirstOrThrow(),
  );
  const { replaceInvitationLink } = await import("#app/domain/control/staff/invitation-links.server.ts");
  const { inTransaction } = await import("#app/db/engine.server.ts");
  const token = linkToken("invitation", invitation.id, invitation.issue);
  const link = { token, clubCode: lakeside.code, staffId: invitation.id, email: hostileMail("invited") };
  await inTransaction(world.control, (tx) => replaceInvitationLink(tx, { ...link, sentAt: new Date() }));

  const { payment, setup, browser } = await payAndSetUp();
  await world.platform.clubs.use(lakeside.code, async (db) => {
    const all = db as unknown as Kysely<Record<string, Record<string, string>>>;
    for (const [table, columns] of Object.entries(OF_CLUB))
      for (const column of columns) {
        const text = column === "email" ? hostileMail : hostile;
        await all
          .updateTable(table)
          // Some columns are unique, so each text ends with the row's id.
          .set({ [column]: sql<string>`${text(`${table}${column}`)} || id` })
          .execute();
      }
    // A link only works for the invited email address.
    await db.updateTable("staff").set({ email: link.email }).where("id", "=", invitation.id).execute();
    await db
      .updateTable("club")
      .set({ name: hostile("clubfile") })
      .execute();
  });
  words.delete(`${MARK}clubfilex`);
  await world.control
    .updateTable("clubs")
    .set({ name: hostile("club"), city: hostile("city") })
    .execute();
  await world.control
    .updateTable("accounts")
    .set({ name: hostile("account") })
    .execute();
  await world.control
    .updateTable("standings")
    .set({ team_name: hostile("standingteam"), club_name: hostile("standingclub") })
    .execute();

  const cookies = {
    admin: ada.cookie,
    coach: dana.cookie,
    manager: mia.cookie,
    nobody: "",
    signsUp: browser,
    suspended: await suspendedClub(),
    choosing: await world.signIn(mia.id, null),
  };
  for (const cookie of Object.values(cookies))
    for (const address of addresses)
      if (address.GET) paths.push({ path: fill(address, things).replace("*", "nowhere"), cookie });
  for (const cookie of Object.values(cookies))
    for (const path of [
      "/leaderboard?view=national",
      `/incidents/${things.closedIncidentId}`,
      `/mobile-rating?game=${things.gameId}&as=coach&saved=yes`,
      "/account/welcome",
      "/account/forgot-password?for=coach",
      "/mobile-rating",
      `/account/invitation?role=coach&team=${hawks}&token=${token}`,
      `/pay?token=${payment}`,
      setup,
    ])
      paths.push({ path, cookie });
});

/** A club that may pay again and has no password yet, with the browser that signed it and another club up. */
async function payAndSetUp() {
  const club = await world.club("Pine Valley");
  const secret = "b".repeat(43);
  const details = {
    club_name: hostile("signup club"),
    contact_name: hostile("signup contact"),
    email: hostileMail("signup email"),
    phone: hostile("signup phone"),
    state: "TX",
    city: hostile("signup city"),
    existing_platform: "other",
    estimated_players: 300,
    description: hostile("signup description"),
    agreed_at: null,
  };
  const at = new Date().toISOString();
  const row = { browser_hash: hashOf(secret), plan: "standard" as const, attempt: 0, created_at: at };
  await world.control
    .insertInto("signups")
    .values({ ...row, ...details, id: "draft", status: "draft", club_code: null, updated_at: at })
    .execute();
  const code = club.code;
  const links = { club_code: code, subject_id: code, email: "" };
  const payment = "p".repeat(43);
  const setup = "s".repeat(43);
  await createLink(world.control, { ...links, purpose: "payment", token: payment }, new Date());
  await createLink(world.control, { ...links, purpose: "setup", token: setup }, new Date());
  await world.control
    .updateTable("clubs")
    .set({ status: "suspended", email: hostileMail("club email") })
    .where("code", "=", code)
    .execute();
  words.delete(`${MARK}clubemailx`);
  const { signupCookie } = await import("#app/auth/cookies.server.ts");
  const browser = (await signupCookie.serialize(secret)).split(";")[0] ?? "";
  return { payment, setup: `/account/set-up-password?code=${code}&token=${setup}`, browser };
}

async function suspendedClub(): Promise<string> {
  const { code, account } = await world.control
    .selectFrom("clubs as c")
    .innerJoin("accounts as a", "a.club_code", "c.code")
    .select(["c.code", "a.id as account"])
    .where("c.status", "=", "suspended")
    .executeTakeFirstOrThrow();
  return world.signIn(account, code);
}

const problems: string[] = [];
const judged = new Set<string>();
function judge(what: string, html: string): void {
  if (judged.has(html)) return;
  judged.add(html);
  for (const word of words) if (html.includes(word)) seen.add(word);
  for (const problem of markupProblems(html)) problems.push(`${what}: ${problem}`);
}
const seen = new Set<string>();
const isPage = (answer: Response) => answer.headers.get("Content-Type")?.startsWith("text/html");

/** Every query parameter that a page reads, with markup as its value. */
const QUERY = ["q", "code", "club", "name", "role", "teams", "team", "season", "month", "page", "redirectTo"];
const asked = new URLSearchParams(QUERY.map((name) => [name, BREAKS_OUT])).toString();

test("stored, queried and typed text is escaped on every page that shows it", async () => {
  const sent = new Set<string>();
  for (const { path, cookie } of paths) {
    const plain = await world.ask(path, { cookie });
    if (!isPage(plain)) continue;
    const html = await plain.text();
    if (judged.has(html)) continue;
    judge(path, html);
    const reflected = await world.ask(`${path}${path.includes("?") ? "&" : "?"}${asked}`, { cookie });
    if (isPage(reflected)) judge(`${path} with everything asked`, await reflected.text());
    const elements = [...elementsOf(html)];
    for (const form of formsOf(elements)) {
      const to = new URL(form.action || path, `http://goodside.test${path}`);
      const typed = form.fields.filter(({ choices, file }) => choices.length === 0 && !file);
      const isHidden = ({ name }: { name: string }) =>
        elements.some(
          (element) => attribute(element, "name") === name && attribute(element, "type") === "hidden",
        );
      const key = `${cookie} ${to.pathname} ${form.fields.map(({ name }) => name)}`;
      if (form.method !== "POST" || typed.every(isHidden) || sent.has(key)) continue;
      sent.add(key);
      const fields = Object.fromEntries([
        ...form.fields.map(({ name, value }) => [name, value]),
        ...typed.filter((field) => !isHidden(field)).map(({ name }) => [name, `typed ${BREAKS_OUT}`]),
      ]);
      const answer = await world.ask(to.pathname + to.search, { cookie, form: fields });
      if (isPage(answer)) judge(`POST ${to.pathname}`, await answer.text());
      const flash = answer.headers.getSetCookie().find((line) => line.startsWith("flash="));
      if (!flash) continue;
      const next = await world.ask(answer.headers.get("Location") ?? "/", {
        cookie: `${cookie}; ${flash.split(";")[0]}`,
      });
      judge(`after POST ${to.pathname}`, await next.text());
    }
  }
  expect([...new Set(problems)]).toEqual([]);
  expect(sent.size).toBeGreaterThan(15);
  expect([...words].filter((word) => !seen.has(word))).toEqual([]);
}, 60_000);
