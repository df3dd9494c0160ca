import { afterAll, beforeEach, expect, test } from "vitest";
import { openLakeside } from "../../support/lakeside.ts";
import { addParents } from "../../support/parents.ts";

const { world, lakeside, hawks, riverside, lynxes } = await openLakeside();
afterAll(world.close);
const { addReminders, issueAgreements } = await import(
  "#app/domain/club/agreements/issue-agreements.server.ts"
);
const { changeContact } = await import("#app/domain/club/contacts/contacts.server.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { reportDelivery } = await import("#app/journeys/mail/report-delivery.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
const { receiveMailEvent } = await import("#app/mail/record-delivery.server.ts");
type Delivery = import("#app/domain/values/delivery.ts").Delivery;

const hour = (n: number) => new Date(Date.UTC(2026, 10, 1) + n * 3_600_000);
type Db = Parameters<Parameters<typeof world.platform.clubs.use>[1]>[0];
const inClub = <Result>(work: (db: Db) => Promise<Result>, code = lakeside.code) =>
  world.platform.clubs.use(code, work);
const change = (step: typeof issueAgreements, at: Date) =>
  inClub((db) =>
    changeClub({ control: world.control, db, club: lakeside }, (tx) =>
      step(tx, { filter: {} }, { scope: "all", by: "Ada", at }),
    ),
  );
const queueMails = async () => {
  await world.control.deleteFrom("jobs").where("kind", "like", "mail.%").execute();
  const handler = jobHandlers["agreement.mails"];
  await runDueJobs(world.platform, { "agreement.mails": handler }, 0);
  await world.control.deleteFrom("jobs").execute();
};
const mailOf = (step: string) =>
  world.control.selectFrom("mails").selectAll().where("key", "like", `%:${step}:%`).executeTakeFirstOrThrow();
let reports = 0;
/** Reports a mail's delivery as Postmark does, and runs the job that follows. */
const report = async (step: string, delivery: Delivery, id = `report-${++reports}`) => {
  const mail = await mailOf(step);
  await receiveMailEvent(world.control, {
    ...{
      id,
      type: delivery,
      outcome: { delivery, reason: null },
      at: null,
      messageId: `pm-${mail.id}`,
      mailId: mail.id,
      address: mail.to_address,
    },
  });
  await reportDelivery(world.platform, mail.id);
};
const state = () =>
  inClub((db) =>
    db
      .selectFrom("contacts as c")
      .innerJoin("agreements as a", "a.contact_id", "c.id")
      .select(["c.delivery as contact", "a.delivery as agreement"])
      .executeTakeFirstOrThrow(),
  );
const history = () =>
  inClub(async (db) =>
    (
      await db
        .selectFrom("agreement_events")
        .select(["kind", "detail"])
        .where("kind", "in", ["delayed", "delivered", "bounced", "complained"])
        .orderBy("at")
        .execute()
    ).map(({ kind, detail }) => `${kind} ${detail}`),
  );

beforeEach(async () => {
  await inClub((db) => db.deleteFrom("contacts").execute());
  await world.control.deleteFrom("mails").execute();
  await world.control.deleteFrom("mail_events").execute();
  await addParents(world, lakeside, hawks, 1);
  await change(issueAgreements, hour(0));
  await queueMails();
});

test("a mail's delivery is in the history and the state of the address", async () => {
  await report("request", "delivered");
  expect(await state()).toEqual({ contact: "delivered", agreement: "delivered" });
  await report("request", "bounced");
  expect(await state()).toEqual({ contact: "bounced", agreement: "bounced" });
  expect(await history()).toEqual(["delivered request", "bounced request"]);
});

test("the same report again, under any id, changes nothing", async () => {
  await report("request", "delivered", "same");
  await report("request", "delivered", "same");
  await report("request", "delivered", "other");
  await report("request", "delayed", "late");
  expect(await history()).toEqual(["delivered request"]);
  expect(await state()).toEqual({ contact: "delivered", agreement: "delivered" });
});

test("a report on an older mail does not hide what is known of a newer one", async () => {
  await change(addReminders, hour(48));
  await queueMails();
  await report("reminder-1", "bounced");
  await report("request", "delivered");
  expect(await state()).toEqual({ contact: "bounced", agreement: "bounced" });
  expect((await history()).sort()).toEqual(["bounced reminder", "delivered request"]);
});

test("an address that complained stays so, whatever arrives there later", async () => {
  await change(addReminders, hour(48));
  await queueMails();
  await report("request", "complained");
  await report("reminder-1", "delivered");
  expect((await state()).contact).toBe("complained");
  expect(await change(addReminders, hour(96))).toEqual({ ok: false, problem: "nobody" });
});

test("a corrected address starts anew: late reports on the old one are history only", async () => {
  await report("request", "bounced");
  await inClub((db) =>
    db.transaction().execute(async (tx) => {
      const { id } = await tx.selectFrom("contacts").select("id").executeTakeFirstOrThrow();
      await changeContact(
        tx,
        id,
        { name: "Pat", email: "pat@new.example" },
        { by: "Ada", at: hour(1).toISOString() },
      );
    }),
  );
  expect(await state()).toEqual({ contact: null, agreement: null });
  await report("request", "complained");
  expect(await state()).toEqual({ contact: null, agreement: null });
  expect(await history()).toEqual(["bounced request", "complained request"]);
});

test("a club's reports reach no other club", async () => {
  await addParents(world, riverside, lynxes, 1);
  await report("request", "bounced");
  const other = await inClub((db) => db.selectFrom("contacts").select("delivery").execute(), riverside.code);
  expect(other).toEqual([{ delivery: null }]);
});
