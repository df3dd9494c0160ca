import { afterAll, describe, expect, test } from "vitest";
import { openShop } from "../support/shop.ts";

const shop = await openShop();
const { world } = shop;
const { withinLimit } = await import("#app/domain/control/rate-limits/rate-limits.server.ts");
const { closeLimits } = await import("#app/db/storage/limits.server.ts");
afterAll(() => shop.close());

const signupsKept = async () => (await world.control.selectFrom("signups").select("id").execute()).length;
const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith("signup="))
    ?.split(";")[0] ?? "";
const details = {
  plan: "standard",
  clubName: "Pine Valley",
  contactName: "Pia Pine",
  email: "pia@pine.example",
  state: "TX",
  city: "Austin",
  estimatedPlayers: "350",
  agreedToTerms: "on",
};

describe("one client", () => {
  test("one client begins sixty sign-ups an hour, keeps the typed values of one more, and continues a running one", async () => {
    const ip = "198.51.100.1";
    const begin = () => world.ask("/signup", { ip, form: { plan: "standard" } });
    const first = cookieOf(await begin());
    for (let more = 1; more < 60; more += 1) expect((await begin()).status).toBe(303);
    const before = await signupsKept();

    expect((await begin()).status).toBe(429);
    const refused = await world.ask("/signup/details?plan=standard", { ip, form: details });
    expect(refused.status).toBe(429);
    const html = await refused.text();
    expect(html).toContain("Many sign-ups were already started from here");
    expect(html).toContain("<title>Error: Club Information");
    expect(html).toContain('value="Pine Valley"');
    const back = await world.ask("/signup/details", { ip, form: { ...details, intent: "back" } });
    expect(back.headers.get("Location")).toBe("/signup");
    expect(await signupsKept()).toBe(before);

    const goesOn = await world.ask("/signup/details", { ip, cookie: first, form: details });
    expect(goesOn.headers.get("Location")).toBe("/signup/payment");
    const elsewhere = await world.ask("/signup", { ip: "198.51.100.2", form: { plan: "large" } });
    expect(elsewhere.status).toBe(303);
  });

  test("one client opens sixty payment pages an hour, then is asked to wait", async () => {
    const ip = "198.51.100.3";
    const cookie = cookieOf(await world.ask("/signup", { ip, form: { plan: "standard" } }));
    await world.ask("/signup/details", { ip, cookie, form: details });
    const pay = (from = ip) => world.ask("/signup/payment", { ip: from, cookie, form: { attempt: "0" } });
    for (let page = 0; page < 60; page += 1) expect((await pay()).status).toBe(303);
    const checkouts = async () =>
      (await world.control.selectFrom("checkouts").select("session_id").execute()).length;
    const before = await checkouts();
    const refused = await pay();
    expect(refused.status).toBe(429);
    const html = await refused.text();
    expect(html).toContain("Too many payment pages were opened from here");
    expect(html).toContain("Nothing was charged");
    expect(html).toContain("Pine Valley");
    expect(await checkouts()).toBe(before);
    expect((await pay("198.51.100.4")).status).toBe(303);
  });
});

test("the counts survive a restart", async () => {
  const rule = { points: 2, seconds: 3_600 };
  const use = () => withinLimit("restart", "203.0.113.9", rule);
  expect([await use(), await use()]).toEqual([true, true]);
  closeLimits();
  expect(await use()).toBe(false);
});
