import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { MailsTable } from "#app/db/control/mail-tables.ts";
import { openLakeside } from "../../support/lakeside.ts";
import { addParents } from "../../support/parents.ts";

const { world, lakeside, hawks } = await openLakeside();
afterAll(world.close);
const { expireAgreements, remindOfAgreements, eraseRegistrations } = await import(
  "#app/journeys/club-week/steps.server.ts"
);
const { issueAgreements } = await import("#app/domain/club/agreements/issue-agreements.server.ts");
const { savePreferences, preferencesIn, preferencesVersion } = await import(
  "#app/domain/club/settings/settings.server.ts"
);
const { clubRowOf } = await import("#app/domain/club/settings/settings.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");

const day = (n: number) => new Date(Date.UTC(2026, 10, 1) + n * 86_400_000);
type Db = Parameters<Parameters<typeof world.platform.clubs.use>[1]>[0];
const inClub = <Result>(work: (db: Db) => Promise<Result>) => world.platform.clubs.use(lakeside.code, work);
const week = (run: typeof remindOfAgreements, at: Date) =>
  inClub(async (db) => {
    const row = await clubRowOf(db);
    const next = await run({ control: world.control, db, club: { ...row }, at, planned: null, first: false });
    // The jobs process queues at once what was decided.
    await db
      .updateTable("agreement_mails")
      .set({ queued_at: at.toISOString() })
      .where("step", "<>", "request")
      .execute();
    return next;
  });
