import { expect, test } from "vitest";

process.env.APP_MODE = "test";
process.env.APP_URL = "https://goodside.example";
const { flashCookie, knownBrowserCookie, sessionCookie, signupCookie } = await import(
  "#app/auth/cookies.server.ts"
);

test.each([
  ["session", sessionCookie],
  ["signup", signupCookie],
  ["browser", knownBrowserCookie],
  ["flash", flashCookie],
])("over TLS the cookie '%s' is limited to this host and hidden from scripts", async (name, cookie) => {
  const [pair = "", ...flags] = (await cookie.serialize("anything")).split("; ");
  expect(pair.startsWith(`__Host-${name}=`)).toBe(true);
  expect(flags).toEqual(expect.arrayContaining(["Secure", "HttpOnly", "SameSite=Lax", "Path=/"]));
  expect(flags.some((flag) => flag.startsWith("Domain"))).toBe(false);
});

// product/pages.md#cookie-preferences
test("every cookie is in the Cookie Policy, kept no longer than it says", async () => {
  const cookies = await import("#app/auth/cookies.server.ts");
  const { renderToStaticMarkup } = await import("react-dom/server");
  const { legalTexts } = await import("#app/routes/site/legal/texts.ts");
  const sections = legalTexts.cookies.at(-1)?.(null) ?? [];
  const policy = renderToStaticMarkup(sections.find(({ id }) => id === "retention")?.body);
  const rows = [...policy.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) => row.replace(/<[^>]+>/g, " "));
  const days: Record<string, number> = { "1 year": 365, "30 days": 30, "1 minute": 1 / 1440 };
  const wrong = Object.values(cookies).flatMap((cookie) => {
    if (typeof cookie !== "object" || !("serialize" in cookie)) return [];
    const name = cookie.name.replace(/^__(?:Host|Secure)-/, "");
    const row = rows.find(
      (text) => text.includes(` ${name} `) || text.includes(` ${name}, `) || text.includes(`, ${name} `),
    );
    if (!row) return [`${name} is not in the policy`];
    const [, ending = 0] = Object.entries(days).find(([text]) => row.includes(text)) ?? [];
    const kept = cookie.expires ? (cookie.expires.getTime() - Date.now()) / 86_400_000 : 0;
    return kept > ending + 0.1 ? [`${name} is kept ${kept} days, the policy says ${ending}`] : [];
  });
  expect(wrong).toEqual([]);
});
