import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { openWorld, type TestClub } from "#tests/support/world.ts";

const world = await openWorld();
afterAll(() => world.close());

/** Compressed budgets of a first visit. */
const PUBLIC_PAGE_BYTES = 14_600;
const LANDING_GOAL_BYTES = 9_000;
const SCRIPT_BYTES = 3_072;

const page = async (path: string, options?: Parameters<typeof world.ask>[1]) => {
  const answer = await world.ask(path, options);
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
};

// product/pages.md#pages
test.each(["/", "/tour", "/leaders", "/terms", "/privacy", "/cookies", "/contact", "/nowhere"])(
  "%s is one small request: its styles inside, no script, nothing else to fetch",
  async (path) => {
    const { html } = await page(path);
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/);
    expect(html).not.toContain('rel="stylesheet"');
    expect(html).not.toMatch(/<(iframe|object)\b/);
    // Pictures load when they are scrolled to, and their room is reserved.
    for (const [img] of html.matchAll(/<img\b[^>]*>/g))
      expect(img).toMatch(/width="\d+" height="\d+".*loading="lazy"/);
    expect(html).not.toMatch(/ style="/);
    expect(gzipSync(html).length).toBeLessThan(PUBLIC_PAGE_BYTES);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toMatch(/<title>[^<]+ · [^<]+<\/title>|<title>Goodside · /);
    expect(html).toContain('<html lang="en-US">');
    expect(html).toContain('href="#main"');
    expect(html).toContain('id="main"');
  },
);

test("the sign-in page adds the small script and that of passwords, without which it works", async () => {
  const { html } = await page("/club/login");
  expect(html.match(/<script[^>]*>/g)).toEqual([
    expect.stringMatching(/ src="[^"]+\/client-[^"]+" defer=""/),
    expect.stringMatching(/ src="[^"]+\/passwords-[^"]+" defer=""/),
  ]);
  expect(html).not.toContain('rel="stylesheet"');
  expect(gzipSync(html).length).toBeLessThan(PUBLIC_PAGE_BYTES);
  const lite = await page("/club/login", { headers: { "Save-Data": "on" } });
  expect(lite.html).not.toContain("<script");
});

test("the landing page stays near its goal", async () => {
  const { html } = await page("/");
  expect(gzipSync(html).length).toBeLessThan(LANDING_GOAL_BYTES);
});

test("the first page names the three packages with their prices, and both ways to sign in", async () => {
  const { html } = await page("/");
  for (const plan of ["standard", "large", "enterprise"])
    expect(html).toContain(`href="/signup?plan=${plan}"`);
  for (const price of ["$749", "$1,499", "$2,195"]) expect(html).toContain(price);
  for (const way of ["/club/login", "/admin/login"]) expect(html).toContain(`href="${way}"`);
  expect(html).toContain('<meta name="description"');
  expect(html).toContain("http://goodside.test/social-card.png");
});

test("signed-in visitors find a link to the dashboard, others a link to sign in", async () => {
  const lakeside = await world.club("Lakeside FC");
  const cookie = await world.signIn(lakeside.adminAccount, lakeside.code);
  for (const path of ["/", "/terms", "/nowhere"]) {
    expect((await page(path, { cookie })).html).toMatch(/<a [^>]*href="\/dashboard"[^>]*>Dashboard<\/a>/);
    expect((await page(path)).html).toMatch(/<a [^>]*href="\/club\/login"[^>]*>Sign in<\/a>/);
  }
  // With an ended session the sign-in page must not link to the dashboard.
  const { html } = await page("/club/login", { cookie: "session=ended" });
  expect(html).toContain('<a href="/club/login">Sign in</a>');
  expect(html).not.toContain("Dashboard");
});

test.each([
  ["/terms-of-service", "/terms"],
  ["/privacy-policy", "/privacy"],
  ["/cookie-policy", "/cookies"],
])("%s has moved to %s for good", async (from, to) => {
  const answer = await world.ask(`${from}?a=1`);
  expect(answer.status).toBe(301);
  expect(answer.headers.get("Location")).toBe(`${to}?a=1`);
});

test.each([
  ["/terms", 15, "November 23, 2026"],
  ["/privacy", 11, "November 26, 2026"],
])("%s has %i numbered sections, each in its table of contents", async (path, sections, updated) => {
  const { html } = await page(path);
  const ids = [...html.matchAll(/<section id="([a-z-]+)" class="legal"/g)].map((match) => match[1]);
  expect(ids).toHaveLength(sections);
  for (const id of ids) expect(html).toContain(`href="#${id}"`);
  expect(html).toContain(`Last updated: ${updated}`);
});

