import { afterAll, describe, expect, test } from "vitest";
import { call } from "#tests/support/json-calls.ts";
import { openShop } from "#tests/support/shop.ts";

const shop = await openShop();
const { world } = shop;
const { control } = world;
const { completeCheckout } = await import("#app/journeys/billing/complete-checkout.server.ts");
afterAll(() => shop.close());

let clubs = 0;
/** Builds a club that nobody signed up before. */
const hilltop = () => {
  clubs += 1;
  return {
    priceId: "standard",
    customerEmail: `pat${clubs}@hilltop.example`,
    customerName: "Pat Hill",
    clubName: `Hilltop ${"ABCDEFGHIJ"[clubs]}`,
    playerCount: 240,
    state: "TX",
    city: "Austin",
    agreedToTerms: true,
  };
};
const send = (body: object, ip = `198.51.100.${clubs}`) =>
  call(world, "/api/create-subscription", body, { ip });
const sessionOf = (clientSecret: string) => clientSecret.split("_secret_")[0] ?? "";
const checkouts = (sessionId: string) =>
  control.selectFrom("checkouts").selectAll().where("session_id", "=", sessionId).execute();

describe("a sign-up by call", () => {
  test("a sign-up by call becomes a working club once it is paid", async () => {
    const body = hilltop();
    const { status, body: answer } = await send(body);
    expect(status).toBe(200);
    const session = sessionOf(answer.clientSecret);
    await shop.payByCard(session);
    await completeCheckout(world.platform, session);
    const club = await control
      .selectFrom("clubs")
      .select(["code", "name", "email", "contact_name", "state", "status"])
      .where("email", "=", body.customerEmail)
      .executeTakeFirstOrThrow();
    expect(club).toMatchObject({
      name: body.clubName,
      contact_name: "Pat Hill",
      state: "TX",
      status: "active",
    });
    const mails = await control
      .selectFrom("mails")
      .select("to_address")
      .where("key", "=", `welcome:${club.code}`)
      .execute();
    expect(mails).toEqual([{ to_address: body.customerEmail }]);
    const again = await send(body);
    expect(again.status).toBe(409);
    expect(again.body.type).toContain("already-paid");
  });

  test("a sign-up by call sent twice, even at once, is one sign-up and one payment", async () => {
    const body = hilltop();
    const answers = await Promise.all([send(body), send(body), send(body)]);
    const secrets = new Set([...answers, await send(body)].map((answer) => answer.body.clientSecret));
    expect(secrets.size).toBe(1);
    const signups = await control
      .selectFrom("signups")
      .select("id")
      .where("email", "=", body.customerEmail)
      .execute();
    expect(signups).toHaveLength(1);
  });

  test("a sign-up by call costs the price in our table, by the package's name or its price at Stripe", async () => {
    const large = { ...hilltop(), priceId: "price_sandbox_large", playerCount: 1200 };
    const { clientSecret } = (await send(large)).body;
    const [checkout] = await checkouts(sessionOf(clientSecret));
    expect(checkout).toMatchObject({
      plan: "large",
      price_cents: 149_900,
      url: "",
      client_secret: clientSecret,
    });
    for (const more of [{ amount: 1 }, { price: 100 }, { priceCents: 100 }])
      expect((await send({ ...large, ...more })).status).toBe(422);
    const unknown = await send({ ...large, priceId: "price_of_somebody_else" });
    expect(unknown.body.errors).toEqual({ priceId: "Choose a package" });
    const small = await send({ ...large, priceId: "standard" });
    expect(small.status).toBe(422);
    expect(small.body.errors.playerCount).toContain("Large");
  });

  test("a sign-up by call reports by field what a club needs beside the documented five", async () => {
    const { state: _, city: __, agreedToTerms: ___, ...documented } = hilltop();
    const refused = await send(documented);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(["state", "city", "agreedToTerms"]);
  });

  test("a sign-up by call asks whether it is the same club, as the form does", async () => {
    const there = await world.club("Cedar Grove", { state: "TX" });
    const body = { ...hilltop(), clubName: there.name };
    const asked = await send(body);
    expect(asked.status).toBe(409);
    expect(asked.body.type).toContain("same-club");
    expect((await send({ ...body, otherClub: true })).status).toBe(200);
  });

  test("a sign-up by call reports that Stripe is away, and when to try again", async () => {
    const body = hilltop();
    const away = await shop.away(() => send(body));
    expect(away.status).toBe(503);
    expect(away.body.error).toBe("Failed to initialize payment");
    expect(away.headers.get("Retry-After")).toBe("60");
    expect((await send(body)).status).toBe(200);
  }, 30_000);

  test("a sign-up by call counts with the sign-ups of the form", async () => {
    const ip = "198.51.100.99";
    for (let opened = 0; opened < 60; opened += 1)
      await world.ask("/signup", { form: { plan: "standard" }, ip });
    const refused = await send(hilltop(), ip);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("Retry-After")).toBe("3600");
  }, 30_000);
});
