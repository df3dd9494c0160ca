import { afterAll, describe, expect, test } from "vitest";
import { readMails } from "#tests/support/mails.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = await openShop();
const { world } = shop;
afterAll(() => shop.close());

const lakeside = await world.club("Lakeside Soccer Club", { code: "lakeside", state: "TX" });
const details = {
  plan: "standard",
  clubName: "Somebody Else",
  contactName: "Dana Reyes",
  email: "dana@elsewhere.example",
  state: "TX",
  city: "Austin",
  estimatedPlayers: "350",
  agreedToTerms: "on",
};

let clients = 0;
/** Signs up in another browser, of another client each time, after sending the details. */
async function signUp(more: Partial<typeof details>) {
  clients += 1;
  const ip = `203.0.113.${clients}`;
  const chosen = await world.ask("/signup", { form: { plan: "standard" }, ip });
  const cookie = chosen.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const answer = await world.ask("/signup/details", { cookie, form: { ...details, ...more }, ip });
  return {
    location: answer.headers.get("Location"),
    ask: (path: string, form?: Record<string, string>) => world.ask(path, { cookie, form, ip }),
    page: async (path: string) =>
      (await (await world.ask(path, { cookie, ip })).text())
        .replaceAll("<!-- -->", "")
        .replaceAll("&#x27;", "'"),
  };
}
const mailsTo = (to: string) =>
  readMails(world.control.selectFrom("mails").selectAll().where("to_address", "=", to).execute());

// product/accounts.md#signing-up-again
describe("before payment, a sign-up is asked whether it is the same club", () => {
  test.each([
    ["with the same name and state", { clubName: "Lakeside Soccer Club" }],
    ["with the name in other letters", { clubName: "  LAKESIDE soccer-club " }],
    ["with the same email", { email: "Admin@Lakeside.example" }],
  ])("a sign-up %s is asked whether it is the same club", async (_, more) => {
    const browser = await signUp(more);
    expect(browser.location).toBe("/signup/same-club");
    const html = await browser.page("/signup/same-club");
    expect(html).toContain("It is the same club");
    expect(html).toContain("It is another club");
    // The question cannot be skipped.
    expect((await browser.ask("/signup/payment")).headers.get("Location")).toBe("/signup/same-club");
    const pay = await browser.ask("/signup/payment", { attempt: "0" });
    expect(pay.headers.get("Location")).toBe("/signup/same-club");
    expect((await browser.ask("/signup/same-club", {})).status).toBe(422);
  });

  test.each([
    ["with another name", { clubName: "Lakeside Rowing Club" }],
    ["in another state", { clubName: "Lakeside Soccer Club", state: "OK" }],
  ])("a sign-up is not asked whether it is the same club %s", async (_, more) => {
    expect((await signUp(more)).location).toBe("/signup/payment");
  });
});

test("the question shows only what was typed", async () => {
  const named = await signUp({ clubName: "lakeside soccer club", city: "Dallas" });
  const html = await named.page("/signup/same-club");
  expect(html).toContain("A club called lakeside soccer club in Texas has signed up before.");
  expect(html).not.toMatch(/Lakeside Soccer Club|LAKESIDE\d|Austin|Ada Admin|admin@/);
  const mailed = await signUp({ email: "admin@lakeside.example" });
  expect(await mailed.page("/signup/same-club")).not.toMatch(/Soccer|Austin|Ada Admin/);
});

test("'another club' continues to payment, and is asked again only for other details", async () => {
  const browser = await signUp({ clubName: "Lakeside Soccer Club" });
  const answer = await browser.ask("/signup/same-club", { answer: "other" });
  expect(answer.headers.get("Location")).toBe("/signup/payment");
  expect((await browser.ask("/signup/payment")).status).toBe(200);
  const again = { ...details, clubName: "Lakeside Soccer Club" };
  const unchanged = await browser.ask("/signup/details", { ...again, city: "Dallas" });
  expect(unchanged.headers.get("Location")).toBe("/signup/payment");
  const changed = await browser.ask("/signup/details", { ...again, email: "admin@lakeside.example" });
  expect(changed.headers.get("Location")).toBe("/signup/same-club");
});

describe("'the same club'", () => {
  const same = async (more: Partial<typeof details>) => {
    const browser = await signUp(more);
    const answer = await browser.ask("/signup/same-club", { answer: "same" });
    expect(answer.headers.get("Location")).toBe("/signup/same-club?answer=same");
    return browser.page("/signup/same-club?answer=same");
  };

  test("mails the way in to the club's own address, never to the one that was typed", async () => {
    const html = await same({ clubName: "Lakeside Soccer Club" });
    expect(html).toContain("Check your email");
    expect(html).toContain('href="/club/login"');
    expect(html).not.toContain("admin@lakeside.example");
    const [mail, ...more] = await mailsTo("admin@lakeside.example");
    expect(more).toEqual([]);
    expect(mail?.tag).toBe("way-in");
    expect(mail?.text).toContain("LAKESIDE");
    expect(mail?.text).toContain("/club/login?code=lakeside");
    expect(await mailsTo("dana@elsewhere.example")).toEqual([]);
  });

  test("'the same club' mails a new setup link if no password is set yet", async () => {
    await world.club("Riverside Rovers", { code: "riverside", state: "TX" });
    await world.control
      .updateTable("accounts")
      .set({ password_hash: null })
      .where("club_code", "=", "riverside")
      .execute();
    await same({ clubName: "Riverside Rovers" });
    const [mail] = await mailsTo("admin@riverside.example");
    expect(mail?.tag).toBe("setup-link");
    expect(mail?.text).toContain("/contact?setup=RIVERSIDE");
  });

  test("'the same club' mails a club at most three times an hour", async () => {
    for (let times = 0; times < 5; times += 1) await same({ email: "admin@lakeside.example" });
    expect(await mailsTo("admin@lakeside.example")).toHaveLength(3);
  });

  test("mails the link to a payment that is open in another browser, to the address it belongs to", async () => {
    const first = await signUp({ clubName: "Harbor FC", email: "hal@harbor.example" });
    const pay = (await first.ask("/signup/payment", { attempt: "0" })).headers.get("Location") ?? "";
    expect(pay).toContain("/sandbox/checkout/");
    const second = await signUp({ clubName: "Harbor FC", email: "hal@harbor.example" });
    expect(second.location).toBe("/signup/same-club");
    const html = await second.page("/signup/same-club");
    expect(html).toContain("opened in another browser and is not finished");
    expect(html).not.toContain(pay);
    await second.ask("/signup/same-club", { answer: "same" });
    const [mail] = await mailsTo("hal@harbor.example");
    expect(mail?.text).toContain(pay);
    // An unpaid club's name is private.
    const stranger = await signUp({ clubName: "Harbor FC", email: "eve@harbor.example" });
    expect(stranger.location).toBe("/signup/payment");
  });
});

test("a client that sends details too often is refused before any lookup", async () => {
  const browser = await signUp({});
  let refused = 0;
  for (let times = 0; times < 125; times += 1) {
    const answer = await browser.ask("/signup/details", { ...details, clubName: lakeside.name });
    if (answer.status === 429) refused += 1;
  }
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(10);
});
