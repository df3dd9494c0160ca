import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { castOf } from "#tests/support/lakeside.ts";
import { type AskOptions, type Machine, startMachine } from "#tests/support/machine.ts";
import { readMails } from "#tests/support/mails.ts";
import { openPayment, paidClub } from "#tests/support/paid-club.ts";
import { parentLink } from "#tests/support/parent-link.ts";
import { openShop } from "#tests/support/shop.ts";
import { cookiesOf, staffOf } from "#tests/support/staff.ts";
import { pdf } from "../support/documents.ts";

/**
 * Two machines serve one platform (docs/architecture.md#several-machines): with PostgreSQL, over one database and
 * nothing else in common; with files, two processes over one data folder.
 */

const shop = await openShop();
const { world } = shop;
const { control } = world;
const { lakeside, hawks, ada, dana } = await castOf(world);
const { staff, signIn, withAuthenticator } = staffOf(world);
let other: Machine;
beforeAll(async () => {
  other = await startMachine(world);
});
afterAll(async () => {
  await other.stop();
  await shop.close();
});

const location = (answer: Response) => answer.headers.get("Location");
/** Requests the same from both machines, three times each at once. */
const atOnce = (path: string, options: AskOptions) =>
  Promise.all([1, 2, 3].flatMap(() => [world.ask(path, options), other.ask(path, options)]));
/**
 * Runs the same work on both machines, three times each at once.
 * @param module which exports it
 */
const callBoth = <Result, More extends unknown[]>(
  work: (platform: Platform, ...more: More) => Promise<Result>,
  module: string,
  ...more: More
) =>
  Promise.all(
    [1, 2, 3].flatMap(() => [
      work(world.platform, ...more),
      other.call(module, work.name, ...more) as Promise<Result>,
    ]),
  );

describe("what one machine ends, the other refuses at the next request", () => {
  test("a person removed from the club on one machine is out on the other", async () => {
    const id = await world.person("Rolf Reyes", lakeside, [{ team: hawks, role: "coach" }]);
    const cookie = await world.signIn(id, lakeside.code);
    expect((await other.ask("/rating", { cookie })).status).toBe(200);
    const removed = await world.ask(`/club/people/${id}/remove`, { cookie: ada.cookie, form: {} });
    expect(removed.status).toBe(303);
    expect(location(await other.ask("/rating", { cookie }))).toBe("/club/choose?left=true");
  });

  test("a session that was signed out", async () => {
    const cookie = await world.signIn(dana.id, lakeside.code);
    expect((await other.ask("/dashboard", { cookie })).status).toBe(200);
    await world.ask("/sign-out", { cookie, form: {} });
    expect(location(await other.ask("/dashboard", { cookie }))).toContain("/club/login");
  });

  test("a club suspended on one machine is suspended on the other, and is let in again", async () => {
    const club = await world.club("Paused FC");
    const cookie = await world.signIn(club.adminAccount, club.code);
    expect((await other.ask("/teams", { cookie })).status).toBe(200);
    const set = (status: "suspended" | "active") =>
      control.updateTable("clubs").set({ status }).where("code", "=", club.code).execute();
    await set("suspended");
    expect((await other.ask("/teams", { cookie })).status).not.toBe(200);
    await set("active");
    expect((await other.ask("/teams", { cookie })).status).toBe(200);
  });

  test("platform staff removed on one machine are out on the other", async () => {
    const { inTransaction } = await import("#app/db/engine.server.ts");
    const { removePlatformAdmin } = await import("#app/domain/control/platform/admins.server.ts");
    const { id, email } = await staff();
    const cookie = cookiesOf(await signIn(email));
    expect((await other.ask("/admin", { cookie })).status).toBe(200);
    await inTransaction(control, (tx) => removePlatformAdmin(tx, id, new Date()));
    expect(location(await other.ask("/admin", { cookie }))).toContain("/admin/login");
  });

  test("a password tried too often on one machine is locked on the other", async () => {
    await world.person("Lee Lock", lakeside, [{ team: hawks, role: "coach" }]);
    const guess = (from: Pick<Machine, "ask">, password: string) =>
      from.ask("/club/login", {
        form: { identifier: "lee.lock@people.example", password },
        ip: "198.51.100.9",
      });
    await Promise.all(Array.from({ length: 10 }, (_, n) => guess(n % 2 ? world : other, "not this one")));
    for (const machine of [world, other])
      expect(await (await guess(machine, "Sideline-2026")).text()).toContain("Too many failed sign-ins");
  });
});

