/**
 * The versions of the legal texts, oldest first, and when each was published (YYYY-MM-DD). Append only: a published
 * text never changes (product.md#legal-texts). The texts are in `app/routes/site/legal`.
 */
export const legalVersions = {
  terms: ["2026-11-22", "2026-11-23"],
  privacy: ["2026-11-23", "2026-11-23"],
  cookies: ["2025-01-20", "2026-11-23"],
} as const satisfies Record<string, readonly string[]>;

export type LegalText = keyof typeof legalVersions;

/** The number of the terms that are accepted from now on, counted from 1. */
export const TERMS_VERSION = legalVersions.terms.length;

/** Days from the mail about new terms until they hold for those who accepted earlier ones. */
export const TERMS_NOTICE_DAYS = 30;

/** What changed with each version of the terms since the first, in one sentence each, for the mail and the page. */
export const termsChanges: Record<number, readonly string[]> = {
  2: [
    "Your number of players is verified within 30 days of signing up.",
    "After the paid year your club can be read for 30 days, then it is suspended until you renew.",
    "The terms say what the service mails to parents for you, and how a club leaves with its data.",
  ],
};

/** What changed since a version that somebody accepted; 0 for none. */
export const changesSince = (version: number): string[] =>
  Object.entries(termsChanges).flatMap(([number, changes]) => (Number(number) > version ? changes : []));
