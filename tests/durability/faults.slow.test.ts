import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { SandboxClock } from "../../sandbox/clock.ts";
import { type Fault, startFaultProxy } from "../support/fault-proxy.ts";
import { readMails } from "../support/mails.ts";
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

/** Returns the last record of each id in a stub's file. */
function recordsIn<Item extends { id: string }>(name: string): Item[] {
  const all = readFileSync(join(shop.dataDir, "sandbox", name), "utf8")
    .split("\n")
    .filter(Boolean);
  return [...new Map(all.map((text) => JSON.parse(text) as Item).map((item) => [item.id, item])).values()];
}
const sessionsOf = (email: string) =>
  recordsIn<{ id: string; status: string; paymentStatus: string; order: { email: string } }>(
    "payments.jsonl",
  ).filter(({ order }) => order.email === email);
const inMailbox = (about: string) =>
  recordsIn<{ id: string; to: string; subject: string }>("mails.jsonl").filter(
    ({ to, subject }) => to === about || subject.includes(about),
  );

let made = 0;
/** Opens Ada's browser, with a sign-up ready to be paid. */
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
    "%s while a payment page is opened: an error page, nothing half done, one payment page afterwards",
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
      // Stripe has one page of this sign-up whatever the retries: a second one could be paid too.
      expect(sessionsOf(ada.email).map(({ status }) => status)).toEqual(["open"]);
      await payAndFound(ada, opened);
    },
  );

  test("refused connections to Stripe give the same error, and the same recovery", async () => {
    const ada = await readyToPay();
    await proxy.down();
    expect((await ada.pay()).status).toBe(503);
    await proxy.up();
    await payAndFound(ada, await ada.pay());
  });

  test("a lost response is retried with the same key, unnoticed by the user", async () => {
    const ada = await readyToPay();
    proxy.next.push("answer lost");
    await payAndFound(ada, await ada.pay());
  });

  test("slow responses of Stripe change nothing else", async () => {
    const ada = await readyToPay();
    proxy.always = "slow";
    await payAndFound(ada, await ada.pay());
  });

  test.each<Fault>(["away", "answer cut", "answer lost"])(
    "%s while a payment is looked up: the page says so, the job retries, one club is created",
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

  /** Returns payments that a webhook has reported and no job has handled yet. */
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
  test.each(FAULTS)("%s while an email is sent: it stays queued and arrives once", async (fault) => {
    const subject = await writeMessage();
    proxy.always = fault;
    await runDueJobs(world.platform);
    expect(await mailAbout(subject)).toMatchObject({ status: "queued" });
    // Still failing, even for the lookup of an email that may have arrived.
    clock.moveForward(HOUR);
    await runDueJobs(world.platform);
    await onceAfterwards(subject);
  });

  test.each(FAULTS)("%s once: the email arrives once", async (fault) => {
    const subject = await writeMessage();
    proxy.next.push(fault);
    await runDueJobs(world.platform);
    await onceAfterwards(subject);
  });

  test("an email stays queued while Postmark refuses connections, and arrives once", async () => {
    const subject = await writeMessage();
    await proxy.down();
    await runDueJobs(world.platform);
    await proxy.up();
    expect(await mailAbout(subject)).toMatchObject({ status: "queued" });
    await onceAfterwards(subject);
  });

  test("slow responses of Postmark change nothing else", async () => {
    const subject = await writeMessage();
    proxy.always = "slow";
    await runDueJobs(world.platform);
    expect(inMailbox(subject)).toHaveLength(1);
  });

  test("a request that Postmark never answers times out after ten seconds, and the email arrives once", async () => {
    const subject = await writeMessage();
    const real = AbortSignal.timeout.bind(AbortSignal);
    const patience = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => real(ms / 100));
    proxy.always = "silent";
    await runDueJobs(world.platform);
    patience.mockRestore();
    await onceAfterwards(subject);
  });

  /**
   * Sends a message through the contact form, which causes one email.
   * @returns its subject.
   */
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

  async function mailAbout(subject: string) {
    const mails = await readMails(control.selectFrom("mails").selectAll().execute());
    return mails.find((mail) => mail.subject.endsWith(subject));
  }

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
