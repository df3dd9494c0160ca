import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#app/config/env.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { BETA_ACCESS_DAYS, betaCookie } from "./cookies.server.ts";
import { readPreferences } from "./preferences.server.ts";

/** An older mark is made anew, so that who comes back is never asked again. */
const RENEW_AFTER_DAYS = 30;

/** Tells whether a browser may pass the beta gate, and whether to renew its mark (product/accounts.md#beta-gate). */
export async function readBetaAccess(cookies: string | null): Promise<{ granted: boolean; old: boolean }> {
  const given: unknown = await betaCookie.parse(cookies);
  const [day = "", mark = ""] = typeof given === "string" ? given.split(".") : [];
  const days = today() - Number(day);
  const current = /^\d{1,6}$/.test(day) && days >= -1 && days <= BETA_ACCESS_DAYS;
  const granted = current && env().sessionSecrets.some((secret) => isSame(mark, markOf(secret, day)));
  return { granted, old: granted && days > RENEW_AFTER_DAYS };
}

/**
 * Returns the Set-Cookie header of a browser that knows the code. The mark is a keyed hash: another code locks it out.
 * @param cookies what the browser sent: without its consent the mark ends with it (product/pages.md#cookie-preferences)
 */
export async function grantBetaAccess(cookies: string | null): Promise<string> {
  const { remember } = await readPreferences(cookies);
  return betaMark(remember);
}

/** Returns the mark of a browser that knows the code, kept for a year or until the browser closes. */
export function betaMark(remember: boolean): Promise<string> {
  const day = String(today());
  const mark = `${day}.${markOf(env().sessionSecrets[0], day)}`;
  return betaCookie.serialize(mark, remember ? {} : { maxAge: undefined });
}

/** Compares a typed code, or one from an address, in constant time, whatever the lengths. */
export const isBetaCode = (typed: string) => isSame(typed.trim(), env().betaAccessCode ?? "");

const today = () => Math.floor(now().getTime() / DAY_MS);

const markOf = (secret: string, day: string) =>
  createHmac("sha256", secret).update(`beta access ${day} ${env().betaAccessCode}`).digest("base64url");

/** Tells whether two texts are the same; two empty ones are not. */
const isSame = (one: string, other: string) => other !== "" && timingSafeEqual(digest(one), digest(other));
const digest = (text: string) => createHash("sha256").update(text).digest();
