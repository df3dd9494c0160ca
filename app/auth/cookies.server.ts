import { createCookie } from "@remix-run/node";
import { env } from "#app/config/env.server.ts";
import { DAY_SECONDS } from "#app/runtime/durations.ts";

const secure = env().secureCookies;
const named = (name: string) => (secure ? `__Host-${name}` : name);
const base = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;

/** Days that 'Remember me' lasts (product/accounts.md#sessions). */
export const REMEMBER_DAYS = 30;

/** Carries only a session's random id. */
export const sessionCookie = createCookie(named("session"), base);
export const rememberedFor = { maxAge: REMEMBER_DAYS * DAY_SECONDS };

/**
 * The platform's staff have a session of their own: a club's never becomes one
 * (product/platform-staff.md#platform-staff).
 */
export const adminSessionCookie = createCookie(named("admin"), base);
/** Half signed in: the second factor is still missing. */
export const adminChallengeCookie = createCookie(named("admin-code"), { ...base, maxAge: 5 * 60 });
/** 'Remember me' of staff: the email is filled in, nothing more. */
export const adminEmailCookie = createCookie(named("admin-email"), { ...base, maxAge: 30 * DAY_SECONDS });

/** Progress of a person with the setup key in registering; signed, because the key is not asked for again. */
export const adminSetupCookie = createCookie(named("admin-setup"), {
  ...base,
  maxAge: 30 * 60,
  secrets: env().sessionSecrets,
});

/** Binds a sign-up draft, and later its success page, to the browser that fills it. */
export const signupCookie = createCookie(named("signup"), { ...base, maxAge: 30 * DAY_SECONDS });

/** Tells a browser that has signed in before from a stranger's. Opens nothing (product/accounts.md#sign-in-limits). */
export const knownBrowserCookie = createCookie(named("browser"), {
  ...base,
  maxAge: 365 * DAY_SECONDS,
  secrets: env().sessionSecrets,
});

/** Days for which a browser may remember a preference (product/pages.md#cookie-preferences). */
const PREFERENCE_DAYS = 365;
/** Choices made on /cookies. They only decide what is remembered and whether pages have scripts. */
export const preferencesCookie = createCookie(named("preferences"), {
  ...base,
  maxAge: PREFERENCE_DAYS * DAY_SECONDS,
});

export const BETA_ACCESS_DAYS = PREFERENCE_DAYS;
/** Remembers that the beta's code was entered (product/accounts.md#beta-gate). */
export const betaCookie = createCookie(named("beta"), { ...base, maxAge: BETA_ACCESS_DAYS * DAY_SECONDS });

/** A message for the next page. Signed, because the page shows it as ours. */
export const flashCookie = createCookie(named("flash"), {
  ...base,
  maxAge: 60,
  secrets: env().sessionSecrets,
});

/** The latest searches of a session, sealed; only search gets it (product/pages.md#search). */
export const searchesCookie = createCookie(secure ? "__Secure-searches" : "searches", {
  ...base,
  path: "/search",
});
