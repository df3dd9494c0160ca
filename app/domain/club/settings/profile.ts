/** Fields of the Club Profile tab (product/clubs.md#club-profile). */
export interface ClubProfile {
  clubName: string;
  contactName: string;
  /** Address for the club's emails and its password resets. */
  email: string;
  phone: string;
  state: string;
  city: string;
  address: string;
  zipCode: string;
  website: string;
  description: string;
}

/**
 * Returns a website as typed, with https:// in front where no scheme was typed; null for what is not an http or https
 * address of a named host (product/clubs.md#club-profile). An empty text stays empty.
 */
export function readWebsite(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return "";
  if (/[\s\p{Cc}<>"'\\]/u.test(text)) return null;
  const address =
    /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d+(\/|$)/.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, username, password, href } = new URL(address);
  if ((protocol !== "https:" && protocol !== "http:") || username !== "" || password !== "") return null;
  return /^[^.]+(\.[^.]+)+$/.test(hostname) ? href.replace(/^([^/]+\/\/[^/]+)\/$/, "$1") : null;
}

/** Five digits, or nine with a hyphen. */
export const ZIP_CODE = /^\d{5}(?:-\d{4})?$/;

/** Days after which an unsigned agreement expires, unless the club chooses others (product/clubs.md#settings). */
export const AGREEMENT_DAYS = 30;
export const MOST_AGREEMENT_DAYS = 365;

/** Club's choices for its games (product/clubs.md#settings). */
export interface GamePreferences {
  /** An IANA zone. */
  timezone: string;
  onLeaderboard: boolean;
}

/** Club's choices for its agreements (product/clubs.md#settings). */
export interface AgreementPreferences {
  agreementDays: number;
  /** The club's own paragraph in English and in Spanish; '' for none. */
  agreementText: string;
  agreementTextEs: string;
  /** True if agreements have automatic reminders. */
  agreementReminders: boolean;
}

export type ClubPreferences = GamePreferences & AgreementPreferences;
