import { isIPv4, isIPv6 } from "node:net";
import { consume, giveBack, limiter } from "#app/db/limits.server.ts";

const HOUR = 3_600;
/** Generous enough for a whole office behind one address. */
const OFFICE = { points: 60, seconds: HOUR };
const PER_CLIENT = { points: 10, seconds: HOUR };
const PER_ADDRESS = { points: 3, seconds: HOUR };

export const mayStartSignup = (ip: string) => withinLimit("signup-client", ip, OFFICE);
/** How often details may be sent, because their answer says whether a club signed up before. */
export const maySendDetails = (ip: string) =>
  withinLimit("signup-details-client", ip, { points: 120, seconds: HOUR });
export const mayOpenPayment = (ip: string) => withinLimit("payment-client", ip, OFFICE);
export const maySendContactMessage = (ip: string) =>
  withinLimit("contact-message", ip, { points: 5, seconds: HOUR });

/**
 * Whether a reset link may be asked for. A stranger's requests count by address and network, so that they do not use
 * up the owner's; a browser that has signed in to the account before counts alone (product.md#links).
 * @param browser the mark of that browser, or null
 */
export async function mayRequestReset(ip: string, email: string, browser: string | null): Promise<boolean> {
  if (browser) return withinLimit("reset-browser", browser, PER_ADDRESS);
  return (
    (await withinLimit("reset-client", ip, PER_CLIENT)) &&
    (await withinLimit("reset-address", `${email} ${clientNetwork(ip)}`, PER_ADDRESS))
  );
}

/**
 * Whether strangers may have another reset mailed to an address. Beyond it no further mail is sent: the newest of
 * these works for another half an hour at least.
 */
export const mayMailReset = (email: string) =>
  withinLimit("reset-mail", email, { points: 10, seconds: HOUR / 2 });

/** How often refusals of one account, or of one session at one page, go into the audit log (product.md#audit). */
export function mayRecordRefusal(
  kind: "sign-in.refused" | "sign-in.locked" | "access.refused",
  key: string,
): Promise<boolean> {
  return withinLimit(`audit-${kind}`, key, REFUSALS[kind]);
}
const REFUSALS = {
  "sign-in.refused": { points: 20, seconds: HOUR },
  "sign-in.locked": { points: 1, seconds: HOUR / 4 },
  "access.refused": { points: 1, seconds: HOUR },
};

/** Mail programs stop mails for many people from few addresses; tokens cannot be guessed. */
export const mayStopMail = (ip: string) =>
  withinLimit("mail-stop-client", ip, { points: 600, seconds: HOUR });

/** Whether another PDF copy may be printed for a parent's link. */
export const mayPrintCopy = (agreementId: string) =>
  withinLimit("agreement-copy-link", agreementId, { points: 30, seconds: HOUR });
/** Files of evidence that strangers may have checked; each may have 50 MB (product.md#evidence-exports). */
export const mayCheckEvidence = (ip: string) =>
  withinLimit("evidence-check-client", ip, { points: 20, seconds: HOUR });

/** A club evening on one network opens and signs at once; tokens cannot be guessed (product.md#public-agreement). */
export const mayOpenAgreement = (ip: string) =>
  withinLimit("agreement-client", ip, { points: 1_200, seconds: HOUR });
/** Whether a form about an agreement may be taken, by its network and its link. */
export const maySendAgreementForm = async (ip: string, agreementId: string) =>
  (await withinLimit("agreement-form-client", ip, { points: 300, seconds: HOUR })) &&
  (await withinLimit("agreement-form-link", agreementId, { points: 20, seconds: HOUR }));

/** A club evening on one network registers at once (product.md#registration). */
export const mayOpenRegistration = (ip: string) =>
  withinLimit("register-open-client", ip, { points: 1_200, seconds: HOUR });
/** Whether a network may send another registration, and a club may get another one. */
export const mayRegister = async (ip: string, clubCode: string) =>
  (await withinLimit("register-client", ip, { points: 120, seconds: HOUR })) &&
  (await withinLimit("register-club", clubCode, { points: 600, seconds: HOUR }));
/** Whether an address may be mailed another registration's link. Beyond it nothing is stored or mailed. */
export const mayMailRegistration = (email: string) => withinLimit("register-address", email, PER_ADDRESS);

/** Tries of a signed-in user's own password. */
export const mayTryOwnPassword = (accountId: string) =>
  withinLimit("own-password", accountId, { points: 10, seconds: HOUR / 4 });
/** Tries of the beta's code, counted before it is compared; right ones are uncounted (product.md#beta-gate). */
const BETA_TRIES = { points: 10, seconds: HOUR };
export const mayTryBetaCode = (ip: string) => withinLimit("beta-code-client", ip, BETA_TRIES);
export const uncountBetaTry = (ip: string) =>
  giveBack(limiter("beta-code-client", BETA_TRIES), clientNetwork(ip));
/** Signing in by passkey: a signature cannot be guessed, but checking one costs (product.md#passkeys). */
export const mayTryPasskey = (ip: string) => withinLimit("passkey-client", ip, { points: 60, seconds: 300 });
/** How often somebody may ask for a new address of their account (product.md#own-account). */
export const mayChangeOwnEmail = (accountId: string) =>
  withinLimit("own-email", accountId, { points: 3, seconds: HOUR });
/** Copies of the user's own data: each reads all files of a person (product.md#own-data). */
export const mayCopyOwnData = (accountId: string) =>
  withinLimit("own-copy", accountId, { points: 10, seconds: HOUR });
