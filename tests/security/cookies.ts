import type { Cookie } from "@remix-run/node";
import { z } from "zod";
import { MARK } from "./page.ts";

const cleared = z.literal("");
const secret = z.string().regex(/^[\w-]{43}$/);
const id = z.string().regex(/^[\w-]{22}$/);
const text = z.string().max(500);

/** Contents of each of the app's cookies, and whether it is signed. */
const ours: Record<string, { signed: boolean; value: z.ZodType }> = {
  session: { signed: false, value: z.union([cleared, secret]) },
  signup: { signed: false, value: z.union([cleared, secret]) },
  admin: { signed: false, value: z.union([cleared, secret]) },
  "admin-code": { signed: false, value: z.union([cleared, secret]) },
  // The account's address, typed with a correct password.
  "admin-email": { signed: false, value: z.union([cleared, z.email()]) },
  preferences: { signed: false, value: z.strictObject({ remember: z.boolean(), lite: z.boolean() }) },
  // Recent searches, sealed.
  searches: { signed: false, value: z.union([cleared, z.string().regex(/^[\w.~+/=-]{20,3000}$/)]) },
  browser: { signed: true, value: z.array(z.strictObject({ account: id, browser: id })).max(5) },
  flash: {
    signed: true,
    value: z.union([
      cleared,
      // The name whose password was just set, from the link of an email.
      z.strictObject({ kind: z.enum(["good", "bad"]), text, signInName: z.email().optional() }),
    ]),
  },
};

/** Lists problems of a Set-Cookie header: every cookie is one of ours, with a value that only the server makes. */
export async function cookieProblems(line: string): Promise<string[]> {
  const [pair = "", ...flags] = line.split("; ");
  const name = pair.slice(0, pair.indexOf("="));
  const problems: string[] = [];
  if (!flags.includes("HttpOnly") || !flags.includes("SameSite=Lax"))
    problems.push(`the cookie is open: ${line}`);
  const kind = ours[name];
  const cookie = (await appCookies()).find((known) => known.name === name);
  if (!kind || !cookie || cookie.isSigned !== kind.signed || line.includes(MARK))
    return [...problems, `a cookie was made from input: ${line}`];
  // A wrong signature parses to null.
  const { success } = kind.value.safeParse(await cookie.parse(pair));
  return success ? problems : [...problems, `a cookie was made from input: ${line}`];
}

/** Imports the cookies late: the app reads its environment once, after the test's world has set it. */
async function appCookies(): Promise<Cookie[]> {
  const cookies = await import("#app/auth/cookies.server.ts");
  return [
    ...[cookies.sessionCookie, cookies.signupCookie, cookies.knownBrowserCookie, cookies.flashCookie],
    ...[
      cookies.adminSessionCookie,
      cookies.adminChallengeCookie,
      cookies.adminEmailCookie,
      cookies.preferencesCookie,
      cookies.searchesCookie,
    ],
  ];
}