test("links between the legal pages lead to sections that exist", async () => {
  const texts = new Map<string, string>();
  for (const path of ["/", "/terms", "/privacy", "/cookies"]) texts.set(path, (await page(path)).html);
  for (const html of texts.values()) {
    for (const [, path, id] of html.matchAll(/href="(\/(?:terms|privacy|cookies))#([a-z-]+)"/g))
      expect(texts.get(path as string)).toContain(`id="${id}"`);
  }
});

test.each(["/", "/signup", "/signup/details?plan=large"])(
  "%s promises nothing that the product does not do",
  async (path) => {
    const { html } = await page(path);
    expect(html).not.toMatch(/weekly report|we remind you|can stay off/i);
  },
);

test("a flash message with a forged signature is never shown", async () => {
  const { flashCookie } = await import("#app/auth/cookies.server.ts");
  const said = { kind: "bad", text: "Your club is closed, write to evil@x.example" };
  const signed = (await flashCookie.serialize(said)).split(";")[0] ?? "";
  const forged = signed.replace(/\.[^.]*$/, "");
  expect(forged).not.toBe(signed);
  for (const cookie of [forged, `${forged}.forged`]) {
    expect((await page("/club/login", { cookie })).html).not.toContain("Your club is closed");
  }
  const shown = (await page("/club/login", { cookie: signed })).html;
  expect(shown).toMatch(/role="status"[^>]*>[\s\S]{0,200}Your club is closed/);
});

test("an unknown address is a 404 page with a link home that repeats nothing of the address", async () => {
  const { status, html } = await page("/nowhere/%3Cscript%3Ealert(1)");
  expect(status).toBe(404);
  expect(html).toContain("<h1>Oops! Page not found</h1>");
  expect(html).toContain("<title>Oops! Page not found · Goodside</title>");
  expect(html).toContain(">Return to Home</a>");
  expect(html).toContain('content="noindex"');
  expect(html).not.toContain("nowhere");
});

test("a member who opens another club's page is shown how to change clubs, and a stranger is not", async () => {
  const lakeside = await world.club("Lakeside");
  const hillside = await world.club("Hillside");
  const owls = await world.team(hillside, "Owls");
  const cookie = await world.signIn(lakeside.adminAccount, lakeside.code);
  const { status, html } = await page(`/teams/${owls}`, { cookie });
  expect([status, html.includes('href="/club/choose"')]).toEqual([404, true]);
  expect(html).not.toContain("Owls");
  expect((await page("/club/choose", { cookie })).html).toContain("the only club of your account");
  expect((await page("/nowhere")).html).not.toContain("/club/choose");
});

test("the demo says on every page that nothing is real", async () => {
  for (const path of ["/", "/nowhere", "/club/login"])
    expect((await page(path)).html).toContain("Demo: nothing here is real.");
});

test("a signed-in page ships one small script, and none with Save-Data", async () => {
  const { club, coach } = await lakeside();
  const cookie = await world.signIn(coach, club.code);
  const { html } = await page("/dashboard", { cookie });
  const scripts = [...html.matchAll(/<script[^>]*src="([^"]+)"[^>]*>/g)].map((match) => match[1] as string);
  expect(html.match(/<script/g)).toHaveLength(1);
  const file = readFileSync(new URL(`../../../build/client${scripts[0]}`, import.meta.url));
  expect(gzipSync(file).length).toBeLessThan(SCRIPT_BYTES);
  const lite = await page("/dashboard", { cookie, headers: { "Save-Data": "on" } });
  expect(lite.html).not.toContain("<script");
});

test("the stylesheet is one file of under 8 kB", () => {
  const assets = new URL("../../../build/client/assets/", import.meta.url);
  const sheets = readdirSync(assets).filter((name) => name.endsWith(".css"));
  expect(sheets).toHaveLength(1);
  // As browsers fetch it: the build's own Brotli file.
  expect(readFileSync(new URL(`${sheets[0]}.br`, assets)).length).toBeLessThan(8_192);
});

