import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ContactsTable } from "#app/db/club/schema.ts";
import { openLakeside } from "../../support/lakeside.ts";
import { readMails } from "../../support/mails.ts";
import { linkOf } from "../../support/parent-link.ts";
import { addParents } from "../../support/parents.ts";

const { world, lakeside, hawks, otters, riverside, ada, mia, dana } = await openLakeside();
afterAll(() => world.close());
const { erasePerson } = await import("#app/domain/club/agreements/erase-person.server.ts");
const { changeContact } = await import("#app/domain/club/contacts/contacts.server.ts");
const { openPulseMails } = await import("#app/domain/club/pulse/pulse-mail.server.ts");
const { closePulse, eraseSentences, findPulse, listPulses, remindOfPulse, sendPulse, sentencesOf } =
  await import("#app/domain/club/pulse/pulse.server.ts");
const { closingDays } = await import("#app/domain/club/pulse/pulse.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { closeDuePulse, remindOfOpenPulse } = await import("#app/journeys/club-week/steps.server.ts");
const { packClub } = await import("#app/journeys/leaving/pack-club.server.ts");
const { reportDelivery } = await import("#app/journeys/mail/report-delivery.server.ts");
const { stopPulseMails } = await import("#app/journeys/pulse/stop-mails.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
const { clubRowOf } = await import("#app/domain/club/settings/settings.server.ts");

const DAY = 86_400_000;
const ZONE = "America/Chicago";
type Db = Parameters<Parameters<typeof world.platform.clubs.use>[1]>[0];
const inClub = <Result>(work: (db: Db) => Promise<Result>) => world.platform.clubs.use(lakeside.code, work);
const ctxOf = (db: Db) => ({ control: world.control, db, club: { code: lakeside.code } });
const change = <Result>(work: (tx: Parameters<typeof sendPulse>[0]) => Promise<Result>) =>
  inClub((db) => changeClub(ctxOf(db), work));
const send = (teamIds = [hawks, otters], at = new Date()) =>
  change((tx) => sendPulse(tx, { teamIds, closesOn: closingDays(at, ZONE).usual }, { by: "Ada Admin", at }));
const sent = async (...args: Parameters<typeof send>) => {
  const result = await send(...args);
  if (!result.ok) throw new Error(result.problem);
  await queueAll();
  return result;
};
/** Runs the jobs that queue a pulse's mails, not those that send them. */
const queueAll = async () => {
  const only = { "pulse.mails": jobHandlers["pulse.mails"] };
  await world.control.deleteFrom("jobs").where("kind", "<>", "pulse.mails").execute();
  while (await runDueJobs(world.platform, only, 0))
    await world.control.deleteFrom("jobs").where("kind", "<>", "pulse.mails").execute();
};
const mails = () =>
  readMails(
    world.control.selectFrom("mails").selectAll().where("tag", "like", "pulse-%").orderBy("key").execute(),
  );
/** Loads the paths of the links in each parent's mail, by address. */
const links = async () =>
  new Map(
    (await mails()).map(({ to_address, text }) => [
      to_address,
      /http:\/\/goodside\.test(\/parent\/pulse\/[\w-]{43})/.exec(text)?.[1] ?? "",
    ]),
  );
const answer = (path: string, form: Record<string, string>) => world.ask(path, { form });
const stored = () => inClub((db) => db.selectFrom("pulse_answers").selectAll().orderBy("score").execute());
const invitations = () => inClub((db) => db.selectFrom("pulse_invitations").selectAll().execute());
const view = (id: string, scope: Parameters<typeof findPulse>[2] = "all") =>
  inClub((db) => findPulse(db, id, scope));
const close = (id: string, at = new Date()) => change((tx) => closePulse(tx, id, { by: "", at }));
const step = (run: typeof closeDuePulse, at: Date) =>
  inClub(async (db) => {
    const club = { ...(await clubRowOf(db)) };
    return run({ control: world.control, db, club, at, planned: null, first: false });
  });
const change1 = (contactId: string, values: Partial<ContactsTable>) =>
  inClub((db) => db.updateTable("contacts").set(values).where("id", "=", contactId).execute());
const siblings = (contactId: string, teamId: string) =>
  inClub(async (db) => {
    const at = new Date().toISOString();
    await db
      .insertInto("children")
      .values({
        ...{ id: `sib-${contactId}`, contact_id: contactId, name: "Sib", name_key: "sib", team_id: teamId },
        ...{ age_group: "", import_id: null, created_at: at, updated_at: at },
      })
      .execute();
  });
/** Answers for some parents of the open pulse, each by the link of their mail. */
const answerAll = async (scores: readonly [email: string, score: number][]) => {
  const paths = await links();
  for (const [email, score] of scores) {
    const response = await answer(paths.get(email) ?? "", { score: String(score) });
    expect(response.headers.get("Location")).toContain("saved=yes");
  }
};

let hawkParents: { contactId: string; agreementId: string }[] = [];
const email = (name: string, n: number) => `${name}.${String(n).padStart(4, "0")}@parents.example`;
const hawk = (n: number) => email("hawk", n);
const otter = (n: number) => email("otter", n);

beforeEach(async () => {
  await inClub(async (db) => {
    await db.deleteFrom("pulses").execute();
    await db.deleteFrom("pulse_answers").execute();
    await db.deleteFrom("contacts").execute();
    await db.deleteFrom("outbox").execute();
    await db.updateTable("teams").set({ status: "active" }).execute();
  });
  await world.control.deleteFrom("mails").execute();
  await world.control.deleteFrom("jobs").execute();
  await world.control.deleteFrom("pulse_links").execute();
  hawkParents = await addParents(world, lakeside, hawks, 7, { name: "Hawk" });
  await addParents(world, lakeside, otters, 6, { name: "Otter" });
});

// product/reports.md#pulse
describe("asking", () => {
  test("asking mails each parent once, in their language, whatever the number of children and teams", async () => {
    await siblings(hawkParents[0]?.contactId ?? "", otters);
    await siblings(hawkParents[1]?.contactId ?? "", hawks);
    await change1(hawkParents[2]?.contactId ?? "", { language: "es" });
    const result = await sent();
    expect(result.recipients).toBe(13);
    const all = await mails();
    expect(all.length).toBe(13);
    expect(all.every(({ stream, tag }) => stream === "broadcast" && tag === "pulse-request")).toBe(true);
    const spanish = all.find(({ to_address }) => to_address === hawk(3));
    expect(spanish?.text).toContain("¿Qué tan satisfecho está");
    expect(all.filter(({ text }) => text.includes("How satisfied are you")).length).toBe(12);
  });

  test("asking leaves out parents who stopped mail, whose address is dead, who are of other teams, or who were asked in the last 28 days", async () => {
    await change1(hawkParents[0]?.contactId ?? "", { mail_stopped_at: "2026-01-01" });
    await change1(hawkParents[1]?.contactId ?? "", { delivery: "bounced" });
    const first = await sent([hawks]);
    expect([...(await links()).keys()].sort()).toEqual([3, 4, 5, 6, 7].map(hawk));
    await close(first.id);
    expect(await send([hawks])).toEqual({ ok: false, problem: "few" });
    expect(await send([hawks, otters])).toMatchObject({ ok: true, recipients: 6 });
  });

  test("asking is refused while one is open, below five parents, for no team, and for another day", async () => {
    const { id } = await sent([hawks]);
    expect(await send([otters])).toEqual({ ok: false, problem: "open", openId: id });
    await close(id);
    await inClub((db) =>
      db.updateTable("teams").set({ status: "archived" }).where("id", "=", otters).execute(),
    );
    expect(await send([otters])).toEqual({ ok: false, problem: "no-team" });
    const wrongDay = (closesOn: string) =>
      change((tx) => sendPulse(tx, { teamIds: [otters], closesOn }, { by: "", at: new Date() }));
    expect(await wrongDay("2020-01-01")).toEqual({ ok: false, problem: "day" });
    expect(await wrongDay("2999-01-01")).toEqual({ ok: false, problem: "day" });
  });

  test("asking by two administrators at once asks once", async () => {
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    await queueAll();
    expect((await mails()).length).toBe(13);
  });

  test("asking queues a mail once, also after a crash between the two files", async () => {
    await send();
    const before = await inClub((db) => openPulseMails(db, 500));
    await queueAll();
    await inClub((db) => db.updateTable("pulse_invitations").set({ step: "request" }).execute());
    expect(before.length).toBe(13);
    await world.control.deleteFrom("jobs").execute();
    await jobHandlers["pulse.mails"](world.platform, { clubCode: lakeside.code });
    expect((await mails()).length).toBe(13);
    expect((await invitations()).every(({ step: open }) => open === null)).toBe(true);
  });

  test("asking writes who sent it to the audit log, as numbers", async () => {
    const { id } = await sent();
    const row = await inClub((db) =>
      db.selectFrom("audit").select(["kind", "subject", "detail"]).orderBy("seq", "desc").executeTakeFirst(),
    );
    expect(row).toEqual({ kind: "pulse.sent", subject: id, detail: '{"count":13}' });
  });
});

describe("answering", () => {
  test("answering stores nothing when the link is opened, also by a number of the mail", async () => {
    await sent();
    const path = (await links()).get(hawk(1)) ?? "";
    const before = await inClub((db) => db.selectFrom("pulse_invitations").selectAll().execute());
    const page = await (await world.ask(`${path}?lang=en&score=4`)).text();
    expect(page).toMatch(/<input[^>]*checked=""[^>]*value="4"/);
    expect(page).not.toMatch(/<script/);
    expect(await stored()).toEqual([]);
    expect(await invitations()).toEqual(before);
  });

  test("answering counts once, and can be changed until it closes", async () => {
    const { id } = await sent();
    const path = (await links()).get(hawk(1)) ?? "";
    const first = await answer(path, { score: "2", sentence: "Calm down,\r\n please" });
    expect(first.status).toBe(303);
    const saved = await (await world.ask(first.headers.get("Location") ?? "")).text();
    expect(saved).toContain("Thank you. Your answer is saved.");
    expect(saved).toContain("Calm down, please");
    await Promise.all([answer(path, { score: "5" }), answer(path, { score: "5" })]);
    expect(await stored()).toMatchObject([{ score: 5, sentence: "" }]);
    expect(await view(id)).toMatchObject({ answers: 1, club: null, teams: [] });
    await close(id);
    const late = await answer(path, { score: "1" });
    expect(late.headers.get("Location")).not.toContain("saved");
    expect(await (await world.ask(path)).text()).toContain("This question is closed");
    expect(await stored()).toEqual([]);
  });

  test.each([
    {},
    { score: "6" },
    { score: "0" },
    { score: "5", sentence: "x".repeat(301) },
    { score: "5", sentence: "a\u202eb" },
  ])("answering is refused for %j, with what was typed kept", async (form) => {
    await sent();
    const path = (await links()).get(hawk(1)) ?? "";
    const response = await answer(path, form as Record<string, string>);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("There is a problem");
    expect(await stored()).toEqual([]);
  });

  test("answering answers the worst body, an unknown link and too many forms", async () => {
    await sent();
    const path = (await links()).get(hawk(1)) ?? "";
    const long = await world.ask(path, {
      form: { score: "5", sentence: `${"=cmd|'/c'!A1 ".repeat(10)}\u0000` },
    });
    expect(long.status).toBe(422);
    expect((await world.ask(`/parent/pulse/${"x".repeat(43)}`)).status).toBe(404);
    let last = 0;
    for (let n = 0; n < 21; n += 1) last = (await answer(path, { score: "3" })).status;
    expect(last).toBe(429);
  });

  test("answering counts also while the club is suspended or can only be read", async () => {
    await sent();
    const path = (await links()).get(hawk(1)) ?? "";
    const status = (values: { status: "active" | "suspended" }) =>
      world.control.updateTable("clubs").set(values).where("code", "=", lakeside.code).execute();
    await status({ status: "suspended" });
    expect((await answer(path, { score: "3" })).headers.get("Location")).toContain("saved=yes");
    await status({ status: "active" });
    expect((await stored()).length).toBe(1);
  });

  test("answering is in the language of the link", async () => {
    await sent();
    const path = (await links()).get(hawk(1)) ?? "";
    expect(await (await world.ask(`${path}?lang=es`)).text()).toContain("Muy satisfecho");
    const refused = await world.ask(`${path}?lang=es`, { form: {} });
    expect(await refused.text()).toContain("Elija un número del 1 al 5");
  });
});

describe("the reminder", () => {
  const middle = new Date(Date.now() + 7 * DAY + 60_000);

  test("the reminder goes once, halfway, to those who have not answered", async () => {
    await sent();
    await answerAll([[hawk(1), 5]]);
    const due = await step(remindOfOpenPulse, new Date());
    expect(due && due.getTime() - Date.now()).toBeGreaterThan(6 * DAY);
    await step(remindOfOpenPulse, middle);
    await step(remindOfOpenPulse, middle);
    await queueAll();
    const reminders = (await mails()).filter(({ tag }) => tag === "pulse-reminder");
    expect(reminders.length).toBe(12);
    expect(reminders.some(({ to_address }) => to_address === hawk(1))).toBe(false);
    expect(reminders[0]?.text).toContain("the only reminder");
  });

  test("the reminder does not go to parents who answered, stopped or bounced after it was decided", async () => {
    const { id } = await sent();
    const paths = await links();
    await inClub((db) => inTransaction(db, (tx) => remindOfPulse(tx, id)));
    await answer(paths.get(hawk(1)) ?? "", { score: "4" });
    await world.ask(`${paths.get(hawk(2))}/stop`, { form: { do: "stop" } });
    await change1(hawkParents[2]?.contactId ?? "", { delivery: "bounced" });
    await jobHandlers["pulse.mails"](world.platform, { clubCode: lakeside.code });
    const to = (await mails())
      .filter(({ tag }) => tag === "pulse-reminder")
      .map(({ to_address }) => to_address);
    expect(to.length).toBe(10);
    for (const one of [hawk(1), hawk(2), hawk(3)]) expect(to).not.toContain(one);
  });

  test("the reminder is taken back while it waits for the mail service, when its parent answers or it closes", async () => {
    const { id } = await sent();
    await step(remindOfOpenPulse, middle);
    await queueAll();
    const waiting = async () => (await mails()).filter(({ tag }) => tag === "pulse-reminder").length;
    expect(await waiting()).toBe(13);
    await answerAll([[hawk(1), 5]]);
    expect(await waiting()).toBe(12);
    await close(id);
    expect(await waiting()).toBe(0);
  });
});

describe("stopping", () => {
  test("stopping holds for the agreement's reminders too, by our page, by one click, and by the provider", async () => {
    await sent();
    const paths = await links();
    const stopped = async (n: number) =>
      inClub(async (db) => {
        const id = hawkParents[n - 1]?.contactId ?? "";
        const row = await db
          .selectFrom("contacts")
          .select("mail_stopped_at")
          .where("id", "=", id)
          .executeTakeFirst();
        return row?.mail_stopped_at !== null;
      });
    expect((await world.ask(`${paths.get(hawk(1))}/stop`)).status).toBe(200);
    expect(await stopped(1)).toBe(false);
    await world.ask(`${paths.get(hawk(1))}/stop`, { form: { do: "stop" } });
    const oneClick = await world.ask(`${paths.get(hawk(2))}/stop`, {
      form: { "List-Unsubscribe": "One-Click" },
    });
    const mail = (await mails()).find(({ to_address }) => to_address === hawk(3));
    await stopPulseMails(world.platform, mail?.id ?? "");
    expect([oneClick.status, await stopped(1), await stopped(2), await stopped(3), await stopped(4)]).toEqual(
      [...[200, true, true, true, false]],
    );
    await world.ask(`${paths.get(hawk(1))}/stop`, { form: { do: "undo" } });
    expect(await stopped(1)).toBe(false);
  });
});

describe("undelivered mail", () => {
  test("undelivered mail marks the address, while it is still the one on file", async () => {
    await sent();
    const report = async (to: string) => {
      const mail = (await mails()).find(({ to_address }) => to_address === to);
      await world.control
        .updateTable("mails")
        .set({ delivery: "bounced" })
        .where("id", "=", mail?.id ?? "")
        .execute();
      await reportDelivery(world.platform, mail?.id ?? "");
    };
    await change1(hawkParents[1]?.contactId ?? "", { email: "new@p.example", email_key: "new@p.example" });
    await report(hawk(1));
    await report(hawk(2));
    const delivery = async (n: number) =>
      inClub((db) =>
        db
          .selectFrom("contacts")
          .select("delivery")
          .where("id", "=", hawkParents[n]?.contactId ?? "")
          .executeTakeFirst(),
      );
    expect([await delivery(0), await delivery(1)]).toEqual([{ delivery: "bounced" }, { delivery: null }]);
  });
});

describe("a parent who changes", () => {
  const correct = (contactId: string, to: string, throughLink?: true) =>
    change((tx) =>
      changeContact(
        tx,
        contactId,
        { name: "Pat", email: to },
        { by: "Ada", at: new Date().toISOString(), throughLink },
      ),
    );

  test("a parent's changed address ends the old link with its answer, and the new address is asked", async () => {
    await sent();
    const { contactId = "" } = hawkParents[0] ?? {};
    const old = (await links()).get(hawk(1)) ?? "";
    await answer(old, { score: "1", sentence: "Private" });
    await correct(contactId, "new@parents.example");
    expect((await world.ask(old)).status).toBe(404);
    expect(await stored()).toEqual([]);
    await queueAll();
    const fresh = (await links()).get("new@parents.example") ?? "";
    // The person who opens the link now, perhaps of the club, reads nothing of the earlier answer.
    expect(await (await world.ask(fresh)).text()).not.toContain("Private");
    await answer(fresh, { score: "4" });
    expect((await stored()).length).toBe(1);
  });

  test("a parent who changes the address behind their own link keeps the answer", async () => {
    await sent();
    await answerAll([[hawk(1), 2]]);
    await correct(hawkParents[0]?.contactId ?? "", "own@parents.example", true);
    expect((await stored()).length).toBe(1);
  });

  test("a parent who changes the team counts for the team of the sending; an archived team keeps its answers", async () => {
    const { id } = await sent();
    const numbers = [1, 2, 3, 4, 5];
    await inClub((db) =>
      db
        .updateTable("children")
        .set({ team_id: otters })
        .where("contact_id", "=", hawkParents[0]?.contactId ?? "")
        .execute(),
    );
    await inClub((db) =>
      db.updateTable("teams").set({ status: "archived" }).where("id", "=", otters).execute(),
    );
    await answerAll([
      ...numbers.map((n) => [hawk(n), 5] as [string, number]),
      ...numbers.map((n) => [otter(n), 3] as [string, number]),
    ]);
    await close(id);
    expect((await view(id))?.teams.map(({ name, answers, mean }) => [name, answers, mean])).toEqual([
      ["Hawks", 5, 5],
      ["Otters", 5, 3],
    ]);
  });

  test("a parent who is erased takes the answer, the link and the mails along; a closed pulse stays as it is", async () => {
    const { id } = await sent();
    const path = (await links()).get(hawk(1)) ?? "";
    await answerAll([1, 2, 3, 4, 5, 6].map((n) => [hawk(n), 4]));
    const erase = (n: number) =>
      change((tx) =>
        erasePerson(tx, hawkParents[n]?.agreementId ?? "", { by: "", at: new Date().toISOString() }),
      );
    await erase(0);
    expect((await stored()).length).toBe(5);
    expect((await world.ask(path)).status).toBe(404);
    expect((await mails()).some(({ to_address }) => to_address === hawk(1))).toBe(false);
    expect((await world.control.selectFrom("pulse_links").select("issue").execute()).length).toBe(12);
    await close(id);
    const before = await view(id);
    await erase(1);
    expect(await view(id)).toEqual(before);
  });

  test("a parent reads their own answer among their data while it is open, and afterwards that it leads to nobody", async () => {
    const { id } = await sent();
    await answer((await links()).get(hawk(1)) ?? "", { score: "2", sentence: "Too loud" });
    await inClub((db) =>
      db
        .updateTable("agreements")
        .set({ issue: 1 })
        .where("id", "=", hawkParents[0]?.agreementId ?? "")
        .execute(),
    );
    const token = await linkOf(world, lakeside, hawkParents[0]?.agreementId ?? "", 1);
    const data = async () => (await world.ask(`/parent/agreement/${token}/data`)).text();
    expect(await data()).toContain("Your answer: 2 (Dissatisfied). Too loud");
    await close(id);
    const after = await data();
    expect(after).not.toContain("Too loud");
    expect(after).toContain("What was answered leads to nobody any more.");
  });
});

// product/reports.md#pulse-anonymity
describe("closing", () => {
  const fill = async () => {
    const { id } = await sent();
    await answerAll([
      ...[1, 2, 3, 4, 5, 6].map((n) => [hawk(n), n < 3 ? 2 : 5] as [string, number]),
      ...[1, 2, 3, 4, 5].map((n) => [otter(n), 3] as [string, number]),
    ]);
    await answer((await links()).get(otter(6)) ?? "", { score: "4", sentence: "More water, please" });
    return id;
  };

  test("closing comes by itself at the end of the last day, also for a suspended club, and shows what may be shown", async () => {
    const id = await fill();
    const open = await view(id);
    expect(open).toMatchObject({ answers: 12, club: null, teams: [] });
    expect(await step(closeDuePulse, new Date(Date.now() + 10 * DAY))).toEqual(
      new Date(open?.closesAt ?? ""),
    );
    await step(closeDuePulse, new Date(Date.parse(open?.closesAt ?? "") + 1_000));
    const closed = await view(id);
    expect(closed?.club).toMatchObject({ counts: [0, 2, 5, 1, 4], answers: 12 });
    expect(closed?.teams.map(({ name, answers }) => [name, answers])).toEqual([
      ["Hawks", 6],
      ["Otters", 6],
    ]);
    expect(await inClub((db) => sentencesOf(db, id))).toEqual(["More water, please"]);
  });

  test("closing leaves nothing in the file or its log that leads from a parent to an answer", async () => {
    const id = await fill();
    const keys = (await stored()).map(({ answer_key }) => answer_key);
    await close(id);
    expect(await stored()).toEqual([]);
    expect((await invitations()).every(({ answered }) => answered === 0)).toBe(true);
    const { readFileSync, existsSync } = await import("node:fs");
    const path = `${world.dataDir}/clubs/${lakeside.code}.sqlite`;
    for (const file of [path, `${path}-wal`]) {
      const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
      for (const key of keys) expect(bytes.includes(key)).toBe(false);
    }
    expect(await close(id)).toBe(false);
  });

  test("closing with fewer than five answers keeps none of them", async () => {
    const { id } = await sent();
    await answer((await links()).get(hawk(1)) ?? "", { score: "1", sentence: "Only me" });
    await close(id);
    expect(await view(id)).toMatchObject({ answers: 1, club: null, teams: [] });
    expect(await inClub((db) => sentencesOf(db, id))).toEqual([]);
  });

  test("closing shows a manager their teams alone, and nobody else's parents", async () => {
    const id = await fill();
    await close(id);
    const own = await view(id, [hawks]);
    expect([own?.club, own?.teams.map(({ name }) => name)]).toEqual([null, ["Hawks"]]);
    expect(await view(id, ["another"])).toMatchObject({ club: null, teams: [] });
    expect(await inClub((db) => listPulses(db, ["another"]))).toEqual([]);
    expect(await world.platform.clubs.use(riverside.code, (db) => listPulses(db, "all"))).toEqual([]);
  });

  test("closing keeps sentences for two years, the figures for good", async () => {
    const id = await fill();
    await close(id);
    const erase = (at: Date) => inClub((db) => inTransaction(db, (tx) => eraseSentences(tx, at)));
    const next = await erase(new Date());
    expect(next?.getUTCFullYear()).toBe(new Date().getUTCFullYear() + 2);
    expect(await erase(new Date(Date.now() + 732 * DAY))).toBeNull();
    expect(await inClub((db) => sentencesOf(db, id))).toEqual([]);
    expect((await view(id))?.club?.answers).toBe(12);
  });
});

test("a club's download of itself names no answer, and not who gave one", async () => {
  await sent();
  await answerAll([1, 2, 3, 4, 5].map((n) => [hawk(n), 1]));
  const keys = (await stored()).map(({ answer_key }) => answer_key);
  const { mkdtempSync, writeFileSync, rmSync, readFileSync } = await import("node:fs");
  const { execFileSync } = await import("node:child_process");
  const folder = mkdtempSync("/tmp/pulse-pack-");
  const parts: Buffer[] = [];
  const club = { code: lakeside.code, name: lakeside.name, state: "IL", timezone: ZONE };
  await world.platform.clubs.use(lakeside.code, async (db) => {
    for await (const part of packClub({ control: world.control, db, club }, new Date())) parts.push(part);
  });
  writeFileSync(`${folder}/all.zip`, Buffer.concat(parts));
  execFileSync("python3", ["-m", "zipfile", "-e", `${folder}/all.zip`, folder]);
  const file = readFileSync(`${folder}/goodside-${lakeside.code}/club.sqlite`);
  rmSync(folder, { recursive: true });
  expect(keys.length).toBe(5);
  for (const key of keys) expect(file.includes(key)).toBe(false);
  expect(file.includes(hawk(1))).toBe(true);
});

test("a club's file of before the sending leaves its links without effect, and the club can ask again", async () => {
  await sent();
  const path = (await links()).get(hawk(1)) ?? "";
  await inClub((db) => db.deleteFrom("pulses").execute());
  expect((await world.ask(path)).status).toBe(404);
  expect((await answer(path, { score: "5" })).status).toBe(303);
  expect(await stored()).toEqual([]);
  expect((await sent()).recipients).toBe(13);
  expect((await mails()).length).toBe(26);
});

test("only administrators ask, close and enter referees", async () => {
  const { id } = await sent();
  const closes = closingDays(new Date(), ZONE).usual;
  const send = `/reports/pulse/send?${new URLSearchParams({ team: hawks, closes })}`;
  const season = { season: "Fall 2025", firstDay: "2025-08-01", started: "20", stayed: "" };
  const asked = { teamIds: hawks, closesOn: closes };
  for (const { cookie } of [mia, dana]) {
    const statuses = [
      await world.ask("/reports/pulse/new", { cookie, form: asked }),
      await world.ask(send, { cookie, form: {} }),
      await world.ask(`/reports/pulse/${id}/close`, { cookie, form: {} }),
      await world.ask("/reports/referees", { cookie, form: season }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 403]);
  }
  expect((await view(id))?.closedAt).toBeNull();
});

test("the pages of the club carry the way from the form to the figures", async () => {
  const { cookie } = ada;
  const closes = closingDays(new Date(), ZONE).usual;
  const preview = await world.ask("/reports/pulse/new", {
    cookie,
    form: { teamIds: [hawks, otters], closesOn: closes },
  });
  const confirm = preview.headers.get("Location") ?? "";
  expect(await (await world.ask(confirm, { cookie })).text()).toContain("Ask 13 parents?");
  const sentTo = await world.ask(confirm, { cookie, form: {} });
  const page = sentTo.headers.get("Location") ?? "";
  expect(page).toMatch(/^\/reports\/pulse\/[\w-]{22}$/);
  expect((await world.ask(confirm, { cookie, form: {} })).headers.get("Location")).toBe(page);
  await queueAll();
  await answerAll([1, 2, 3, 4, 5].map((n) => [hawk(n), 4]));
  const open = await (await world.ask(page, { cookie })).text();
  expect(open).toContain("5 of 13 parents answered (38%) so far.");
  expect(open).not.toContain("4.0 of 5");
  await world.ask(`${page}/close`, { cookie, form: {} });
  const closed = await (await world.ask(page, { cookie })).text();
  expect(closed).toContain("4.0 of 5 on average in 5 answers.");
  const csv = await (await world.ask("/reports/pulse/export.csv", { cookie })).text();
  expect(csv).toContain("All parents,13,5,5,4.00,0,0,0,5,0");
  const report = await (await world.ask("/reports", { cookie })).text();
  expect(report).toContain("Parent satisfaction: 80% (the average of 5 answers from 1 to 5)");
  expect(report).toContain("Referee retention: Not measured yet.");
  // A manager reads what parents of a team say whom they manage, and asks for one team.
  const asManager = async (query: string) =>
    (await world.ask(`/reports${query}`, { cookie: mia.cookie })).text();
  expect(await asManager("")).toContain("choose a team that you manage above.");
  expect(await asManager(`?team=${hawks}`)).toContain("Parent satisfaction: 80%");
});
