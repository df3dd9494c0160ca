import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { SandboxClock } from "../../sandbox/clock.ts";
import { type Fault, startFaultProxy } from "../support/fault-proxy.ts";
import { openShop } from "../support/shop.ts";
import { soon } from "../support/soon.ts";

let line: Awaited<ReturnType<typeof startFaultProxy>> | undefined;
const shop = await openShop({
  line: async (to) => {
    line = await startFaultProxy(to);
    return line.url;
  },
});
if (!line) throw new Error("No line to the stand-ins");
const proxy = line;
const { world } = shop;
const { control } = world;
const clock = new SandboxClock(world.dataDir);
const { runDueJobs } = await import("#app/jobs/run.server.ts");
afterAll(async () => {
  await shop.close();
  await proxy.close();
});
beforeEach(() => {
  proxy.next.length = 0;
  proxy.always = "fine";
  proxy.asked.length = 0;
});

const HOUR = 3_600_000;
const FAULTS: Fault[] = ["cut before", "away", "answer lost", "answer cut", "garbage"];

/** A line of the stand-in's own books, the last of its id. */
function booked<Item extends { id: string }>(name: string): Item[] {
  const all = readFileSync(join(shop.dataDir, "sandbox", name), "utf8")
    .split("\n")
    .filter(Boolean);
  return [...new Map(all.map((each) => JSON.parse(each) as Item).map((item) => [item.id, item])).values()];
}
const sessionsOf = (email: string) =>
  booked<{ id: string; status: string; paymentStatus: string; order: { email: string } }>(
    "payments.jsonl",
  ).filter(({ order }) => order.email === email);
const inMailbox = (about: string) =>
  booked<{ id: string; to: string; subject: string }>("mails.jsonl").filter(
    ({ to, subject }) => to === about || subject.includes(about),
  );

let made = 0;
/** Ada's browser, with a sign-up that only has to be paid. */
async function readyToPay() {
  made += 1;
  const email = `ada-${made}@lakeside.example`;
  const details = {
    plan: "standard",
    clubName: `Lakeside FC ${made}`,
    contactName: "Ada Admin",
    email,
    phone: "",
    state: "TX",
    city: "Austin",
    estimatedPlayers: "200",
    description: "",
    agreedToTerms: "on",
  };
  const chosen = await world.ask("/signup", { form: { plan: "standard" } });
  const cookie = chosen.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  expect((await world.ask("/signup/details", { form: details, cookie })).status).toBe(303);
  return {
    email,
    clubName: details.clubName,
    pay: () => world.ask("/signup/payment", { form: { attempt: "0" }, cookie }),
    see: (session: string) => world.ask(`/success?session_id=${session}`, { cookie }),
  };
}
const clubsNamed = (name: string) =>
  control.selectFrom("clubs").select("status").where("name", "=", name).execute();
const subscriptions = async () => (await control.selectFrom("subscriptions").select("id").execute()).length;