test("a coach has tabs for the pages used at the field; an administrator has none", async () => {
  const { club, coach } = await lakeside();
  const coachPage = await page("/dashboard", { cookie: await world.signIn(coach, club.code) });
  const tabs = /<nav class="tabs".*?<\/nav>/s.exec(coachPage.html)?.[0] ?? "";
  expect([...tabs.matchAll(/href="([^"]+)"/g)].map((match) => match[1])).toEqual([
    "/dashboard",
    "/teams",
    "/mobile-rating",
    "/schedule",
    "/leaderboard",
  ]);
  const adminPage = await page("/dashboard", { cookie: await world.signIn(club.adminAccount, club.code) });
  expect(adminPage.html).not.toContain('class="tabs"');
  expect(adminPage.html).toContain("Club Administrator");
});

test("the menu names the club and its code, escaped, and marks the page that is open", async () => {
  const club = await world.club("Lakeside <b>Youth</b>");
  const { html } = await page("/dashboard", { cookie: await world.signIn(club.adminAccount, club.code) });
  expect(html).not.toContain("<b>Youth");
  expect(html).toContain(club.code.toUpperCase());
  expect(html).toMatch(/href="\/dashboard" aria-current="page"/);
  expect(html).toMatch(/<form method="post" action="\/sign-out">/);
  expect(html).not.toContain("/club/choose");
  expect(html).not.toContain('aria-label="Breadcrumb"');
});

let made: { club: TestClub; coach: string } | undefined;

/** Creates Lakeside, where Dana coaches the Hawks. */
async function lakeside() {
  if (made) return made;
  const club = await world.club("Lakeside");
  const team = await world.team(club, "Hawks");
  const coach = await world.person("Dana", club, [{ team, role: "coach" }]);
  made = { club, coach };
  return made;
}

test.each(["/", "/terms", "/club/login", "/nowhere"])(
  "%s may load and frame nothing but its own",
  async (path) => {
    const policy = (await world.ask(path)).headers.get("Content-Security-Policy") ?? "";
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy.split("; ")).toContain(rule);
    expect(policy).not.toContain("unsafe");
  },
);

test("forms may post to the payment stub at the app's own address, even if localhost was typed", async () => {
  const { appUrl } = (await import("#app/config/env.server.ts")).env();
  const policy = (await world.ask("/signup/payment")).headers.get("Content-Security-Policy") ?? "";
  const signup = (await world.ask("/signup")).headers.get("Content-Security-Policy") ?? policy;
  expect(signup.split("; ")).toContain(`form-action 'self' ${appUrl}`);
});

test("the structured data of the first page names the three packages at their prices", async () => {
  const { html } = await page("/");
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? "{}");
  expect(data).toMatchObject({ "@context": "https://schema.org", "@type": "SoftwareApplication" });
  expect(data.offers.map(({ name, price }: Record<string, string>) => [name, price])).toEqual([
    ["Standard", "749.00"],
    ["Large", "1499.00"],
    ["Enterprise", "2195.00"],
  ]);
});

test("search engines get the pages that they may list, and nothing of the demo", async () => {
  const map = (await page("/sitemap.xml")).html;
  for (const path of ["/", "/tour", "/leaders", "/faq"])
    expect(map).toContain(`<loc>http://goodside.test${path}</loc>`);
  expect((await page("/robots.txt")).html).toContain("Disallow: /\n");
  expect((await page("/tour")).html).toContain('rel="canonical" href="http://goodside.test/tour"');
});

test("a club's page and badge are there only while the club allows them", async () => {
  const club = await world.club("Oak Hill Show");
  const team = await world.team(club, "Hawks");
  const { rebuildLeaderboard } = await import("#app/journeys/leaderboard/update-leaderboard.server.ts");
  await world.game(club, team, 5);
  await rebuildLeaderboard(world.platform);
  const cookie = await world.signIn(club.adminAccount, club.code);
  const { slug } = await world.control
    .selectFrom("clubs")
    .select("slug")
    .where("code", "=", club.code)
    .executeTakeFirstOrThrow();
  const badge = `/clubs/${slug}/badge.svg`;
  expect((await page(`/clubs/${slug}`)).status).toBe(404);
  await world.ask("/club/public-page", { cookie, form: { allowed: "on" } });
  expect((await page(`/clubs/${slug}`)).html).toContain("Too few games");
  expect((await page(badge)).html).toContain("rates its sideline");
  expect((await page("/leaders")).status).toBe(200);
  await world.ask("/club/public-page", { cookie, form: {} });
  expect((await page(badge)).status).toBe(404);
});
