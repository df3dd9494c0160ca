import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addresses } from "#tests/architecture/addresses.ts";
import { builtRoutes } from "#tests/architecture/manifest.ts";
import { Served } from "#tests/security/served.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { openWorld } from "#tests/support/world.ts";

const CODE = "early-bird-26";
const world = await openWorld();
const { isOutsideGate } = await import("#app/server/beta-gate.ts");
let served: Served;
let cookie: string;
beforeAll(async () => {
  const lakeside = await world.club("Lakeside", { code: "lakeside7" });
  cookie = await world.signIn(lakeside.adminAccount, lakeside.code);
  served = await Served.start(world.dataDir, { BETA_ACCESS_CODE: CODE, TRUST_PROXY: "loopback" });
}, 90_000);
afterAll(async () => {
  await served.stop();
  await world.close();
});

let clients = 0;
/** Creates a browser in a network of its own, whose tries count for nobody else. */
function visitor(options: { cookie?: string; url?: string; client?: string } = {}): Visitor {
  clients += 1;
  return new Visitor(options.url ?? served.url, {
    client: options.client ?? `198.51.100.${clients}`,
    cookie: options.cookie,
  });
}
const locked = (text: string) => text.includes("Private Beta Access");

// product/accounts.md#beta-gate
describe("while the platform is a private beta", () => {
  test.each(["/", "/signup", "/terms", "/club/login", "/admin/login", "/nowhere", "/dashboard", "/contact"])(
    "%s answers with the gate alone",
    async (path) => {
      const { status, text } = await visitor().get(path);
      expect(status).toBe(403);
      for (const words of [
        "Private Beta Access",
        "Coming Soon",
        "Enter Beta",
        "Contact us",
        "mailto:support@",
      ])
        expect(text).toContain(words);
      expect(text).toMatch(/<li>[^<]+<\/li>/);
      expect(text).toContain('name="robots" content="noindex"');
      const links = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, to]) => to ?? "");
      expect(links.filter((to) => !to.startsWith("/sandbox"))).toEqual(["/"]);
      expect(text).not.toContain("<script");
    },
  );

  test("a signed-in member without the code sees it as well", async () => {
    expect(locked((await visitor({ cookie }).get("/dashboard")).text)).toBe(true);
  });

  test("the right code opens everything, continues to the page, and is remembered for a year", async () => {
    const browser = visitor();
    const page = await browser.get("/signup?plan=large");
    expect(page.text).toContain('name="to" value="/signup?plan=large"');
    const entered = await browser.post("/beta", { code: ` ${CODE} `, to: "/signup?plan=large" });
    expect([entered.status, entered.location]).toEqual([303, "/signup?plan=large"]);
    for (const path of ["/", "/signup", "/club/login"])
      expect([path, (await browser.get(path)).status]).toEqual([path, 200]);
    expect((await browser.get("/nowhere")).status).toBe(404);
    expect((await browser.get("/beta")).location).toBe("/");
    const answer = await fetch(`${served.url}/beta`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: served.url },
      body: new URLSearchParams({ code: CODE }),
    });
    const line = answer.headers.getSetCookie().find((text) => text.startsWith("beta=")) ?? "";
    expect(line).toMatch(/Max-Age=31536000/);
    expect(line).toMatch(/HttpOnly/);
    expect(line).toMatch(/SameSite=Lax/);
    const value = Buffer.from(decodeURIComponent(line.slice(5).split(";")[0] ?? ""), "base64").toString();
    expect(value).not.toContain(CODE);
    expect(served.output).not.toContain(CODE);
  });

  test("the code is known until the browser closes without consent to preferences", async () => {
    const post = (path: string, form: Record<string, string>, cookie = "") =>
      fetch(`${served.url}${path}`, {
        method: "POST",
        redirect: "manual",
        headers: { Origin: served.url, Cookie: cookie },
        body: new URLSearchParams(form),
      });
    const entered = await post("/beta", { code: CODE, to: "/cookies" });
    const cookie = entered.headers.getSetCookie()[0]?.split(";")[0];
    const answer = await post("/cookies", { remember: "no" }, cookie);
    expect(answer.status).toBe(303);
    const line = answer.headers.getSetCookie().find((text) => text.startsWith("beta=")) ?? "";
    expect(line).toContain("HttpOnly");
    expect(line).not.toMatch(/Max-Age|Expires/);
  });

  test("a wrong code stays locked, says so, and redirects nowhere else", async () => {
    const browser = visitor();
    const wrong = await browser.post("/beta", { code: "wrong-code-1", to: "/signup" });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain("That access code is not right");
    expect(wrong.text).toContain('name="to" value="/signup"');
    expect((await browser.post("/beta", { code: "" })).text).toContain("Enter your access code");
    expect(locked((await browser.get("/signup")).text)).toBe(true);
    for (const to of ["//evil.example", "/\\evil.example", "https://evil.example", "/beta?to=/beta"]) {
      const entered = await visitor().post("/beta", { code: CODE, to });
      expect([to, entered.location]).toEqual([to, "/"]);
    }
  });

  test("an address with the code lets in and redirects to itself without it", async () => {
    const browser = visitor();
    const opened = await browser.get(`/signup?plan=large&access=${CODE}`);
    expect([opened.status, opened.location]).toEqual([302, "/signup?plan=large"]);
    expect((await browser.get("/signup?plan=large")).location).toBe("/signup/details?plan=large");
    expect((await browser.get("/terms?access=whatever")).location).toBe("/terms");
    const wrong = await visitor().get("/signup?access=wrong-code-2");
    expect([wrong.status, wrong.text.includes("That access code is not right")]).toEqual([403, true]);
    expect(wrong.text).not.toContain("wrong-code-2");
  });

  test("attempts are limited, typed or in an address, before the code is compared", async () => {
    const browser = visitor({ client: "203.0.113.99" });
    for (let n = 0; n < 5; n += 1) {
      await browser.post("/beta", { code: `guess-${n}` });
      await browser.get(`/?access=guess-${n}`);
    }
    const late = await browser.post("/beta", { code: CODE });
    expect([late.status, late.text.includes("Please wait an hour")]).toEqual([429, true]);
    expect((await browser.get(`/?access=${CODE}`)).status).toBe(429);
    // A correct code does not count toward the limit.
    for (let n = 0; n < 12; n += 1)
      expect((await visitor({ client: "203.0.113.98" }).post("/beta", { code: CODE })).status).toBe(303);
  });

  test("a form that was open is reported as not saved", async () => {
    const sent = await visitor({ cookie }).post("/account", { intent: "name", name: "Ada" });
    expect([sent.status, sent.location]).toEqual([303, "/beta?lost=true"]);
    expect((await visitor().get(sent.location)).text).toContain("was not saved");
  });

  test("another code locks out holders of the last one, and a forged mark opens nothing", async () => {
    const browser = visitor();
    const pair = await passOf(browser);
    const day = Math.floor(Date.now() / 86_400_000);
    const madeUp = `beta=${Buffer.from(JSON.stringify(`${day}.${"A".repeat(43)}`)).toString("base64")}`;
    expect(locked((await visitor({ cookie: madeUp }).get("/")).text)).toBe(true);
    const other = await Served.start(world.dataDir, { BETA_ACCESS_CODE: "another-code-27" });
    try {
      expect(locked((await visitor({ cookie: pair, url: other.url }).get("/")).text)).toBe(true);
    } finally {
      await other.stop();
    }
    expect((await visitor({ cookie: pair }).get("/")).status).toBe(200);
  });
});

