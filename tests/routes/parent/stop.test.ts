import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { templates } from "#app/mail/templates.ts";
import { openLakeside } from "../../support/lakeside.ts";
import { type ParentLink, parentLink, setAgreement } from "../../support/parent-link.ts";

const { world, lakeside, hawks } = await openLakeside();
afterAll(() => world.close());
const { addReminders } = await import("#app/domain/club/agreements/issue-agreements.server.ts");
const { queueMail } = await import("#app/queue/mail-queue.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");

const DAY = 86_400_000;
let parent: ParentLink;
beforeEach(async () => {
  parent = await parentLink(world, lakeside, { children: [{ name: "Sam", teamId: hawks }] });
});
const ask = (options?: Parameters<typeof world.ask>[1], path = parent.path) =>
  world.ask(`${path}/stop`, options);
const press = (change: string) => ask({ form: { do: change } });
const inClub = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const stopped = () =>
  inClub(async (db) => {
    const row = await db
      .selectFrom("contacts")
      .select("mail_stopped_at")
      .where("id", "=", parent.contactId)
      .executeTakeFirstOrThrow();
    return row.mail_stopped_at !== null;
  });
const history = () =>
  inClub(async (db) => {
    const rows = await db
      .selectFrom("agreement_events")
      .select(["kind", "detail"])
      .where("agreement_id", "=", parent.agreementId)
      .where("kind", "=", "stopped")
      .orderBy("at")
      .execute();
    return rows.map(({ detail }) => detail);
  });
const remind = () =>
  inClub((db) =>
    inTransaction(db, (tx) =>
      addReminders(tx, { agreementIds: [parent.agreementId] }, { scope: "all", by: "Ada", at: new Date() }),
    ),
  );

describe("the link that stops reminders", () => {
  test("the link that stops reminders says what it stops, and opening it stops nothing", async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Send me no more reminders");
    expect(await stopped()).toBe(false);
  });

  test("the link that stops reminders stops by its button, and starts again by the same page", async () => {
    expect((await press("stop")).status).toBe(303);
    expect(await stopped()).toBe(true);
    const page = await (await ask()).text();
    expect(page).toContain("You will get no more reminders from Lakeside FC.");
    expect(page).toContain("Undo: remind me again");
    expect(await remind()).toEqual({ ok: false, problem: "nobody" });
    await press("undo");
    expect(await stopped()).toBe(false);
    expect(await remind()).toMatchObject({ ok: true, sent: 1 });
    expect(await history()).toEqual(["", "undone"]);
  });

  test("the link that stops reminders stops by one click of a mail program, without a redirect", async () => {
    const answer = await ask({ form: { "List-Unsubscribe": "One-Click" } });
    expect([answer.status, await stopped()]).toEqual([200, true]);
  });

  test("the link that stops reminders takes back a reminder that waits for the mail service", async () => {
    const waiting = (id: string) =>
      queueMail(world.control, {
        key: `agreement:${id}:1:reminder-1:${new Date().toISOString()}`,
        template: "agreement-reminder",
        variables: templates["agreement-reminder"].sample,
        to: "pat@parents.example",
        stream: "broadcast",
      });
    await waiting(parent.agreementId);
    await waiting("another");
    await press("stop");
    const left = await world.control
      .selectFrom("mails")
      .select("key")
      .where("tag", "=", "agreement-reminder")
      .execute();
    expect(left.map(({ key }) => key.split(":")[1])).toEqual(["another"]);
  });

  test("the link that stops reminders is idempotent, and other posts change nothing", async () => {
    await press("stop");
    await press("stop");
    expect(await history()).toEqual([""]);
    for (const form of [{}, { do: "drop table" }, { "List-Unsubscribe": "No" }] as Record<string, string>[])
      expect((await ask({ form })).status).toBe(303);
    expect(await history()).toEqual([""]);
  });

  test("undoing the stop reminds only at later times", async () => {
    const sent = new Date(Date.now() - 5 * DAY);
    await setAgreement(world, lakeside, parent.agreementId, {
      sent_at: sent.toISOString(),
      next_reminder_at: new Date(sent.getTime() + 3 * DAY).toISOString(),
    });
    const next = () =>
      inClub(async (db) => {
        const rows = await db
          .selectFrom("agreements")
          .select("next_reminder_at as next")
          .where("id", "=", parent.agreementId)
          .execute();
        return rows[0]?.next;
      });
    await press("stop");
    expect(await next()).toBeNull();
    await press("undo");
    expect(await next()).toBe(new Date(sent.getTime() + 7 * DAY).toISOString());
  });

  test("the link that stops reminders is in the parent's language, and in the link's", async () => {
    parent = await parentLink(world, lakeside, { language: "es" });
    expect(await (await ask()).text()).toContain("No enviarme más recordatorios");
    const english = await world.ask(`${parent.path}/stop?lang=en`);
    expect(await english.text()).toContain("Send me no more reminders");
  });

  test("an unknown link stops nothing", async () => {
    const unknown = `/parent/agreement/${"x".repeat(43)}`;
    expect((await ask({}, unknown)).status).toBe(404);
    expect((await ask({ form: { do: "stop" } }, unknown)).status).toBe(303);
  });

  test("the link that stops reminders takes at most 20 posts an hour", async () => {
    let last = 0;
    for (let n = 0; n < 21; n += 1) last = (await press(n % 2 ? "undo" : "stop")).status;
    expect(last).toBe(429);
  });
});
