import { z } from "zod";
import { newId } from "#app/runtime/ids.server.ts";
import { knownBrowserCookie } from "./cookies.server.ts";

/** A family or an office may share a browser; the account that signed in longest ago is forgotten first. */
const MOST_ACCOUNTS = 5;

const marksSchema = z.array(z.object({ account: z.string().max(64), browser: z.string().max(64) })).max(20);

/**
 * Returns the mark of a browser that has signed in to one of these accounts before, or null. It opens nothing: it gives
 * the browser counters of its own, which strangers' failures cannot use up (product/accounts.md#sign-in-limits).
 */
export async function knownBrowser(request: Request, accounts: readonly string[]): Promise<string | null> {
  const marks = await marksOf(request);
  return marks.find(({ account }) => accounts.includes(account))?.browser ?? null;
}

/** Marks the browser as known to these accounts. @returns the Set-Cookie header; the mark survives sign-out. */
export async function rememberBrowser(request: Request, accounts: readonly string[]): Promise<string> {
  const marks = await marksOf(request);
  const markOf = (account: string) =>
    marks.find((mark) => mark.account === account) ?? { account, browser: newId() };
  const others = marks.filter(({ account }) => !accounts.includes(account));
  return knownBrowserCookie.serialize([...accounts.map(markOf), ...others].slice(0, MOST_ACCOUNTS));
}

/** Loads the account that signed in last with this browser, or null. */
export async function lastAccount(request: Request): Promise<string | null> {
  return (await marksOf(request))[0]?.account ?? null;
}

async function marksOf(request: Request) {
  const parsed = marksSchema.safeParse(await knownBrowserCookie.parse(request.headers.get("Cookie")));
  return parsed.success ? parsed.data : [];
}