describe("Stripe", () => {
  test.each(FAULTS)(
    "%s while a payment page is asked for: words, nothing half, one page afterwards",
    async (fault) => {
      const ada = await readyToPay();
      proxy.always = fault;
      const refused = await ada.pay();
      expect(refused.status).toBe(503);
      expect(await refused.text()).toContain("Failed to initialize payment");
      expect(await clubsNamed(ada.clubName)).toEqual([]);

      proxy.always = "fine";
      const opened = await ada.pay();
      expect(opened.status).toBe(303);
      // However often it was asked, Stripe has one page of this sign-up: nobody can pay a forgotten one.
      expect(sessionsOf(ada.email).map(({ status }) => status)).toEqual(["open"]);
      await payAndFound(ada, opened);
    },
  );

  test("refusing every connection: the same words, and the same way on", async () => {
    const ada = await readyToPay();
    await proxy.down();
    expect((await ada.pay()).status).toBe(503);
    await proxy.up();
    await payAndFound(ada, await ada.pay());
  });

  test("one lost answer is mended by the same key before anybody notices", async () => {
    const ada = await readyToPay();
    proxy.next.push("answer lost");
    await payAndFound(ada, await ada.pay());
  });

  test("slow: nothing but slow", async () => {
    const ada = await readyToPay();
    proxy.always = "slow";
    await payAndFound(ada, await ada.pay());
  });

  test.each<Fault>(["away", "answer cut", "answer lost"])(
    "%s when it is asked how a payment stands: the page says so, the job goes on, one club",
    async (fault) => {
      const ada = await readyToPay();
      const session = shop.sessionAt((await ada.pay()).headers.get("Location"));
      const before = await subscriptions();
      proxy.always = fault;
      await shop.payByCard(session);
      await soon(async () => expect(await waitingJobs()).toBeGreaterThan(0));
      const seen = await ada.see(session);
      expect(seen.status).toBe(200);
      expect(await seen.text()).toContain("We are confirming your payment");
      await runDueJobs(world.platform);
      expect(await clubsNamed(ada.clubName)).toEqual([]);
      expect(await subscriptions()).toBe(before);

      proxy.always = "fine";
      clock.moveForward(HOUR);
      await runDueJobs(world.platform);
      expect(await clubsNamed(ada.clubName)).toEqual([{ status: "active" }]);
      expect(await subscriptions()).toBe(before + 1);
      expect(inMailbox(ada.email)).toHaveLength(1);
    },
  );

  async function payAndFound(ada: Awaited<ReturnType<typeof readyToPay>>, opened: Response): Promise<void> {
    expect(opened.status).toBe(303);
    await shop.payByCard(shop.sessionAt(opened.headers.get("Location")));
    await soon(async () => expect(await waitingJobs()).toBeGreaterThan(0));
    await runDueJobs(world.platform);
    expect(await clubsNamed(ada.clubName)).toEqual([{ status: "active" }]);
    const paid = sessionsOf(ada.email).filter(({ paymentStatus }) => paymentStatus === "paid");
    expect(paid).toHaveLength(1);
  }

  /** Payments that a webhook has told of and that nobody has looked at yet. */
  async function waitingJobs(): Promise<number> {
    const jobs = await control
      .selectFrom("jobs")
      .select("id")
      .where("kind", "=", "checkout.complete")
      .where("status", "=", "queued")
      .where("key", "like", "stripe-event:%")
      .execute();
    return jobs.length;
  }
});

describe("Postmark", () => {
  test.each(FAULTS)("%s while a mail is sent: it waits, and arrives once", async (fault) => {
    const subject = await writeMessage();
    proxy.always = fault;
    await runDueJobs(world.platform);
    expect(await mailAbout(subject)).toMatchObject({ status: "queued" });
    // Still failing, also when it is asked whether it has the mail.
    clock.moveForward(HOUR);
    await runDueJobs(world.platform);
    await onceAfterwards(subject);
  });

  test.each(FAULTS)("%s once, and fine again at once: it arrives once", async (fault) => {
    const subject = await writeMessage();
    proxy.next.push(fault);
    await runDueJobs(world.platform);
    await onceAfterwards(subject);
  });

  test("refusing every connection: the mail waits, and arrives once", async () => {
    const subject = await writeMessage();
    await proxy.down();
    await runDueJobs(world.platform);
    await proxy.up();
    expect(await mailAbout(subject)).toMatchObject({ status: "queued" });
    await onceAfterwards(subject);
  });

  test("slow: nothing but slow", async () => {
    const subject = await writeMessage();
    proxy.always = "slow";
    await runDueJobs(world.platform);
    expect(inMailbox(subject)).toHaveLength(1);
  });

  test("silent: it is left after ten seconds, and the mail arrives once", async () => {
    const subject = await writeMessage();
    const real = AbortSignal.timeout.bind(AbortSignal);
    const patience = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => real(ms / 100));
    proxy.always = "silent";
    await runDueJobs(world.platform);
    patience.mockRestore();
    await onceAfterwards(subject);
  });

  /** A message through the contact form: one mail. @returns its subject. */
  async function writeMessage(): Promise<string> {
    made += 1;
    const subject = `Question number ${made}.`;
    const form = {
      submission: `submission-${made}`,
      name: "Dana Reyes",
      email: "dana@lakeside.example",
      category: "general",
      subject,
      message: "When does the season begin?",
    };
    await control.deleteFrom("jobs").where("status", "<>", "done").execute();
    expect((await world.ask("/contact", { form, ip: `198.51.100.${made}` })).status).toBe(303);
    return subject;
  }

  const mailAbout = (subject: string) =>
    control
      .selectFrom("mails")
      .select("status")
      .where("subject", "like", `%${subject}`)
      .executeTakeFirstOrThrow();

  async function onceAfterwards(subject: string): Promise<void> {
    proxy.always = "fine";
    clock.moveForward(HOUR);
    await runDueJobs(world.platform);
    clock.moveForward(HOUR);
    await runDueJobs(world.platform);
    expect(await mailAbout(subject)).toMatchObject({ status: "sent" });
    expect(inMailbox(subject)).toHaveLength(1);
  }
});
