import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { cookiesOf, staffOf } from "../../support/staff.ts";

const cast = await openLakeside();
const { world, lakeside, ada, mia, dana, rita } = cast;
const { control } = world;
afterAll(() => world.close());

const { staff, signIn } = staffOf(world);
const boss = await staff("super_admin");
const cookie = cookiesOf(await signIn(boss.email));
const text = async (answer: Response | Promise<Response>) =>
  (await (await answer).text()).replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
const get = (path: string) => text(world.ask(path, { cookie }));
const idOf = async (accountId: string) =>
  (
    await control
      .selectFrom("sessions")
      .select(["id", "token_hash"])
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow()
  ).id ?? "";
const mailsTo = (address: string) =>
  control
    .selectFrom("mails")
    .select(["tag", "club_code"])
    .where("to_address", "=", address)
    .where("tag", "=", "sessions-ended")
    .execute();
const lastAudit = (kind: string) =>
  control
    .selectFrom("audit")
    .select(["actor_id", "subject", "club_code", "detail"])
    .where("kind", "=", kind)
    .orderBy("seq", "desc")
    .executeTakeFirst();

// product/platform-staff.md#all-sessions
describe("the list of sessions", () => {
  test("sessions are listed with person, club, device, address and activity, the latest first, without secrets or their hashes", async () => {
    await control
      .updateTable("sessions")
      .set({ seen_at: new Date(Date.now() - 60_000).toISOString(), ip: "203.0.113.9" })
      .where("account_id", "=", mia.id)
      .execute();
    await control
      .updateTable("sessions")
      .set({ seen_at: new Date(Date.now() - 3_600_000).toISOString() })
      .where("account_id", "=", dana.id)
      .execute();
    expect(await get("/admin/sessions")).not.toContain("203.0.113.9");
    expect(await get(`/admin/sessions/${await idOf(mia.id)}`)).not.toContain("203.0.113.9");
    await world.ask(`/admin/clubs/${lakeside.code}`, { cookie, form: { reason: "asked-by-email" } });
    const page = await get("/admin/sessions");
    expect(page).toContain("203.0.113.9");
    expect(page.indexOf("Mia Manager")).toBeGreaterThan(0);
    expect(page.indexOf("Mia Manager")).toBeLessThan(page.indexOf("Dana Reyes"));
    const one = await get(`/admin/sessions/${await idOf(mia.id)}`);
    expect(one).toContain("Lakeside FC");
    const hashes = await control.selectFrom("sessions").select("token_hash").execute();
    for (const { token_hash } of hashes) {
      expect(page).not.toContain(token_hash);
      expect(one).not.toContain(token_hash);
    }
  });

  test("sessions are filtered by person and by club, and a search is in the audit log without its words", async () => {
    const found = await get("/admin/sessions?q=mia");
    expect(found).toContain("Mia Manager");
    expect(found).not.toContain("Dana Reyes");
    expect(await lastAudit("staff.people-searched")).toMatchObject({
      actor_id: boss.id,
      detail: '{"hits":1}',
    });
    const neighbors = await get("/admin/sessions?club=RIVERSIDE");
    expect(neighbors).not.toContain("Mia Manager");
    expect(neighbors).toContain(`/admin/sessions/${await idOf(rita.id)}`);
    expect(await get("/admin/sessions?q=nobody-at-all")).toContain("Nobody who fits is signed in");
    expect(await get("/admin/sessions?before=rubbish")).toContain("Mia Manager");
  });

  test("sessions of staff are under their own heading", async () => {
    const ours = await get("/admin/sessions?of=staff&q=robin");
    expect(ours).toContain("Robin Reyes");
    expect(ours).not.toContain("Mia Manager");
  });

  test("sessions that are over are left out, even before housekeeping", async () => {
    const { id } = await control
      .selectFrom("sessions")
      .select("id")
      .where("account_id", "=", dana.id)
      .executeTakeFirstOrThrow();
    const seen = (at: string) =>
      control.updateTable("sessions").set({ seen_at: at }).where("account_id", "=", dana.id).execute();
    await seen(new Date(Date.now() - 13 * 3_600_000).toISOString());
    expect(await get("/admin/sessions")).not.toContain(`/admin/sessions/${id}`);
    await seen(new Date().toISOString());
    expect(await get("/admin/sessions")).toContain(`/admin/sessions/${id}`);
  });

  test("sessions continue on the next page after the last row", async () => {
    const at = (n: number) => new Date(Date.now() - 86_400_000 - n * 1000).toISOString();
    await control
      .insertInto("sessions")
      .values(
        Array.from({ length: 60 }, (_, n) => ({
          ...{ token_hash: `many-${n}`, id: `many-${n}`, account_id: ada.id, club_code: lakeside.code },
          ...{ remember: 1, created_at: at(n), seen_at: at(n), ip: "", user_agent: "" },
          expires_at: new Date(Date.now() + 86_400_000).toISOString(),
        })),
      )
      .execute();
    const idsOn = (page: string) =>
      [...page.matchAll(/href="\/admin\/sessions\/([\w-]+)"/g)].map(([, id]) => id);
    const first = await get("/admin/sessions");
    const next = /href="([^"]*before=[^"]*)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await get(next);
    expect(idsOn(first)).toHaveLength(50);
    expect(new Set([...idsOn(first), ...idsOn(second)]).size).toBe(
      idsOn(first).length + idsOn(second).length,
    );
    expect(idsOn(second)).toContain("many-59");
    await control.deleteFrom("sessions").where("id", "like", "many-%").execute();
  });

  test("the list of sessions is for super admins", async () => {
    for (const role of ["admin", "moderator"] as const) {
      const theirs = await world.signInStaff(role);
      const path = `/admin/sessions/${await idOf(mia.id)}`;
      for (const page of ["/admin/sessions", path, `${path}/end`])
        expect((await world.ask(page, { cookie: theirs })).status).toBe(403);
      const form = { reason: "suspected-misuse" };
      expect((await world.ask(`${path}/end`, { cookie: theirs, form })).status).toBe(403);
    }
    expect((await world.ask("/dashboard", { cookie: mia.cookie })).status).toBe(200);
  });
});