describe("what one machine stores, the other shows at the next request", () => {
  test("a document that was uploaded", async () => {
    const club = await paidClub(shop);
    const { id: account } = await control
      .selectFrom("accounts")
      .select("id")
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow();
    const cookie = await world.signIn(account, club.code);
    const body = new FormData();
    body.append("documents", new Blob([new Uint8Array(pdf("640 players"))]), "roster.pdf");
    expect((await world.ask("/verification", { cookie, body })).status).toBe(303);
    const { id } = await control
      .selectFrom("verification_documents")
      .select("id")
      .where("club_code", "=", club.code)
      .executeTakeFirstOrThrow();
    const shown = await other.ask(`/verification/documents/${id}`, { cookie });
    expect(await shown.text()).toContain("640 players");
  });

  test("the words of an email that staff put in use", async () => {
    const { templates } = await import("#app/mail/templates.ts");
    const { typedWords, ownWords } = await import("#app/mail/email-words.ts");
    const { queueMail } = await import("#app/queue/mail-queue.server.ts");
    const cookie = cookiesOf(await signIn((await staff("admin")).email));
    const kind = templates["verification-decided"];
    const own = typedWords(ownWords(kind, "approved"));
    const saved = await world.save("/admin/email-templates/verification-decided/edit?variant=approved", {
      cookie,
      form: { ...own, subject: "Good news: {club}", state: "active" },
    });
    expect(saved.status).toBe(303);
    await queueMail(control, {
      key: "words",
      to: "words@lakeside.example",
      template: "verification-decided",
      variables: { ...kind.sample, outcome: "approved" },
    });
    await other.call("#app/jobs/run.server.ts", "runDueJobs");
    const { subject, status } = await control
      .selectFrom("mails")
      .select(["subject", "status"])
      .where("key", "=", "words")
      .executeTakeFirstOrThrow();
    expect({ subject, status }).toEqual({ subject: expect.stringMatching(/^Good news: /), status: "sent" });
  });

  test("a coach's rating on one machine is on the other at the next request", async () => {
    const { newId } = await import("#app/runtime/ids.server.ts");
    const game = await world.game(lakeside, hawks, 3);
    const rated = await world.ask(`/mobile-rating?game=${game}`, {
      cookie: dana.cookie,
      form: { score: "20", reason: "A calm game", submission: newId(), version: "" },
    });
    expect(rated.status).toBe(303);
    const shown = await other.ask(`/mobile-rating?game=${game}`, { cookie: dana.cookie });
    expect(await shown.text()).toContain("A calm game");
  });
});