const sent = async (many = 1) => {
  const parents = await addParents(world, lakeside, hawks, many);
  await inClub((db) =>
    inTransaction(db, async (tx) => {
      await issueAgreements(tx, "all-unsent", { scope: "all", by: "", at: day(0) });
      await tx
        .updateTable("agreement_mails")
        .set({ queued_at: day(0).toISOString() })
        .execute();
    }),
  );
  return parents[0]?.agreementId ?? "";
};
const agreement = (id: string) =>
  inClub((db) => db.selectFrom("agreements").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
const steps = () =>
  inClub(async (db) =>
    (await db.selectFrom("agreement_mails").select("step").orderBy("created_at").execute()).map(
      ({ step }) => step,
    ),
  );
const kinds = () =>
  inClub(async (db) =>
    (await db.selectFrom("agreement_events").select("kind").orderBy("at").execute()).map(({ kind }) => kind),
  );

beforeEach(async () => {
  await inClub(async (db) => {
    await db.deleteFrom("contacts").execute();
    await db.deleteFrom("registrations").execute();
    await db
      .updateTable("club")
      .set({ agreement_reminders: 1, agreement_days: 30, player_cap: 800 })
      .execute();
  });
});

describe("reminders", () => {
  test("reminders come on their days, three at most, and the last one says so", async () => {
    const id = await sent();
    expect(await week(remindOfAgreements, day(2))).toEqual(day(3));
    expect(await week(remindOfAgreements, day(3))).toEqual(day(7));
    expect(await week(remindOfAgreements, day(3))).toEqual(day(7));
    expect(await week(remindOfAgreements, day(7))).toEqual(day(14));
    expect(await week(remindOfAgreements, day(14))).toBeNull();
    expect(await week(remindOfAgreements, day(29))).toBeNull();
    expect(await steps()).toEqual(["request", "reminder-1", "reminder-2", "reminder-last"]);
    expect(await agreement(id)).toMatchObject({ reminders_sent: 3, next_reminder_at: null });
  });

  test("reminders come once for a platform that was down for ten days", async () => {
    await sent();
    expect(await week(remindOfAgreements, day(10))).toEqual(day(14));
    expect(await steps()).toEqual(["request", "reminder-1"]);
  });

  test("reminders do not come with a request that the jobs process or the mail service held back", async () => {
    const [unqueued, waiting, justSent, sentBefore] = await addParents(world, lakeside, hawks, 4);
    await inClub((db) =>
      inTransaction(db, async (tx) => {
        await issueAgreements(tx, "all-unsent", { scope: "all", by: "", at: day(0) });
        await tx
          .updateTable("agreement_mails")
          .set({ queued_at: day(0).toISOString() })
          .where("agreement_id", "<>", unqueued?.agreementId ?? "")
          .execute();
      }),
    );
    const requestOf = (id = "", more: Partial<MailsTable> = {}) => ({
      ...{ id, key: `agreement:${id}:1:request:${day(0).toISOString()}`, club_code: lakeside.code },
      ...{ stream: "outbound" as const, tag: "agreement-request", to_address: "p@parents.example" },
      ...{ reply_to: null, from_name: "", subject: "", html: "", text: "", variables: null },
      ...{ status: "sent" as const, provider_id: null, last_error: null, created_at: day(0).toISOString() },
      ...{ attempted_at: null, sent_at: day(0).toISOString(), delivery: null, ...more },
    });
    await world.control
      .insertInto("mails")
      .values([
        requestOf(waiting?.agreementId, { status: "queued", sent_at: null }),
        requestOf(justSent?.agreementId, { sent_at: day(2.5).toISOString() }),
        requestOf(sentBefore?.agreementId),
      ])
      .execute();
    expect(await week(remindOfAgreements, day(3))).toEqual(day(7));
    expect(await steps()).toEqual(["request", "request", "request", "request", "reminder-1"]);
    expect(await agreement(sentBefore?.agreementId ?? "")).toMatchObject({ reminders_sent: 1 });
    expect(await agreement(waiting?.agreementId ?? "")).toMatchObject({
      reminders_sent: 0,
      next_reminder_at: day(7).toISOString(),
    });
  });

  test("reminders do not follow a reminder by hand within 24 hours", async () => {
    const id = await sent();
    await inClub((db) =>
      db
        .updateTable("agreements")
        .set({ reminded_at: day(2.5).toISOString() })
        .execute(),
    );
    expect(await week(remindOfAgreements, day(3))).toEqual(day(7));
    expect(await agreement(id)).toMatchObject({ reminders_sent: 0 });
  });

  test.each([
    ["signed", { status: "signed" }, {}],
    ["declined", { status: "declined" }, {}],
    ["expired", { status: "expired" }, {}],
    ["bounced", {}, { delivery: "bounced" }],
    ["complained", {}, { delivery: "complained" }],
    ["stopped", {}, { mail_stopped_at: "2026-11-02" }],
  ] as const)("reminders never go to a parent who has %s", async (_, ofAgreement, ofContact) => {
    await sent();
    await inClub(async (db) => {
      await db
        .updateTable("agreements")
        .set({ reminders_sent: 0, ...ofAgreement })
        .execute();
      await db
        .updateTable("contacts")
        .set({ name: "Pat", ...ofContact })
        .execute();
    });
    await week(remindOfAgreements, day(3));
    expect(await steps()).toEqual(["request"]);
  });

  test("reminders wait while the club's day has no room", async () => {
    await sent(4);
    await inClub((db) => db.updateTable("club").set({ player_cap: 1 }).execute());
    await inClub((db) =>
      db
        .updateTable("agreement_mails")
        .set({ created_at: day(2.5).toISOString() })
        .where("step", "=", "request")
        .execute(),
    );
    expect(await week(remindOfAgreements, day(3))).toEqual(new Date(day(3).getTime() + 3_600_000));
    expect(await week(remindOfAgreements, day(3.6))).toEqual(day(7));
    expect((await steps()).filter((step) => step === "reminder-1")).toHaveLength(4);
  });

  test("stop with the club's switch, and what was due meanwhile is not made up for", async () => {
    const id = await sent();
    const set = (agreementReminders: boolean, at: Date) =>
      inClub(async (db) => {
        const stored = preferencesIn(await clubRowOf(db));
        return inTransaction(db, (tx) =>
          savePreferences(tx, { ...stored, agreementReminders }, preferencesVersion(stored), at),
        );
      });
    await set(false, day(1));
    expect(await week(remindOfAgreements, day(4))).toBeNull();
    await set(true, day(5));
    expect(await week(remindOfAgreements, day(5))).toEqual(day(7));
    expect(await steps()).toEqual(["request"]);
    expect(await agreement(id)).toMatchObject({ reminders_sent: 0 });
  });
});

test("a pending agreement expires on its day, once, and is reminded of no more", async () => {
  const id = await sent();
  expect(await week(expireAgreements, day(30))).toEqual(new Date("2026-12-01T05:59:59.000Z"));
  expect(await agreement(id)).toMatchObject({ status: "pending" });
  expect(await week(expireAgreements, day(30.5))).toBeNull();
  expect(await week(expireAgreements, day(31))).toBeNull();
  expect(await agreement(id)).toMatchObject({ status: "expired", next_reminder_at: null });
  expect(await kinds()).toEqual(["sent", "expired"]);
});

test("an agreement never sent, or signed, does not expire", async () => {
  const id = await sent();
  await inClub((db) => db.updateTable("agreements").set({ status: "signed" }).execute());
  await addParents(world, lakeside, hawks, 1, { name: "New" });
  expect(await week(expireAgreements, day(400))).toBeNull();
  expect(await agreement(id)).toMatchObject({ status: "signed" });
});

test("a parent who registered and never confirmed is erased after 7 days; others stay", async () => {
  const row = (id: string, status: "unconfirmed" | "waiting", created: Date) => ({
    ...{ id, status, name: "Pat", email: `${id}@x.example`, email_key: `${id}@x.example`, child_name: "S." },
    ...{ team_id: hawks, language: "en" as const, created_at: created.toISOString() },
  });
  await inClub((db) =>
    db
      .insertInto("registrations")
      .values([
        row("old", "unconfirmed", day(0)),
        row("young", "unconfirmed", day(2)),
        row("waiting", "waiting", day(0)),
      ])
      .execute(),
  );
  expect(await week(eraseRegistrations, day(7))).toEqual(day(9));
  const left = await inClub((db) => db.selectFrom("registrations").select("id").orderBy("id").execute());
  expect(left.map(({ id }) => id)).toEqual(["waiting", "young"]);
});
