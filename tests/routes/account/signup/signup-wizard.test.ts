import { afterAll, describe, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
afterAll(() => world.close());

const lakeside = {
  plan: "standard",
  clubName: "Lakeside SC",
  contactName: "Dana Reyes",
  email: "Dana@Lakeside.example",
  phone: "(512) 555-0142",
  state: "TX",
  city: "Austin",
  estimatedPlayers: "350",
  existingPlatform: "teamsnap",
  description: "Two fields by the lake",
  agreedToTerms: "on",
};

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith("signup="))
    ?.split(";")[0] ?? "";

/**
 * Opens a browser that has chosen a package.
 * @returns its cookie.
 */
async function browser(plan = "standard"): Promise<string> {
  return cookieOf(await world.ask("/signup", { form: { plan } }));
}

const drafts = () => world.control.selectFrom("signups").selectAll().execute();

// product/accounts.md#sign-up
describe("the package", () => {
  test("the package is one of three, with price, size and the footnote", async () => {
    const html = await (await world.ask("/signup")).text();
    for (const text of ["Choose Your Club Package", "$749", "$1,499", "$2,195", "Unlimited teams"]) {
      expect(html).toContain(text);
    }
    expect(html).toContain("Within 30 days of signing up you show us your number of players");
    expect(html).not.toContain("<script");
    // Shared features appear once, and the page carries the rules of its three cards.
    expect(html.split("Unlimited teams")).toHaveLength(2);
    expect(html).toMatch(/<style>[^<]*\.plans\{/);
  });

  test("the package is saved by a POST, in a row that only this browser's cookie finds", async () => {
    const answer = await world.ask("/signup", { form: { plan: "large" } });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/signup/details");
    const cookie = cookieOf(answer);
    expect(answer.headers.get("Set-Cookie")).toMatch(/HttpOnly.*SameSite=Lax/);
    const rows = await drafts();
    expect(rows.map((row) => row.plan)).toContain("large");
    expect(JSON.stringify(rows)).not.toContain(cookie.split("=")[1]);
    expect(await (await world.ask("/signup/details", { cookie })).text()).toContain("You chose Large");
    expect((await world.ask("/signup/details")).headers.get("Location")).toBe("/signup");
  });

  test("a package in the address skips to step 2 and saves nothing until a form is sent", async () => {
    const before = (await drafts()).length;
    const skip = await world.ask("/signup?plan=enterprise");
    expect(skip.headers.get("Location")).toBe("/signup/details?plan=enterprise");
    const page = await world.ask("/signup/details?plan=enterprise");
    expect(page.headers.getSetCookie()).toEqual([]);
    expect(await page.text()).toContain("You chose Enterprise");
    expect((await drafts()).length).toBe(before);
    expect((await world.ask("/signup?plan=gold")).status).toBe(200);
    expect((await world.ask("/signup", { form: { plan: "gold" } })).status).toBe(422);
    expect((await drafts()).length).toBe(before);
  });

  test("another package needs a new agreement", async () => {
    const cookie = await browser();
    await world.ask("/signup/details", { cookie, form: lakeside });
    expect((await world.ask("/signup/payment", { cookie })).status).toBe(200);
    await world.ask("/signup", { cookie, form: { plan: "large" } });
    expect((await world.ask("/signup/payment", { cookie })).headers.get("Location")).toBe("/signup/details");
  });
});

describe("the club's details", () => {
  test.each([
    ["clubName", "", "Enter the club's name"],
    ["contactName", "   ", "Enter the name of the contact person"],
    ["email", "", "Enter the club's email address"],
    ["email", "dana at lakeside", "Enter an email address in the format name@example.com"],
    ["email", "dana@lakeside.example\r\nBcc: x@y.example", "Enter an email address"],
    ["phone", "call me", "Enter a phone number like (555) 010-0142"],
    ["state", "", "Choose the club's state"],
    ["state", "PR", "Choose the club's state"],
    ["city", "", "Enter the club's city"],
    ["estimatedPlayers", "", "Enter the estimated number of players"],
    ["estimatedPlayers", "many", "Enter a whole number of players from 1 to 50,000"],
    ["estimatedPlayers", "0", "Enter a whole number of players from 1 to 50,000"],
    ["estimatedPlayers", "-5", "Enter a whole number of players from 1 to 50,000"],
    ["agreedToTerms", "", "Accept the Terms of Service and the Privacy Policy to continue"],
  ])("%s %j is refused at its field, and the input stays", async (name, value, message) => {
    const cookie = await browser();
    const answer = await world.ask("/signup/details", { cookie, form: { ...lakeside, [name]: value } });
    expect(answer.status).toBe(422);
    const html = (await answer.text()).replaceAll("&#x27;", "'");
    expect(html).toContain("There is a problem");
    expect(html).toContain(message);
    expect(html).toContain(`href="#field-${name}"`);
    expect(html).toContain(`value="${name === "contactName" ? "Lakeside SC" : "Dana Reyes"}"`);
    expect(html).toContain("Two fields by the lake");
    const [row] = (await drafts()).slice(-1);
    expect(row?.club_name).toBe("");
  });

  test("the club's details lead to the payment, and can be changed afterwards", async () => {
    const cookie = await browser();
    const { phone: _, description: __, existingPlatform: ___, ...needed } = lakeside;
    const answer = await world.ask("/signup/details", {
      cookie,
      form: { ...needed, estimatedPlayers: "1,200", plan: "large" },
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/signup/payment");
    const html = await (await world.ask("/signup/payment", { cookie })).text();
    for (const text of [
      "Subscribe for $1,499/year",
      "Lakeside SC",
      "Dana Reyes",
      "dana@lakeside.example",
      "1,200",
    ]) {
      expect(html.replaceAll(/<!-- -->|<wbr\/>/g, "")).toContain(text);
    }
    const again = await (await world.ask("/signup/details", { cookie })).text();
    expect(again).toContain('value="Lakeside SC"');
    expect(again).toMatch(/name="agreedToTerms"[^>]*checked/);
  });

  test("the club's details survive going back to the packages, complete or not", async () => {
    const cookie = await browser();
    const back = await world.ask("/signup/details", {
      cookie,
      form: { plan: "standard", clubName: "Half a na", intent: "back" },
    });
    expect(back.headers.get("Location")).toBe("/signup");
    await world.ask("/signup", { cookie, form: { plan: "large" } });
    expect(await (await world.ask("/signup/details", { cookie })).text()).toContain('value="Half a na"');
    expect((await world.ask("/signup/payment", { cookie })).headers.get("Location")).toBe("/signup/details");
  });

  test("too many players for the package offer a button that switches, and never switch silently", async () => {
    const cookie = await browser();
    const form = { ...lakeside, estimatedPlayers: "1601" };
    const refused = await world.ask("/signup/details", { cookie, form });
    expect(refused.status).toBe(422);
    const html = (await refused.text()).replaceAll("<!-- -->", "");
    expect(html).toContain("The Standard package is for up to 800 players. Your estimate fits Enterprise");
    expect(html).toContain("Switch to Enterprise for $2,195/year and continue");
    const switched = await world.ask("/signup/details", { cookie, form: { ...form, intent: "switch" } });
    expect(switched.headers.get("Location")).toBe("/signup/payment");
    expect(await (await world.ask("/signup/payment", { cookie })).text()).toContain("$2,195");
  });

  test("'switch' changes nothing if the number fits after all", async () => {
    const cookie = await browser();
    await world.ask("/signup/details", { cookie, form: { ...lakeside, intent: "switch" } });
    expect(
      (await (await world.ask("/signup/payment", { cookie })).text()).replaceAll("<!-- -->", ""),
    ).toContain("Subscribe for $749/year");
  });

  test("the details of one browser are invisible to another, and a forged cookie opens nothing", async () => {
    const dana = await browser();
    await world.ask("/signup/details", { cookie: dana, form: lakeside });
    const stranger = await browser();
    expect(await (await world.ask("/signup/details", { cookie: stranger })).text()).not.toContain("Lakeside");
    const planted = await world.ask("/signup/details", { cookie: "signup=ImxldG1laW4i" });
    expect(planted.headers.get("Location")).toBe("/signup");
  });
});

test("a price, cap or status in the form is ignored", async () => {
  const cookie = await browser();
  await world.ask("/signup/details", {
    cookie,
    form: { ...lakeside, price_cents: "1", playerCap: "99999", status: "created", club_code: "demo1" },
  });
  const [row] = (await drafts()).slice(-1);
  expect(row).toMatchObject({ status: "draft", club_code: null, plan: "standard" });
});

test("the payment cannot be reached before the details", async () => {
  expect((await world.ask("/signup/payment")).headers.get("Location")).toBe("/signup");
  const cookie = await browser();
  expect((await world.ask("/signup/payment", { cookie })).headers.get("Location")).toBe("/signup/details");
});