describe("both at once", () => {
  test("an invitation makes one account and one place", async () => {
    const email = "abe@people.example";
    const invited = await world.ask(`/teams/${hawks}/invite`, {
      cookie: ada.cookie,
      form: { email, role: "coach", coachRole: "assistant" },
    });
    expect(invited.status).toBe(303);
    const [mail] = await readMails(
      control.selectFrom("mails").selectAll().where("to_address", "=", email).execute(),
    );
    const link = location(await world.ask(/http:\/\/[^/]+(\/contact\S+)/.exec(mail?.text ?? "")?.[1] ?? ""));
    const form = {
      fullName: "Abe Able",
      phone: "(555) 010-0142",
      state: "TX",
      city: "Austin",
      password: "quiet sidelines 8",
      confirmPassword: "quiet sidelines 8",
      agreedToTerms: "on",
    };
    const answers = await atOnce(link ?? "", { form });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(
      await control.selectFrom("accounts").select("id").where("email", "=", email).execute(),
    ).toHaveLength(1);
    const places = await world.platform.clubs.use(lakeside.code, (db) =>
      db.selectFrom("staff").select("status").where("email", "=", email).execute(),
    );
    expect(places).toEqual([{ status: "active" }]);
  });

  test("an agreement is signed once", async () => {
    const link = await parentLink(world, lakeside, { children: [{ name: "Sam", teamId: hawks }] });
    const html = await (await world.ask(link.path)).text();
    const boxes = [
      "positiveSupport",
      "respectReferees",
      "followClubCode",
      "reportIncidents",
      "modelBehavior",
    ];
    const form = {
      intent: "sign",
      textHash: /name="textHash" value="(\w+)"/.exec(html)?.[1] ?? "",
      ...Object.fromEntries(boxes.map((name) => [name, "on"])),
      parentName: "Pat Parent",
      parentEmail: "pat@parents.example",
      childName: "Sam",
      teams: hawks,
      consent: "on",
      digitalSignature: "Pat Parent",
      signatureDate: /value="(\d{4}-\d\d-\d\d)"/.exec(html)?.[1] ?? "",
    };
    const places = (await atOnce(link.path, { form })).map(location);
    expect(places.filter((place) => place === `${link.path}?lang=en`)).toHaveLength(1);
    expect(places.filter((place) => place?.endsWith("already=yes"))).toHaveLength(5);
    const records = await world.platform.clubs.use(lakeside.code, (db) =>
      db.selectFrom("evidence_records").select("seq").where("agreement_id", "=", link.agreementId).execute(),
    );
    expect(records).toHaveLength(1);
  });

  test("two previews of one file add its games once", async () => {
    const preview = async (from: number) => {
      const body = new FormData();
      const games = "Date,Time,Team,Opponent\n2027-03-06,10:00,Hawks,Comets\n2027-03-13,10:00,Hawks,Rapids\n";
      body.append("file", new Blob([games]), `season${from}.csv`);
      return location(await world.ask("/schedule/import", { cookie: ada.cookie, body })) ?? "";
    };
    const addresses = [await preview(1), await preview(2)];
    const answers = await Promise.all(
      addresses.map((address) => atOnce(`${address}/games`, { cookie: ada.cookie, form: {} })),
    );
    expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([303]));
    const games = await world.platform.clubs.use(lakeside.code, (db) =>
      db.selectFrom("games").select("opponent").where("opponent", "in", ["Comets", "Rapids"]).execute(),
    );
    expect(games).toHaveLength(2);
  });

  test("a verification is decided once, and settled once", async () => {
    const { code } = await paidClub(shop, { plan: "large", players: 900 });
    const { id } = await control
      .selectFrom("accounts")
      .select("id")
      .where("club_code", "=", code)
      .executeTakeFirstOrThrow();
    const cookie = await world.signIn(id, code);
    const body = new FormData();
    body.append("documents", new Blob([new Uint8Array(pdf())]), "roster.pdf");
    await world.ask("/verification", { cookie, body });
    await world.ask("/verification/submission", { cookie, form: {} });
    const reviewer = { cookie: cookiesOf(await signIn((await staff("moderator")).email)) };
    const path = `/admin/verification/${code}`;
    const fieldOf = (html: string, name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
    const version = fieldOf(await (await other.ask(path, reviewer)).text(), "version");
    const form = { decision: "adjust", actualPlayers: "640", notes: "", version };
    const asked = await (await world.ask(path, { ...reviewer, form })).text();
    await atOnce(path, { ...reviewer, form: { ...form, shown: fieldOf(asked, "shown") } });
    const settled = await control
      .selectFrom("settlements")
      .select("plan")
      .where("club_code", "=", code)
      .execute();
    expect(settled).toEqual([{ plan: "standard" }]);
    const refunds = await control
      .selectFrom("refund_orders")
      .select("amount_cents")
      .where("club_code", "=", code)
      .execute();
    expect(refunds).toHaveLength(1);
  });

  test("an event of a payment is taken once", async () => {
    const id = "evt_two_machines";
    const event = { id, type: "checkout.session.completed", objectId: "cs_test_none", livemode: false };
    const { receiveEvent } = await import("#tests/support/machine-calls.ts");
    const taken = await callBoth(receiveEvent, "#tests/support/machine-calls.ts", event);
    expect(taken.filter(Boolean)).toHaveLength(1);
    const jobs = control.selectFrom("jobs").select("id").where("key", "=", `stripe-event:${id}`);
    expect(await jobs.execute()).toHaveLength(1);
  });

  test("one job is run by one of them, and neither waits for the other's", async () => {
    const { enqueueAll } = await import("#app/queue/queue.server.ts");
    await control.deleteFrom("jobs").execute();
    const jobs = Array.from({ length: 60 }, (_, n) => ({ kind: "greet", payload: n }));
    await enqueueAll(control, jobs);
    const { takeAllJobs } = await import("#tests/support/machine-calls.ts");
    const taken = await Promise.all([
      takeAllJobs(world.platform),
      other.call("#tests/support/machine-calls.ts", "takeAllJobs") as Promise<unknown[]>,
    ]);
    if (process.env.DATABASE_URL) expect(taken.every((payloads) => payloads.length > 0)).toBe(true);
    expect(taken.flat().sort((a, b) => Number(a) - Number(b))).toEqual(jobs.map(({ payload }) => payload));
    await control.deleteFrom("jobs").execute();
  });

  test("a payment that is looked up by both makes one club", async () => {
    const clubs = async () => (await control.selectFrom("clubs").select("code").execute()).length;
    const before = await clubs();
    const session = await openPayment(shop);
    await shop.payByCard(session);
    const module = "#app/journeys/billing/complete-checkout.server.ts";
    const { completeCheckout } = await import("#app/journeys/billing/complete-checkout.server.ts");
    const results = await callBoth(completeCheckout, module, session);
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(await clubs()).toBe(before + 1);
  });

  test("a recovery code lets one of six in", async () => {
    const { email, codes } = await withAuthenticator();
    const halves = await Promise.all([1, 2, 3, 4, 5, 6].map(async () => cookiesOf(await signIn(email))));
    const answers = await Promise.all(
      halves.map((cookie, n) =>
        (n % 2 ? world : other).ask("/admin/login/recovery", { cookie, form: { code: codes[2] ?? "" } }),
      ),
    );
    expect(answers.filter((answer) => location(answer) === "/admin/account")).toHaveLength(1);
  });

  test("the audit log of the platform stays one chain", async () => {
    const { checkAudit } = await import("#app/domain/values/audit/chain.ts");
    const sessions = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) =>
        (n % 2 ? world : other).ask("/club/login", {
          form: { identifier: lakeside.code, password: "Sideline-2026" },
          ip: `198.51.100.${20 + n}`,
        }),
      ),
    );
    expect(sessions.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 303]);
    const rows = await control.selectFrom("audit").selectAll().orderBy("seq").execute();
    expect(checkAudit(rows, null)).toBeNull();
  });
});
