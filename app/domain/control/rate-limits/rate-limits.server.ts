import { consume, giveBack, limiter } from "#app/db/storage/limits.server.ts";
import { clientNetwork } from "#app/runtime/client-network.ts";

interface Rule {
  points: number;
  seconds: number;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;
const PER_CLIENT = { points: 10, seconds: HOUR };
const PER_ADDRESS = { points: 3, seconds: HOUR };

/** Rate limits by the name under which uses are counted; 'client' counts by network. */
const LIMITS = {
  // Generous enough for a whole office behind one address.
  "signup-client": { points: 60, seconds: HOUR },
  "payment-client": { points: 60, seconds: HOUR },
  // Sent details, because their answer says whether a club signed up before.
  "signup-details-client": { points: 120, seconds: HOUR },
  "contact-message": { points: 5, seconds: HOUR },
  "reset-browser": PER_ADDRESS,
  "reset-client": PER_CLIENT,
  "reset-address": PER_ADDRESS,
  // Beyond it strangers have no further reset mailed: the newest of these works for another half an hour at least.
  "reset-mail": { points: 10, seconds: HOUR / 2 },
  "setup-link-client": PER_CLIENT,
  "setup-link-club": PER_ADDRESS,
  // Audit entries for refusals of one account, or of one session at one page (product/security.md#audit).
  "audit-sign-in.refused": { points: 20, seconds: HOUR },
  "audit-sign-in.locked": { points: 1, seconds: HOUR / 4 },
  "audit-access.refused": { points: 1, seconds: HOUR },
  // Mail programs stop mails for many people from few addresses; tokens cannot be guessed.
  "mail-stop-client": { points: 600, seconds: HOUR },
  // PDF copies printed for a parent's link.
  "agreement-copy-link": { points: 30, seconds: HOUR },
  // The same for a member of a club (product/evidence.md#evidence-exports).
  "agreement-copy-account": { points: 60, seconds: HOUR },
  // Seasons printed for an account (product/seasons.md#seasons).
  "season-pdf-account": { points: 60, seconds: HOUR },
  // Files of certificates printed for an account (product/rewards.md#certificates).
  "certificates-account": { points: 120, seconds: HOUR },
  // All sheets of a club in one file, printed anew after a change.
  "printables-account": { points: 60, seconds: HOUR },
  // Files that strangers have checked; each may have 50 MB (product/evidence.md#evidence-exports).
  "evidence-check-client": { points: 20, seconds: HOUR },
  // A club evening on one network opens and signs at once; tokens cannot be guessed
  // (product/agreements.md#public-agreement).
  "agreement-client": { points: 1_200, seconds: HOUR },
  "agreement-form-client": { points: 300, seconds: HOUR },
  "agreement-form-link": { points: 20, seconds: HOUR },
  // A club evening on one network registers at once (product/parents.md#registration).
  "register-open-client": { points: 1_200, seconds: HOUR },
  "register-client": { points: 600, seconds: HOUR },
  "register-club": { points: 600, seconds: HOUR },
  "register-address": PER_ADDRESS,
  "register-confirmed": { points: 20, seconds: HOUR },
  // Tries of a signed-in user's own password.
  "own-password": { points: 10, seconds: HOUR / 4 },
  // New addresses of an account that are asked for (product/accounts.md#own-account).
  "own-email": { points: 3, seconds: HOUR },
  // Each copy reads all files of a person (product/privacy.md#own-data).
  "own-copy": { points: 10, seconds: HOUR },
  // Downloads of everything, by club.
  "everything-club": { points: 5, seconds: HOUR },
  "beta-code-client": { points: 10, seconds: HOUR },
  // A signature cannot be guessed, but checking one costs (product/accounts.md#passkeys).
  "passkey-client": { points: 60, seconds: 300 },
  // Sign-ins unlocked by somebody else: each time allows ten more tries (product/platform-staff.md#sign-in-help).
  "sign-in-unlock": { points: 5, seconds: HOUR },
  "setup-key-client": { points: 5, seconds: HOUR },
  // Searches of one of the staff: more than anybody types, fewer than copying the clubs takes.
  "staff-search": { points: 300, seconds: HOUR },
  // Codes and recovery codes of an account, right passwords or not.
  "admin-code": { points: 5, seconds: HOUR / 4 },
  "admin-reset-client": PER_CLIENT,
  "admin-reset-address": PER_ADDRESS,
  // Confirmations mailed to a new address of a club's own (product/clubs.md#club-email).
  "club-email": { points: 5, seconds: HOUR },
  // Whole calendars of one address; 'nothing new' is not counted (product/games.md#calendars).
  "calendar-address": { points: 60, seconds: HOUR },
  // Mails that a JSON call may ask for, counted before anybody is looked up.
  "team-email-account": { points: 60, seconds: HOUR },
  "team-email-club": { points: 300, seconds: DAY },
  // Test emails that a member of staff sends (product/emails.md#words-of-emails).
  "email-test": { points: 20, seconds: HOUR },
  // Wrong credentials of a webhook (product/emails.md#undelivered-mail).
  "webhook-credentials": { points: 30, seconds: HOUR },
} as const satisfies Record<string, Rule>;

type Limit = keyof typeof LIMITS;

/** Counts one use. @returns false once the limit is exceeded */
export const mayUse = (limit: Limit, key: string): Promise<boolean> => withinLimit(limit, key, LIMITS[limit]);

const counterOf = (limit: Limit) => limiter(limit, LIMITS[limit]);

export const mayOpenPayment = (ip: string) => mayUse("payment-client", ip);

/**
 * Tells whether a reset link may be asked for. Strangers' requests count by address and network, so that they do not
 * use up the owner's; a browser that has signed in to the account before counts alone (product/accounts.md#links).
 * @param browser the mark of that browser, or null
 */
export async function mayRequestReset(ip: string, email: string, browser: string | null): Promise<boolean> {
  if (browser) return mayUse("reset-browser", browser);
  return (
    (await mayUse("reset-client", ip)) && (await mayUse("reset-address", `${email} ${clientNetwork(ip)}`))
  );
}

/**
 * Tells whether a refusal goes into the audit log: a limited number for one account, or one session at one page
 * (product/security.md#audit).
 */
export function mayRecordRefusal(
  kind: "sign-in.refused" | "sign-in.locked" | "access.refused",
  key: string,
): Promise<boolean> {
  return mayUse(`audit-${kind}`, key);
}

/** Tells whether a form about an agreement may be accepted, by its network and its link. */
export const maySendAgreementForm = async (ip: string, agreementId: string) =>
  (await mayUse("agreement-form-client", ip)) && (await mayUse("agreement-form-link", agreementId));

/** Tells whether a network may send another registration, and a club may get another one. */
export const mayRegister = async (ip: string, clubCode: string) =>
  (await mayUse("register-client", ip)) && (await mayUse("register-club", clubCode));
/** Tells whether an address may be mailed another registration's link. */
export const mayMailRegistration = (email: string) => mayUse("register-address", email);
/** Tells the same for an address whose owner has confirmed every link before. Beyond it nothing is stored or mailed. */
export const mayMailConfirmed = (email: string) => mayUse("register-confirmed", email);

/**
 * Tries of the beta's code, counted before it is compared; right ones are uncounted (product/accounts.md#beta-gate).
 */
export const mayTryBetaCode = (ip: string) => mayUse("beta-code-client", ip);
export const uncountBetaTry = (ip: string) => giveBack(counterOf("beta-code-client"), clientNetwork(ip));
/** Tries of the setup key, counted before it is compared (product/platform-staff.md#platform-staff). */
export const mayTrySetupKey = (ip: string) => mayUse("setup-key-client", ip);
/** Codes and recovery codes that may be tried for an account, right passwords or not. */
export const mayTryAdminCode = (adminId: string) => mayUse("admin-code", adminId);
/** Tells whether an account has used up its tries of codes. */
export const adminCodesLocked = async (adminId: string) =>
  ((await counterOf("admin-code").get(adminId))?.consumedPoints ?? 0) >= LIMITS["admin-code"].points;
export const unlockAdminCodes = (adminId: string) => counterOf("admin-code").delete(adminId);
/** Uncounts a try of a code that was right. */
export const uncountAdminCode = (adminId: string) => giveBack(counterOf("admin-code"), adminId);
export const mayRequestAdminReset = async (ip: string, email: string) =>
  (await mayUse("admin-reset-client", ip)) &&
  (await mayUse("admin-reset-address", `${email} ${clientNetwork(ip)}`));

/** Tells whether a club may upload another logo: decoding one costs up to a second. */
export const mayUploadLogo = (clubCode: string, most: number) =>
  withinLimit("logo-club", clubCode, { points: most, seconds: HOUR });

/** Counts invitations before they are written, so that many at once are limited like many in a row. */
export const mayInvite = (clubCode: string, most: number, invitations = 1) =>
  withinLimit("invitation-club", clubCode, { points: most, seconds: DAY }, invitations);
/** Uncounts invitations that were refused. */
export const uncountInvitations = (clubCode: string, most: number, invitations: number) =>
  limiter("invitation-club", { points: most, seconds: DAY }).reward(clubCode, invitations);

/** Tells whether a JSON call may ask for a mail, by account and by club, counted before anybody is looked up. */
export const mayAskForTeamEmail = async (accountId: string, clubCode: string) =>
  (await mayUse("team-email-account", accountId)) && (await mayUse("team-email-club", clubCode));

/** Counts an announcement before it is sent, so that many at once are limited like many in a row. */
export const mayAnnounce = (clubCode: string, most: number) =>
  withinLimit("announcement-club", clubCode, { points: most, seconds: DAY });
/** Uncounts an announcement that was refused, or sent before. */
export const uncountAnnouncement = (clubCode: string, most: number) =>
  limiter("announcement-club", { points: most, seconds: DAY }).reward(clubCode);

/** Counts the addresses that a season is sent to, before it is. */
export const mayMailSeason = (clubCode: string, most: number, addresses: number) =>
  withinLimit("season-mail-club", clubCode, { points: most, seconds: DAY }, addresses);
/** Uncounts those that it was not sent to. */
export const uncountSeasonMails = (clubCode: string, most: number, addresses: number) =>
  limiter("season-mail-club", { points: most, seconds: DAY }).reward(clubCode, addresses);

/**
 * Tells whether a webhook's credentials may be answered. Wrong ones are counted before their answer goes out; after 30
 * of them in an hour a client gets the same answer whatever it sends, so that further guesses reveal nothing
 * (product/emails.md#undelivered-mail).
 */
export async function mayTryWebhook(ip: string, right: boolean): Promise<boolean> {
  if (!right) return mayUse("webhook-credentials", ip);
  const failed = await counterOf("webhook-credentials").get(clientNetwork(ip));
  return (failed?.consumedPoints ?? 0) <= LIMITS["webhook-credentials"].points;
}

/** Fields of a rate-limited request's log line. */
export const THROTTLED = { event: "refused", reason: "throttled" } as const;

/**
 * Counts uses of something limited.
 * @returns false once the limit is exceeded.
 */
export async function withinLimit(name: string, key: string, rule: Rule, uses = 1): Promise<boolean> {
  return (await consume(limiter(name, rule), clientNetwork(key), uses)) <= rule.points;
}