describe("ending a session", () => {
  test("ending a session of a club's person ends it at once, once, with a line in the club's log and a mail", async () => {
    const id = await idOf(mia.id);
    expect(await get(`/admin/sessions/${id}/end`)).toContain("End the Session of Mia Manager?");
    expect((await world.ask(`/admin/sessions/${id}/end`, { cookie, form: {} })).status).toBe(422);
    expect((await world.ask("/dashboard", { cookie: mia.cookie })).status).toBe(200);
    const form = { reason: "suspected-misuse" };
    const done = await world.ask(`/admin/sessions/${id}/end`, { cookie, form });
    expect(done.headers.get("Location")).toBe("/admin/sessions");
    expect((await world.ask("/dashboard", { cookie: mia.cookie })).status).toBe(302);
    expect((await world.ask("/dashboard", { cookie: ada.cookie })).status).toBe(200);
    expect(await lastAudit("sign-in.ended-for")).toEqual({
      ...{ actor_id: boss.id, subject: mia.id, club_code: lakeside.code },
      detail: JSON.stringify({ reason: "suspected-misuse", sessions: 1 }),
    });
    expect(await mailsTo("mia.manager@people.example")).toEqual([
      { tag: "sessions-ended", club_code: lakeside.code },
    ]);
    expect((await world.ask(`/admin/sessions/${id}/end`, { cookie, form })).status).toBe(404);
    expect(await mailsTo("mia.manager@people.example")).toHaveLength(1);
  });

  test("ending a session of a club's own account is mailed to the club's address", async () => {
    const form = { reason: "found-by-us" };
    await world.ask(`/admin/sessions/${await idOf(ada.id)}/end`, { cookie, form });
    expect(await mailsTo(`admin@${lakeside.code}.example`)).toHaveLength(1);
  });

  test("ending a session by two at once is one end, one line and one mail", async () => {
    const { anySession, terminateSession } = await import(
      "#app/domain/control/operations/all-sessions.server.ts"
    );
    const session = await anySession(control, await idOf(rita.id));
    if (!session) throw new Error("Rita is not signed in");
    const by = { id: boss.id, firstName: "Robin", lastName: "Reyes", reason: "found-by-us" } as const;
    const both = await Promise.all([
      terminateSession(control, session, by),
      terminateSession(control, session, by),
    ]);
    expect(both.sort()).toEqual([false, true]);
  });

  test("ending a session of a colleague ends their acting for a club, and names the person who did it", async () => {
    const { id, email } = await staff("admin");
    const theirs = cookiesOf(await signIn(email));
    const session = await control
      .selectFrom("platform_sessions")
      .select("id")
      .where("admin_id", "=", id)
      .executeTakeFirstOrThrow();
    const form = { reason: "lost-device" };
    const done = await world.ask(`/admin/sessions/${session.id}/end`, { cookie, form });
    expect(done.headers.get("Location")).toBe("/admin/sessions?of=staff");
    expect((await world.ask("/admin", { cookie: theirs })).status).toBe(302);
    expect(await mailsTo(email)).toHaveLength(1);
  });
});