/** Returns the cookie of a browser that entered the code. */
async function passOf(browser: Visitor): Promise<string> {
  const answer = await fetch(`${served.url}/?access=${CODE}`, {
    redirect: "manual",
    headers: { "X-Forwarded-For": browser.client ?? "" },
  });
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

describe("the gate never stands before", () => {
  const token = "t".repeat(43);

  test.each([
    ["/healthz", 200],
    ["/robots.txt", 200],
    ["/favicon.ico", 404],
    [`/parent/agreement/${token}`, 404],
    [`/agreement/${token}`, 302],
    ["/register/lakeside7", 200],
    [`/register/confirm/${token}`, 404],
    [`/mail/stop/${token}`, 200],
    [`/calendar/${token}.ics`, 404],
    ["/agreements/verify", 200],
    [`/account/reset-password?token=rst_${token}`, 200],
    [`/account/set-up-password?code=LAKESIDE7&token=${token}`, 200],
    [`/account/invitation?role=coach&team=t1&token=${token}`, 404],
    [`/account/administrator?token=${token}`, 404],
    [`/account/confirm-email?token=${token}`, 404],
    [`/admin/invitation?token=${token}`, 404],
    [`/contact?reset=rst_${token}`, 302],
    [`/contact?setup=LAKESIDE7&token=${token}`, 302],
    [`/contact?invite=coach&team=t1&token=${token}`, 302],
  ])("%s passes the gate", async (path, status) => {
    const answer = await visitor().get(path);
    expect(locked(answer.text)).toBe(false);
    expect([path, answer.status]).toEqual([path, status]);
  });

  test("webhooks pass the gate", async () => {
    const answer = await fetch(`${served.url}/webhooks/stripe`, { method: "POST", body: "{}" });
    expect(answer.status).toBe(400);
  });

  test("JSON calls pass the gate, except those that sign a club up", async () => {
    const call = (path: string) =>
      fetch(served.url + path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          ...{ priceId: "standard", customerEmail: "a@b.example", customerName: "Ada", clubName: "Ada's" },
          ...{ playerCount: 10, state: "TX", city: "Austin", agreedToTerms: true },
        }),
      });
    expect((await call("/api/club/login")).status).toBe(422);
    expect(await (await call("/api/create-subscription")).json()).toMatchObject({ status: 403 });
  });

  test("any address whose path has a token, or a parent's, passes the gate", () => {
    const open = addresses.filter(
      ({ path, area }) => /:(token|file)/.test(path) || ["parent", "api", "webhooks"].includes(area),
    );
    expect(open.length).toBeGreaterThan(10);
    const closed = open.filter(
      ({ path }) => !isOutsideGate(path.replace(/:token/, token).replace(/:\w+/, "x"), new URLSearchParams()),
    );
    expect(closed.map(({ path }) => path)).toEqual([]);
  });

  test("any page that reads a token from its address", async () => {
    const readers = (await builtRoutes()).filter(({ id }) => {
      const source = new URL(`../../app/${id}.tsx`, import.meta.url);
      return existsSync(source) && /get\("token"\)/.test(readFileSync(source, "utf8"));
    });
    expect(readers.length).toBeGreaterThan(5);
    const closed = readers.filter(({ path }) => !isOutsideGate(path, new URLSearchParams({ token })));
    expect(closed.map(({ path }) => path)).toEqual([]);
  });

  test("addresses without their token, and any other spelling, do not pass the gate", () => {
    for (const address of [
      "/account/reset-password",
      "/account/reset-password?token=",
      `/club/login?token=${token}`,
      `/contact?token=${token}`,
      `/contact?forgot=club&reset=${token}`,
      "/contact?setup=LAKESIDE7",
      "/register",
      "/apis",
      "/BETA",
      "/beta/x",
      `/parent/agreement/${token}x`,
    ]) {
      const { pathname, searchParams } = new URL(address, "http://here.invalid");
      expect([address, isOutsideGate(pathname, searchParams)]).toEqual([address, false]);
    }
  });
});

test("no code means no gate and no page of it", async () => {
  const open = await Served.start(world.dataDir);
  try {
    expect((await visitor({ url: open.url }).get("/")).status).toBe(200);
    expect((await visitor({ url: open.url }).get("/beta")).status).toBe(404);
    expect((await visitor({ url: open.url }).post("/beta", { code: "" })).status).toBe(404);
  } finally {
    await open.stop();
  }
});