/** Downloads of everything, by club. */
export const mayDownloadEverything = (clubCode: string) =>
  withinLimit("everything-club", clubCode, { points: 5, seconds: HOUR });
/**
 * How often somebody else may unlock an account's sign-in: each time allows ten more tries (product.md#sign-in-help).
 */
export const mayUnlock = (accountId: string) =>
  withinLimit("sign-in-unlock", accountId, { points: 5, seconds: HOUR });
/** Tries of the setup key, counted before it is compared (product.md#platform-staff). */
export const mayTrySetupKey = (ip: string) =>
  withinLimit("setup-key-client", ip, { points: 5, seconds: HOUR });
const ADMIN_CODE = { points: 5, seconds: HOUR / 4 };
/** Codes and recovery codes that may be tried for an account, right passwords or not. */
export const mayTryAdminCode = (adminId: string) => withinLimit("admin-code", adminId, ADMIN_CODE);
/** Whether no more codes are taken for an account now. */
export const adminCodesLocked = async (adminId: string) =>
  ((await limiter("admin-code", ADMIN_CODE).get(adminId))?.consumedPoints ?? 0) >= ADMIN_CODE.points;
export const unlockAdminCodes = (adminId: string) => limiter("admin-code", ADMIN_CODE).delete(adminId);
/** A right code was not a failed try. */
export const uncountAdminCode = (adminId: string) => giveBack(limiter("admin-code", ADMIN_CODE), adminId);
export const mayRequestAdminReset = async (ip: string, email: string) =>
  (await withinLimit("admin-reset-client", ip, PER_CLIENT)) &&
  (await withinLimit("admin-reset-address", `${email} ${clientNetwork(ip)}`, PER_ADDRESS));

export const mayRequestSetupLink = (ip: string) => withinLimit("setup-link-client", ip, PER_CLIENT);
export const mayMailSetupLink = (clubCode: string) => withinLimit("setup-link-club", clubCode, PER_ADDRESS);

/** Whether a club may have another confirmation mailed to a new address of its own (product.md#club-email). */
export const mayMailClubEmail = (clubCode: string) =>
  withinLimit("club-email", clubCode, { points: 5, seconds: HOUR });

/** Whether a club may upload another logo: decoding one costs up to a second. */
export const mayUploadLogo = (clubCode: string, most: number) =>
  withinLimit("logo-club", clubCode, { points: most, seconds: HOUR });

/** Whole calendars of one address in an hour; 'nothing new' is not counted (product.md#calendars). */
export const mayReadCalendar = (feedId: string) =>
  withinLimit("calendar-address", feedId, { points: 60, seconds: HOUR });

/** Counts an invitation before it is written, so that many at once are limited like many in a row. */
export const mayInvite = (clubCode: string, most: number) =>
  withinLimit("invitation-club", clubCode, { points: most, seconds: 24 * HOUR });
/** Uncounts an invitation that was refused for another reason. */
export const uncountInvitation = (clubCode: string, most: number) =>
  limiter("invitation-club", { points: most, seconds: 24 * HOUR }).reward(clubCode);

/** Mails that a JSON call may ask for, by account and by club, counted before anybody is looked up. */
export const mayAskForTeamEmail = async (accountId: string, clubCode: string) =>
  (await withinLimit("team-email-account", accountId, { points: 60, seconds: HOUR })) &&
  (await withinLimit("team-email-club", clubCode, { points: 300, seconds: 24 * HOUR }));

/** Counts an announcement before it is sent, so that many at once are limited like many in a row. */
export const mayAnnounce = (clubCode: string, most: number) =>
  withinLimit("announcement-club", clubCode, { points: most, seconds: 24 * HOUR });
/** Uncounts an announcement that was refused, or sent before. */
export const uncountAnnouncement = (clubCode: string, most: number) =>
  limiter("announcement-club", { points: most, seconds: 24 * HOUR }).reward(clubCode);

/**
 * Whether a webhook's credentials may be answered. Wrong ones are counted before their answer goes out; a client with
 * 30 of them in an hour is answered the same whatever it sends, so that guessing on tells nothing
 * (product.md#undelivered-mail).
 */
export async function mayTryWebhook(ip: string, right: boolean): Promise<boolean> {
  const rule = { points: 30, seconds: HOUR };
  if (!right) return withinLimit("webhook-credentials", ip, rule);
  const failed = await limiter("webhook-credentials", rule).get(clientNetwork(ip));
  return (failed?.consumedPoints ?? 0) <= rule.points;
}

/** What the log line of a rate-limited request says. */
export const THROTTLED = { event: "refused", reason: "throttled" } as const;

/**
 * Counts one use of something limited.
 * @returns false once the limit is exceeded.
 */
export async function withinLimit(
  name: string,
  key: string,
  rule: { points: number; seconds: number },
): Promise<boolean> {
  return (await consume(limiter(name, rule), clientNetwork(key))) <= rule.points;
}

/**
 * The part of an address that counts as one client: an IPv4 address, or the /64 of an IPv6 address, because one
 * client usually holds all 2^64. Anything else is returned unchanged.
 */
export function clientNetwork(ip: string): string {
  const [address = ""] = ip.split("%");
  const four = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (four && isIPv4(four)) return four;
  if (!isIPv6(address)) return ip;
  const [head = "", tail] = address.split("::");
  const groups = (part: string) => part.split(":").filter(Boolean);
  // A trailing IPv4 address makes two groups.
  const known = groups(`${head}:${tail ?? ""}`).length + (address.includes(".") ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(8 - known).fill("0");
  const first = [...groups(head), ...zeros, ...groups(tail ?? "")].slice(0, 4);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
