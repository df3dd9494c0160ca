import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openLakeside } from "../../support/lakeside.ts";
import { readMails } from "../../support/mails.ts";
import { addParents } from "../../support/parents.ts";

vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-02T12:00:00Z") });
const { world, lakeside, hawks, otters, mia } = await openLakeside();
afterAll(world.close);
const { issueAgreements, addReminders } = await import(
  "#app/domain/club/agreements/issue-agreements.server.ts"
);
const { askForLink } = await import("#app/domain/club/agreements/request-link.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { queueMailPage } = await import("#app/journeys/club-events/queue-agreement-mails.server.ts");
const { countAgreements } = await import("#app/domain/club/agreements/agreement-list.server.ts");
const { sendAgreements } = await import("#app/journeys/agreements/send-agreements.server.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
type Sender = import("#app/domain/club/agreements/issue-agreements.server.ts").Sender;
type Selection = import("#app/domain/club/agreements/choose-agreements.server.ts").AgreementSelection;

const HOUR = 3_600_000;
const at = (hours = 0) => new Date(Date.UTC(2026, 10, 1) + hours * HOUR);
const inClub = <Result>(
  work: (db: Parameters<Parameters<typeof world.platform.clubs.use>[1]>[0]) => Promise<Result>,
) => world.platform.clubs.use(lakeside.code, work);
const change = (selection: Selection, step: typeof issueAgreements, more: Partial<Sender> = {}) =>
  inClub((db) =>
    changeClub({ control: world.control, db, club: lakeside }, (tx) =>
      step(tx, selection, { scope: "all", by: "Ada Admin", at: at(), ...more }),
    ),
  );
const send = (selection: Selection, more: Partial<Sender> = {}) => change(selection, issueAgreements, more);
const remind = (selection: Selection, more: Partial<Sender> = {}) => change(selection, addReminders, more);
const agreement = (id: string) =>
  inClub((db) => db.selectFrom("agreements").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
const events = (id: string) =>
  inClub((db) =>
    db
      .selectFrom("agreement_events")
      .select(["kind", "by_name"])
      .where("agreement_id", "=", id)
      .orderBy("at")
      .execute(),
  );
const mails = () =>
  readMails(world.control.selectFrom("mails").selectAll().where("tag", "like", "agreement%").execute());
/** Runs the jobs that queue mails, not those that send them. */
const queueAll = async () => {
  await world.control.deleteFrom("jobs").where("kind", "<>", "agreement.mails").execute();
  const only = { "agreement.mails": jobHandlers["agreement.mails"] };
  while (await runDueJobs(world.platform, only, 0))
    await world.control.deleteFrom("jobs").where("kind", "<>", "agreement.mails").execute();
};
const one = async (more: Parameters<typeof addParents>[4] = {}, teamId = hawks) => {
  const [parent] = await addParents(world, lakeside, teamId, 1, more);
  return parent?.agreementId ?? "";
};

beforeEach(async () => {
  await inClub(async (db) => {
    await db.deleteFrom("contacts").execute();
    await db.updateTable("club").set({ player_cap: 800, agreement_days: 30 }).execute();
  });
  await world.control.deleteFrom("mails").execute();
  await world.control.deleteFrom("jobs").execute();
});

// product/agreements.md#agreements
describe("sending", () => {
  test("sending makes new agreements pending under a link that expires after the club's days", async () => {
    const id = await one();
    expect(await send("all-unsent")).toEqual({ ok: true, sent: 1, left: 0 });
    expect(await agreement(id)).toMatchObject({
      status: "pending",
      issue: 1,
      sent_at: at().toISOString(),
      // The end of that day in Chicago.
      expires_at: "2026-12-01T05:59:59.000Z",
      next_reminder_at: at(3 * 24).toISOString(),
    });
    expect(await events(id)).toEqual([{ kind: "sent", by_name: "Ada Admin" }]);
  });

  test("sending mails each parent one request with a link that leads to the agreement", async () => {
    const id = await one();
    await send("all-unsent");
    await queueAll();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to_address: "parent.0001@parents.example",
      from_name: "Lakeside FC",
      reply_to: "admin@lakeside.example",
      stream: "outbound",
      tag: "agreement-request",
    });
    expect(mail?.text).toContain("works until November 30, 2026");
    const token = /parent\/agreement\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    const { linkedAgreement } = await import("#app/domain/control/agreements/agreement-links.server.ts");
    expect(await linkedAgreement(world.control, token)).toMatchObject({
      clubCode: "lakeside",
      agreementId: id,
      issue: 1,
    });
  });

  test("sending names no child in a subject, and writes in the parent's language", async () => {
    await one({ contact: { language: "es", name: "Marisol" } });
    await send("all-unsent");
    await queueAll();
    const [mail] = await mails();
    expect(mail?.subject).toBe("Lakeside FC le pide firmar su acuerdo de conducta en los partidos");
    expect(mail?.html).toContain('lang="es');
    expect(mail?.text).toContain("Hola, Marisol:");
    expect(mail?.text).toContain("Read in English: http");
    expect(mail?.text).not.toContain("Child of");
  });

  test("sending twice sends once", async () => {
    await one();
    await send("all-unsent");
    expect(await send("all-unsent")).toEqual({ ok: false, problem: "nobody" });
    await queueAll();
    await inClub((db) => db.updateTable("agreement_mails").set({ queued_at: null }).execute());
    await inClub((db) =>
      changeClub({ control: world.control, db, club: lakeside }, async (tx) => {
        const { recordEvent } = await import("#app/db/outbox.server.ts");
        await recordEvent(tx, { kind: "agreement-mails" });
      }),
    );
    await queueAll();
    expect(await mails()).toHaveLength(1);
  });

  test("an expired one is sent again where it is asked for, under a new link", async () => {
    const id = await one({ agreement: { status: "expired", issue: 1, sent_at: at(-800).toISOString() } });
    expect(await send("all-unsent")).toMatchObject({ ok: false });
    expect(await send({ filter: {} })).toMatchObject({ ok: false });
    expect(await send({ agreementIds: [id] })).toMatchObject({ ok: true, sent: 1 });
    expect(await agreement(id)).toMatchObject({ status: "pending", issue: 2 });
    expect(await events(id)).toMatchObject([{ kind: "resent" }]);
  });

  test("a parent who declined or withdrew gets a new link by name only, and no automatic reminder follows", async () => {
    for (const status of ["declined", "withdrawn"] as const) {
      const id = await one({ name: status, agreement: { status, issue: 1, sent_at: at(-1).toISOString() } });
      expect(await send({ filter: { status } })).toMatchObject({ ok: false, problem: "nobody" });
      expect(await send({ agreementIds: [id] })).toMatchObject({ ok: true, sent: 1 });
      expect(await agreement(id)).toMatchObject({ status: "pending", next_reminder_at: null });
    }
    const expired = await one({ agreement: { status: "expired", issue: 1, sent_at: at(-1).toISOString() } });
    await send({ agreementIds: [expired] });
    expect((await agreement(expired)).next_reminder_at).not.toBeNull();
  });

  test("nothing goes to a parent who signed, declined, withdrew, bounced, complained, stopped or was erased", async () => {
    const statuses = ["signed", "declined", "withdrawn"] as const;
    for (const status of statuses) await one({ name: status, agreement: { status } });
    await one({ name: "bounced", contact: { delivery: "bounced" } });
    await one({ name: "complained", contact: { delivery: "complained" } });
    await one({ name: "stopped", contact: { mail_stopped_at: at().toISOString() } });
    await one({ name: "erased", contact: { erased_at: at().toISOString(), email: "", email_key: null } });
    expect(await send({ filter: {} })).toEqual({ ok: false, problem: "nobody" });
    await inClub((db) =>
      db
        .updateTable("agreements")
        .set({ issue: 1, sent_at: at().toISOString(), expires_at: at(99).toISOString() })
        .execute(),
    );
    expect(await remind({ filter: {} })).toEqual({ ok: false, problem: "nobody" });
  });

  test("a parent who stopped mail and then asks for a new link gets that one", async () => {
    const id = await one({
      contact: { mail_stopped_at: at().toISOString() },
      agreement: { status: "expired", issue: 1, sent_at: at(-800).toISOString() },
    });
    expect(await send({ agreementIds: [id] })).toEqual({ ok: false, problem: "nobody" });
    await inClub((db) => inTransaction(db, (tx) => askForLink(tx, { id, issue: 1 }, at().toISOString())));
    expect(await send({ agreementIds: [id] })).toMatchObject({ ok: true, sent: 1 });
    await queueAll();
    const queued = await mails();
    expect(queued.map(({ tag }) => tag).sort()).toEqual(["agreement-notice", "agreement-request"]);
    await inClub((db) => db.updateTable("agreements").set({ status: "expired" }).execute());
    expect(await send({ agreementIds: [id] })).toEqual({ ok: false, problem: "nobody" });
  });

  test("a mail no longer wanted when its turn comes is not queued", async () => {
    const signed = await one({ name: "signed" });
    const again = await one({ name: "again" });
    await send("all-unsent");
    await inClub(async (db) => {
      await db.updateTable("agreements").set({ status: "signed" }).where("id", "=", signed).execute();
      await db.updateTable("agreements").set({ issue: 2 }).where("id", "=", again).execute();
    });
    await queueAll();
    expect(await mails()).toEqual([]);
    const open = await inClub((db) =>
      db.selectFrom("agreement_mails").select("id").where("queued_at", "is", null).execute(),
    );
    expect(open).toEqual([]);
  });

  test("a manager sends to the parents of their own teams only", async () => {
    const own = await one({ name: "own" });
    const other = await one({ name: "other" }, otters);
    expect(await send({ agreementIds: [own, other] }, { scope: [hawks] })).toMatchObject({ sent: 1 });
    expect(await agreement(other)).toMatchObject({ issue: 0 });
  });

  test("the journey takes the sender's teams from the session", async () => {
    await one({ name: "own" });
    await one({ name: "other" }, otters);
    const user = {
      accountId: mia.id,
      name: "Mia Manager",
      email: null,
      role: "team_manager" as const,
      assignments: [
        { teamId: hawks, teamName: "Hawks", season: "", role: "manager" as const, coachRole: null },
        { teamId: otters, teamName: "Otters", season: "", role: "coach" as const, coachRole: null },
      ],
    };
    const sent = await inClub((db) =>
      sendAgreements({ control: world.control, db, club: lakeside, user } as never, "all-unsent"),
    );
    expect(sent).toMatchObject({ ok: true, sent: 1 });
  });

  test("a club sends a bounded number a day: the rest waits, by name", async () => {
    await addParents(world, lakeside, hawks, 5);
    await inClub((db) => db.updateTable("club").set({ player_cap: 1 }).execute());
    expect(await send("all-unsent")).toEqual({ ok: true, sent: 4, left: 1 });
    expect(await send("all-unsent", { at: at(1) })).toEqual({ ok: false, problem: "daily-limit" });
    expect(await send("all-unsent", { at: at(24) })).toEqual({ ok: true, sent: 1, left: 0 });
  });

  test("1,200 go out in pages, each parent once", async () => {
    await addParents(world, lakeside, hawks, 1_200);
    expect(await send("all-unsent")).toMatchObject({ sent: 1_200 });
    await queueAll();
    const to = (await world.control.selectFrom("mails").select("to_address").execute()).map(
      (row) => row.to_address,
    );
    expect(to).toHaveLength(1_200);
    expect(new Set(to).size).toBe(1_200);
  });

  test("a mail queued but not noted, as after a crash, is not queued again", async () => {
    await addParents(world, lakeside, hawks, 3);
    await send("all-unsent");
    await queueAll();
    await inClub((db) => db.updateTable("agreement_mails").set({ queued_at: null }).execute());
    await inClub((db) => queueMailPage({ control: world.control, db, club: lakeside }));
    expect(await mails()).toHaveLength(3);
  });

  test("a suspended club's requests wait until it is active again", async () => {
    await one();
    await send("all-unsent");
    const setStatus = (status: "active" | "suspended") =>
      world.control.updateTable("clubs").set({ status }).where("code", "=", lakeside.code).execute();
    await setStatus("suspended");
    await queueAll();
    expect(await mails()).toEqual([]);
    await setStatus("active");
    await world.control.updateTable("jobs").set({ run_at: "2026-01-01T00:00:00.000Z" }).execute();
    await queueAll();
    expect(await mails()).toHaveLength(1);
  });

  test("a password reset overtakes the requests", async () => {
    await addParents(world, lakeside, hawks, 700);
    await send("all-unsent");
    await runDueJobs(world.platform, { "agreement.mails": jobHandlers["agreement.mails"] }, 0);
    const { queueMail } = await import("#app/queue/mail-queue.server.ts");
    await queueMail(world.control, {
      ...{ key: "reset", template: "password-reset", to: "mia@people.example" },
      variables: (await import("#app/mail/templates.ts")).templates["password-reset"].sample,
    });
    const { takeJob } = await import("#app/queue/queue.server.ts");
    expect((await takeJob(world.control))?.kind).toBe("mail.send");
    expect((await takeJob(world.control))?.kind).toMatch(/mail.batch|agreement.mails/);
  });
});

describe("reminding", () => {
  const pending = { issue: 1, sent_at: at(-48).toISOString(), expires_at: at(24 * 28).toISOString() };

  test("reminding repeats the link, with one click to stop it", async () => {
    const id = await one({ agreement: pending });
    expect(await remind({ agreementIds: [id] })).toEqual({ ok: true, sent: 1, left: 0 });
    await queueAll();
    const [mail] = await mails();
    const { agreementToken } = await import("#app/domain/control/agreements/agreement-links.server.ts");
    const link = `http://goodside.test/parent/agreement/${agreementToken({ agreement_id: id, issue: 1 })}`;
    expect(mail?.text).toContain(`${link}\n`);
    expect(mail).toMatchObject({ stream: "broadcast", unsubscribe: { url: `${link}/stop` } });
    expect(mail?.text).toContain(`Get no more reminders: ${link}/stop`);
    expect(await agreement(id)).toMatchObject({ reminders_sent: 1, reminded_at: at().toISOString() });
  });

  test("a reminder that waits for the mail service is taken back when its parent signs", async () => {
    const id = await one({ name: "signs", agreement: pending });
    await one({ name: "waits", agreement: pending });
    await remind({ filter: {} });
    await queueAll();
    expect(await mails()).toHaveLength(2);
    await inClub((db) =>
      changeClub({ control: world.control, db, club: lakeside }, async (tx) => {
        const { recordEvent } = await import("#app/db/outbox.server.ts");
        const copy = {
          id: "copy",
          agreement_id: id,
          issue: 1,
          step: "copy",
          created_at: at(1).toISOString(),
        };
        await tx.insertInto("agreement_mails").values(copy).execute();
        await recordEvent(tx, { kind: "agreement-mails" });
      }),
    );
    expect((await mails()).map((mail) => mail.to_address)).toEqual(["waits.0001@parents.example"]);
  });

  test("a parent is reminded at most once in 24 hours", async () => {
    const id = await one({ agreement: pending });
    await remind({ filter: {} });
    expect(await remind({ filter: {} }, { at: at(23) })).toEqual({ ok: false, problem: "just-reminded" });
    expect(await remind({ filter: {} }, { at: at(24) })).toMatchObject({ ok: true, sent: 1 });
    expect(await agreement(id)).toMatchObject({ reminders_sent: 2 });
  });

  test("a list's reminder leaves out who has just got the agreement; a single one does not", async () => {
    const id = await one({ name: "new" });
    await one({ name: "old", agreement: pending });
    await send({ agreementIds: [id] });
    expect(await inClub((db) => countAgreements(db, {}, "all", at(1)))).toMatchObject({ remindable: 1 });
    expect(await remind({ filter: {} }, { at: at(1) })).toEqual({ ok: true, sent: 1, left: 0 });
    expect(await remind({ filter: {} }, { at: at(2) })).toEqual({ ok: false, problem: "just-reminded" });
    expect(await remind({ agreementIds: [id] }, { at: at(2) })).toMatchObject({ ok: true, sent: 1 });
  });

  test("an agreement never sent, or expired, is not reminded of", async () => {
    await one({ name: "new" });
    await one({ name: "late", agreement: { ...pending, expires_at: at(-1).toISOString() } });
    expect(await remind({ filter: {} })).toEqual({ ok: false, problem: "nobody" });
  });
});
