import { afterAll, describe, expect, test } from "vitest";
import { readMails } from "#tests/support/mails.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = await openShop();
const { world } = shop;
const { completeCheckout } = await import("#app/journeys/billing/complete-checkout.server.ts");
const { startPayment } = await import("#app/journeys/billing/start-payment.server.ts");
const { verifyWebhook, stripe } = await import("#app/payments/stripe.server.ts");
afterAll(() => shop.close());

const cookieOf = (answer: Response, name = "signup") =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith(`${name}=`))
    ?.split(";")[0] ?? "";
const plain = async (answer: Response) =>
  (await answer.text()).replaceAll("<!-- -->", "").replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
const attemptIn = (html: string) => /name="attempt" value="(\d+)"/.exec(html)?.[1] ?? "none";

/** Opens Dana's browser at the payment step. */
async function atPayment(clubName = "Lakeside SC"): Promise<string> {
  const cookie = cookieOf(await world.ask("/signup", { form: { plan: "standard" } }));
  const answer = await world.ask("/signup/details", {
    cookie,
    form: {
      plan: "standard",
      clubName,
      contactName: "Dana Reyes",
      email: "dana@lakeside.example",
      state: "TX",
      city: "Austin",
      estimatedPlayers: "350",
      agreedToTerms: "on",
    },
  });
  // The tests' clubs share an email: each answers that it is another one.
  if (answer.headers.get("Location") === "/signup/same-club") {
    await world.ask("/signup/same-club", { cookie, form: { answer: "other" } });
  }
  return cookie;
}

/**
 * Presses 'Subscribe'.
 * @returns the session's id.
 */
async function subscribe(cookie: string): Promise<string> {
  const html = await (await world.ask("/signup/payment", { cookie })).text();
  expect(html).toContain('data-busy="Setting up your payment..."');
  const answer = await world.ask("/signup/payment", { cookie, form: { attempt: attemptIn(html) } });
  expect(answer.status).toBe(303);
  return shop.sessionAt(answer.headers.get("Location"));
}

/** Returns from paying by card: the browser's cookie, session and next address. */
async function paid(clubName?: string) {
  const cookie = await atPayment(clubName);
  const session = await subscribe(cookie);
  await shop.payByCard(session);
  const answer = await world.ask(`/success?session_id=${session}`, { cookie });
  return { cookie, session, location: answer.headers.get("Location") ?? "" };
}

const clubCount = async () => (await world.control.selectFrom("clubs").select("code").execute()).length;

/** Runs the webhooks' jobs, as the jobs process does. */
async function runCheckoutJobs() {
  const jobs = await world.control
    .selectFrom("jobs")
    .select(["id", "payload"])
    .where("kind", "=", "checkout.complete")
    .where("key", "like", "stripe-event:%")
    .execute();
  for (const { payload } of jobs) {
    await completeCheckout(world.platform, (JSON.parse(payload) as { sessionId: string }).sessionId);
  }
}

