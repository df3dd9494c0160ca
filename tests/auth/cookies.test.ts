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
