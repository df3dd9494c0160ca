import { afterAll, describe, expect, test } from "vitest";
import { call } from "#tests/support/json-calls.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { readMails } from "#tests/support/mails.ts";
import { parentLink } from "#tests/support/parent-link.ts";

const cast = await openLakeside();
const { world, lakeside, riverside, hawks, otters, lynxes } = cast;
const { control } = world;
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
const runJobs = () => runDueJobs(world.platform, { ...jobHandlers, "mail.send": async () => {} });
afterAll(() => world.close());

const PASSWORD = "Sideline-2026";
const HTML = '<a href="https://evil.example">Click</a>';
let clients = 0;
async function tokenOf(clubCode: string): Promise<string> {
  clients += 1;
  const body = { clubCode, password: PASSWORD };
  return (await call(world, "/api/club/login", body, { ip: `198.51.100.${clients}` })).body.token;
}
const ofAda = await tokenOf(lakeside.code);
const ofMia = await tokenOf("mia.manager@people.example");
const ofDana = await tokenOf("dana.reyes@people.example");
const ofRita = await tokenOf(riverside.code);

const send = (token: string, to: string, type = "notification") =>
  call(world, "/api/send-team-email", { to, subject: "Win a prize", html: HTML, type }, { token });
const mailsTo = async (to: string) => {
  await runJobs();
  return readMails(control.selectFrom("mails").selectAll().where("to_address", "=", to).execute());
};
const invite = (team: string, email: string, role: "coach" | "manager") =>
  world.ask(`/teams/${team}/invite`, {
    cookie: cast.ada.cookie,
    form: { email, role, ...(role === "coach" ? { coachRole: "assistant" } : {}) },
  });
/** Moves past the minute in which a second press counts as the first. */
const aDayLater = () =>
  world.platform.clubs.use(lakeside.code, (db) =>
    db
      .updateTable("staff")
      .set({ invited_at: new Date(Date.now() - 86_400_000).toISOString() })
      .where("status", "=", "pending")
      .execute(),
  );

describe("a team email by call", () => {
  test("a team email by call resends the invitation, in our words", async () => {
    await invite(hawks, "new.coach@people.example", "coach");
    await aDayLater();
    const sent = await send(ofMia, "NEW.coach@people.example", "invitation");
    expect([sent.status, sent.body]).toEqual([202, { mail: "invitation" }]);
    const mails = await mailsTo("new.coach@people.example");
    expect(mails).toHaveLength(2);
    const all = JSON.stringify(mails);
    expect(all).toContain("token=");
    for (const foreign of ["Win a prize", "evil.example"]) expect(all).not.toContain(foreign);
  });

  test("a team email by call reminds of a rating, once a day", async () => {
    await world.game(lakeside, hawks, 5);
    const sent = await send(ofAda, "dana.reyes@people.example");
    expect([sent.status, sent.body]).toEqual([202, { mail: "rating-reminder" }]);
    const again = await send(ofAda, "dana.reyes@people.example");
    expect(again.status).toBe(409);
    expect(again.body.detail).toMatch(/^Nothing was sent/);
    expect((await send(ofAda, "dana.reyes@people.example", "invitation")).status).toBe(409);
  });

  test("a team email by call sends a parent's agreement, and then its reminder", async () => {
    const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const { agreementId } = await parentLink(world, lakeside, {
      children: [{ name: "Kit", teamId: hawks }],
      agreement: { sent_at: weekAgo },
    });
    const { email } = await world.platform.clubs.use(lakeside.code, (db) =>
      db
        .selectFrom("contacts")
        .innerJoin("agreements", "agreements.contact_id", "contacts.id")
        .select("contacts.email")
        .where("agreements.id", "=", agreementId)
        .executeTakeFirstOrThrow(),
    );
    const sent = await send(ofMia, email);
    expect([sent.status, sent.body]).toEqual([202, { mail: "agreement-reminder" }]);
    expect((await send(ofMia, email)).status).toBe(409);
    expect((await send(ofRita, email)).status).toBe(404);
  });

  test("a team email by call reaches nobody outside the club or outside the sender's permissions", async () => {
    await invite(otters, "otter.coach@people.example", "coach");
    await invite(otters, "otter.manager@people.example", "manager");
    await world.person("Lyn Lynx", riverside, [{ team: lynxes, role: "coach" }]);
    await parentLink(world, lakeside, { children: [{ name: "Ola", teamId: otters }] });
    await aDayLater();
    const unknown = await send(ofAda, "stranger@example.com");
    expect(unknown.status).toBe(404);
    for (const [token, to] of [
      [ofAda, "lyn.lynx@people.example"],
      [ofRita, "otter.coach@people.example"],
      [ofMia, "otter.coach@people.example"],
      [ofMia, "otter.manager@people.example"],
    ] as const) {
      const refused = await send(token, to, "invitation");
      // The same text, so that it does not reveal who belongs to the club.
      expect([to, refused.status, refused.body.detail]).toEqual([to, 404, unknown.body.detail]);
    }
    expect((await send(ofDana, "new.coach@people.example", "invitation")).status).toBe(403);
    expect((await send("", "new.coach@people.example", "invitation")).status).toBe(401);
    expect((await send(ofAda, "otter.manager@people.example", "invitation")).status).toBe(202);
  });

  test("a team email by call is limited before any lookup", async () => {
    const club = await world.club("Busy Mailers");
    const token = await tokenOf(club.code);
    for (let asked = 0; asked < 60; asked += 1)
      expect((await send(token, `nobody${asked}@people.example`)).status).toBe(404);
    const refused = await send(token, "nobody@people.example");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  }, 30_000);
});