async function until(done: () => boolean): Promise<void> {
  for (let left = 100; !done(); left -= 1) {
    if (left === 0) throw new Error("it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

// product/billing.md#payment
describe("the payment step", () => {
  test("the payment step sends the browser to Stripe's page, the same one for a double click", async () => {
    const cookie = await atPayment();
    const clicks = await Promise.all([
      world.ask("/signup/payment", { cookie, form: { attempt: "0" } }),
      world.ask("/signup/payment", { cookie, form: { attempt: "0" } }),
    ]);
    expect(clicks.map((answer) => answer.status)).toEqual([303, 303]);
    expect(clicks[0]?.headers.get("Location")).toMatch(/\/sandbox\/checkout\/cs_test_/);
    expect(clicks[0]?.headers.get("Location")).toBe(clicks[1]?.headers.get("Location"));
  });

  test("a second click that read the sign-up before the first click's page opened gets the same page", async () => {
    const cookie = await atPayment();
    const [signup] = await world.control
      .selectFrom("signups")
      .selectAll()
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(1)
      .execute();
    if (!signup) throw new Error("There is no sign-up");
    expect(signup.attempt).toBe(0);
    const first = await startPayment(world.control, signup, { shownAttempt: 0 });
    const second = await startPayment(world.control, signup, { shownAttempt: 0 });
    expect(first.ok).toBe(true);
    expect(second).toEqual(first);
    const late = await world.ask("/signup/payment", { cookie, form: { attempt: "1" } });
    expect(late.headers.get("Location")).not.toBe(first.ok && first.url);
  });

  test("giving up after a declined card shows 'Payment failed' with 'Try Again' and keeps everything", async () => {
    const cookie = await atPayment();
    const session = await subscribe(cookie);
    const declined = await shop.payByCard(session, "4000000000000002");
    expect(await declined.text()).toContain("declined");
    const page = await world.ask("/signup/payment?payment=back", { cookie });
    const html = await plain(page);
    expect(html).toContain("Payment failed");
    expect(html).toContain("Your card was declined.");
    expect(html).toContain("Try Again");
    expect(html).toContain("Lakeside SC");
    expect(await subscribe(cookie)).not.toBe(session);
  });

  test("going back without paying says calmly that nothing is paid, and continues", async () => {
    const cookie = await atPayment();
    const session = await subscribe(cookie);
    const read = async () => plain(await world.ask("/signup/payment?payment=back", { cookie }));
    const html = await read();
    expect(html).toContain("Not paid yet");
    expect(html).toContain("Nothing was charged");
    expect(html).toContain("Continue to Payment");
    expect(html).not.toMatch(/Payment failed|notice notice-bad|role="alert"/);
    expect(await shop.away(read)).toContain("Not paid yet");
    await stripe().checkout.sessions.expire(session);
    const expired = await read();
    expect(expired).toContain("The payment page has expired");
    expect(expired).not.toMatch(/Payment failed|notice notice-bad|role="alert"/);
  });

  test("the Back button after paying leads to the club, before and after it was created", async () => {
    const cookie = await atPayment("Back Button FC");
    const session = await subscribe(cookie);
    await shop.payByCard(session);
    const back = () => world.ask("/signup/payment?payment=back", { cookie });
    expect((await back()).headers.get("Location")).toBe(`/success?session_id=${session}`);
    await completeCheckout(world.platform, session);
    expect((await back()).headers.get("Location")).toBe("/success");
  });

  test("the payment step says 'Failed to initialize payment' while Stripe is unavailable, and works afterwards", async () => {
    const cookie = await atPayment();
    const answer = await shop.away(() => world.ask("/signup/payment", { cookie, form: { attempt: "0" } }));
    expect(answer.status).toBe(503);
    const html = await plain(answer);
    expect(html).toContain("Failed to initialize payment");
    expect(html).toContain("Try Again");
    const again = await world.ask("/signup/payment", { cookie, form: { attempt: attemptIn(html) } });
    expect(again.headers.get("Location")).toContain("/sandbox/checkout/");
  });

  test("the payment step redirects to the success page if it is already paid", async () => {
    const cookie = await atPayment();
    const session = await subscribe(cookie);
    await shop.payByCard(session);
    const answer = await world.ask("/signup/payment", { cookie, form: { attempt: "1" } });
    expect(answer.headers.get("Location")).toBe(`/success?session_id=${session}`);
    await completeCheckout(world.platform, session);
    const late = await world.ask("/signup/payment", { cookie, form: { attempt: "1" } });
    expect(late.headers.get("Location")).toBe("/success");
  });
});

describe("the success page", () => {
  test("the success page shows the club to the browser that paid, on every visit", async () => {
    const before = await clubCount();
    const { cookie, session, location } = await paid("Hill & Dale FC");
    expect(location).toMatch(
      /^\/success\?club=Hill\+%26\+Dale\+FC&name=Dana\+Reyes&code=HILLDALEFC\d+&new=true$/,
    );
    for (let ctx = 0; ctx < 3; ctx += 1) {
      const html = await plain(await world.ask(location, { cookie }));
      expect(html).toContain("Your subscription is active and your account is ready to go.");
      expect(html).toContain("Hill & Dale FC");
      expect(html).toMatch(/HILLDALEFC\d+/);
      expect(html).toContain("Set Up Password & Access Account");
      expect(html).toMatch(/\/contact\?setup=HILLDALEFC\d+&club=[^"]*&token=[\w-]{43}/);
      for (const to of ["/advanced-import", "/faq", "/help", "/contact"])
        expect(html).toContain(`href="${to}"`);
    }
    await world.ask(`/success?session_id=${session}`, { cookie });
    expect(await clubCount()).toBe(before + 1);
  });

  test("the success page reports a welcome mail that bounced", async () => {
    const { cookie, location } = await paid("Dead Letter FC");
    const code = new URL(location, "http://goodside.test").searchParams.get("code")?.toLowerCase();
    const read = async () => plain(await world.ask(location, { cookie }));
    expect(await read()).toContain("Your login details were sent to dana@lakeside.example");
    await world.control
      .updateTable("mails")
      .set({ delivery: "bounced" })
      .where("key", "=", `welcome:${code}`)
      .execute();
    const html = await read();
    expect(html).toContain("We could not deliver the welcome email to dana@lakeside.example");
    expect(html).not.toContain("Your login details were sent");
    expect(html).toContain("Set Up Password");
  });

  test("the success page shows other browsers nothing, whatever their address says", async () => {
    const { session, location } = await paid("Secret Stars");
    const stranger = cookieOf(await world.ask("/signup", { form: { plan: "standard" } }));
    for (const cookie of ["", stranger, "signup=ImxldG1laW4i"]) {
      for (const address of [
        location,
        `/success?session_id=${session}`,
        "/success",
        "/success?new=true&code=x",
      ]) {
        const answer = await world.ask(address, { cookie });
        const html = await answer.text();
        expect(answer.status).toBe(200);
        expect(html).not.toMatch(/secret|dana|token=/i);
        expect(html).toContain("Looking for your club?");
      }
    }
  });

  test("the success page creates no club for another browser that knows the session, nor before payment", async () => {
    const cookie = await atPayment();
    const session = await subscribe(cookie);
    const before = await clubCount();
    const early = await world.ask(`/success?session_id=${session}`, { cookie });
    expect(early.headers.get("Location")).toBe("/signup/payment?payment=back");
    await shop.payByCard(session);
    await world.ask(`/success?session_id=${session}`);
    expect(await clubCount()).toBe(before);
  });

  test("the success page ignores the name, the code and another browser's session in its address", async () => {
    const { cookie } = await paid("Honest FC");
    const other = await paid("Other FC");
    const html = await plain(await world.ask(`/success?club=Evil&name=Eve&code=EVIL1&new=true`, { cookie }));
    expect(html).not.toContain("Evil");
    expect(html).toContain("Honest FC");
    expect(await plain(await world.ask(`/success?session_id=${other.session}`, { cookie }))).not.toContain(
      "FC",
    );
  });

  test("the success page has a state for a bank payment in progress", async () => {
    const cookie = await atPayment("Bank United");
    const session = await subscribe(cookie);
    await shop.payByBank(session);
    const answer = await world.ask(`/success?session_id=${session}`, { cookie });
    const address = answer.headers.get("Location") ?? "";
    const html = await plain(await world.ask(address, { cookie }));
    expect(html).toContain("Payment on its way");
    expect(html).toContain("Set Up Password & Access Account");
    await shop.settle(session, "failed");
    await completeCheckout(world.platform, session);
    expect(await plain(await world.ask(address, { cookie }))).toContain("Payment failed");
  });

  test("the success page reports that Stripe is unavailable, and shows the club later", async () => {
    const cookie = await atPayment("Patient FC");
    const session = await subscribe(cookie);
    await shop.payByCard(session);
    const address = `/success?session_id=${session}`;
    const waiting = await shop.away(() => world.ask(address, { cookie }));
    expect(await plain(waiting)).toContain("We are confirming your payment");
    expect((await world.ask(address, { cookie })).status).toBe(302);
  });
});

describe("Stripe's webhook", () => {
  test("a webhook is stored and answered at once, and the queue creates the club once, before or after the browser's return", async () => {
    const cookie = await atPayment("Webhook FC");
    const session = await subscribe(cookie);
    const arrived = shop.webhooks.length;
    const before = await clubCount();
    await shop.payByCard(session);
    await until(() => shop.webhooks.slice(arrived).some(({ body }) => body.includes(session)));
    expect(shop.webhooks.slice(arrived).map(({ status }) => status)).toEqual([200]);
    expect(await clubCount()).toBe(before);
    await runCheckoutJobs();
    await runCheckoutJobs();
    await world.ask(`/success?session_id=${session}`, { cookie });
    const clubs = await world.control
      .selectFrom("clubs")
      .select("name")
      .where("name", "=", "Webhook FC")
      .execute();
    expect(clubs).toHaveLength(1);
  });

  const event = (type: string, session: string, more: object = {}) =>
    JSON.stringify({
      id: `evt_${Math.random()}`,
      object: "event",
      type,
      livemode: false,
      data: { object: { id: session, object: "checkout.session" } },
      ...more,
    });
  const signed = (payload: string, secret = "whsec_sandbox", timestamp?: number) =>
    stripe().webhooks.generateTestHeaderString({ payload, secret, ...(timestamp ? { timestamp } : {}) });
  const deliver = (payload: string, signature?: string) =>
    world.ask("/webhooks/stripe", {
      body: payload,
      headers: {
        "Content-Type": "application/json",
        ...(signature ? { "Stripe-Signature": signature } : {}),
      },
    });
  const jobCount = async () => (await world.control.selectFrom("jobs").select("id").execute()).length;

  test("a webhook that is delivered twice is processed once", async () => {
    const payload = event("checkout.session.completed", "cs_test_twice");
    const before = await jobCount();
    const answers = await Promise.all([1, 2, 3].map(() => deliver(payload, signed(payload))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await jobCount()).toBe(before + 1);
  });

  test("a webhook is refused and not stored without a signature, or with an old one, a changed body or another secret", async () => {
    const payload = event("checkout.session.completed", "cs_test_forged");
    const before = await jobCount();
    const old = Math.floor(Date.now() / 1000) - 3600;
    const forged: [string, string | undefined][] = [
      [payload, undefined],
      [payload, "t=1,v1=abc"],
      [payload, signed(payload, "whsec_other")],
      [payload, signed(payload, "whsec_sandbox", old)],
      [`${payload} `, signed(payload)],
    ];
    for (const [body, signature] of forged) expect((await deliver(body, signature)).status).toBe(400);
    expect(verifyWebhook(payload, null)).toBeNull();
    expect(await jobCount()).toBe(before);
  });

  test("a live webhook is refused outside production", async () => {
    const payload = event("checkout.session.completed", "cs_live_1", { livemode: true });
    expect((await deliver(payload, signed(payload))).status).toBe(400);
  });

  test("a webhook of another type is stored and ignored, and a GET is refused", async () => {
    const payload = event("customer.updated", "cus_1");
    const before = await jobCount();
    expect((await deliver(payload, signed(payload))).status).toBe(200);
    expect(await jobCount()).toBe(before);
    expect((await world.ask("/webhooks/stripe")).status).toBe(405);
  });

  test("webhooks in the wrong order end in the right state, because the session is fetched again", async () => {
    const cookie = await atPayment("Disorder FC");
    const session = await subscribe(cookie);
    await shop.payByBank(session);
    await shop.settle(session, "succeeded");
    for (const type of ["async_payment_succeeded", "async_payment_failed", "completed"]) {
      const payload = event(`checkout.session.${type}`, session);
      await deliver(payload, signed(payload));
      await runCheckoutJobs();
    }
    const club = await world.control
      .selectFrom("clubs")
      .innerJoin("subscriptions", "club_code", "code")
      .select(["status", "payment_status"])
      .where("checkout_session_id", "=", session)
      .execute();
    expect(club).toEqual([{ status: "active", payment_status: "paid" }]);
  });
});

describe("a club whose bank payment failed", () => {
  async function failed(name: string) {
    const cookie = await atPayment(name);
    const session = await subscribe(cookie);
    await shop.payByBank(session);
    await completeCheckout(world.platform, session);
    await shop.settle(session, "failed");
    await completeCheckout(world.platform, session);
    const club = await world.control
      .selectFrom("accounts")
      .innerJoin("clubs", "clubs.code", "accounts.club_code")
      .innerJoin("subscriptions", "subscriptions.club_code", "clubs.code")
      .select(["accounts.id as admin", "clubs.code", "clubs.name"])
      .where("checkout_session_id", "=", session)
      .executeTakeFirstOrThrow();
    const [mail] = await readMails(
      world.control.selectFrom("mails").selectAll().where("key", "=", `payment-failed:${session}`).execute(),
    );
    const link = /http:\/\/goodside\.test(\/pay\?token=\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    return { ...club, link };
  }

  test("a club whose bank payment failed pays again by its link, in any browser, and sees its club there", async () => {
    const { link, code } = await failed("Second Try FC");
    const page = await plain(await world.ask(link));
    expect(page).toContain("Pay for Second Try FC");
    const answer = await world.ask(link, { form: { attempt: attemptIn(page) } });
    const cookie = cookieOf(answer);
    const session = shop.sessionAt(answer.headers.get("Location"));
    await shop.payByCard(session);
    const back = await world.ask(`/success?session_id=${session}`, { cookie });
    expect(await plain(await world.ask(back.headers.get("Location") ?? "", { cookie }))).toContain(
      code.toUpperCase(),
    );
    expect(await plain(await world.ask(link))).toContain("Nothing to pay here");
    const spent = await world.ask(link, { form: { attempt: "2" } });
    expect(spent.headers.get("Location")).toBe(link);
  });

  test("a club whose bank payment failed is told after signing in, where its administrator can pay", async () => {
    const { admin, code } = await failed("Paused FC");
    const cookie = await world.signIn(admin, code);
    expect((await world.ask("/dashboard", { cookie })).headers.get("Location")).toBe("/club/suspended");
    const page = await plain(await world.ask("/club/suspended", { cookie }));
    expect(page).toContain("Paused FC is paused");
    expect(page).toContain("Subscribe for $749/year");
    const answer = await world.ask("/club/suspended", { cookie, form: { attempt: attemptIn(page) } });
    const session = shop.sessionAt(answer.headers.get("Location"));
    await shop.payByCard(session);
    await completeCheckout(world.platform, session);
    expect((await world.ask("/club/suspended", { cookie })).headers.get("Location")).toBe("/dashboard");
    expect((await world.ask("/dashboard", { cookie })).status).toBe(200);
  });

  test("a club whose bank payment failed tells staff only that it is paused, and takes no payment from them", async () => {
    const { code, name, admin } = await failed("Staffed FC");
    const club = { code, name, adminAccount: admin };
    const team = await world.team(club, "Hawks");
    const coach = await world.person("Casey Coach", club, [{ team, role: "coach" }]);
    const cookie = await world.signIn(coach, code);
    const page = await plain(await world.ask("/club/suspended", { cookie }));
    expect(page).toContain("Your club's administrator can pay after signing in");
    expect(page).not.toContain("Subscribe for");
    expect((await world.ask("/club/suspended", { cookie, form: { attempt: "1" } })).status).toBe(403);
    expect((await world.ask("/club/suspended")).headers.get("Location")).toContain("/club/login");
  });

  test("a wrong or missing payment link shows no club", async () => {
    for (const link of ["/pay", "/pay?token=", "/pay?token=guess", `/pay?token=${"a".repeat(5000)}`]) {
      expect(await plain(await world.ask(link))).toContain("Nothing to pay here");
      expect((await world.ask(link, { form: { attempt: "0" } })).status).toBe(303);
    }
  });
});
