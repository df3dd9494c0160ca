/**
 * The versions of the legal texts, oldest first, and when each was published (YYYY-MM-DD). Append only: a published
 * text never changes (product/pages.md#legal-texts). The texts are in `app/routes/site/legal`.
 */
export const legalVersions = {
  terms: ["2026-11-22", "2026-11-23"],
  privacy: ["2026-11-23", "2026-11-23", "2026-11-26", "2026-11-26"],
  cookies: ["2025-01-20", "2026-11-23", "2026-11-26"],
} as const satisfies Record<string, readonly string[]>;

export type LegalText = keyof typeof legalVersions;

/** The number of the terms that are accepted from now on, counted from 1. */
export const TERMS_VERSION = legalVersions.terms.length;

/** The number of the privacy policy that is shown, counted from 1. */
export const PRIVACY_VERSION = legalVersions.privacy.length;

/** Changes of the privacy policy by version, from the third on, one sentence each, for the mail about it. */
const privacyChanges: Record<number, readonly string[]> = {
  3: [
    "The leaderboard is public: anybody, also without an account, sees your teams, their club, city, state, age group, gender and scores. You can switch your club's part in it off in the settings.",
    "When one of our staff looks at how your club's people sign in, you read their first name and role, and the reason.",
    "A registration that your club refuses is kept for a day, so that you can take it back; then it is erased.",
  ],
  4: [
    "Your club can ask its parents one question. Nobody reads who said what; when the question closes, the figures are counted and every answer is deleted.",
    "A report made as PDF is kept for a day.",
    "The rewards that your club gives its teams are kept with them.",
    "The email of your club's treasurer, where you enter one, gets copies of the emails about money.",
  ],
};

/** Lists the policy's changes since the version that a person was last mailed; 0 for none. */
export const privacyChangesSince = (version: number): string[] => newer(privacyChanges, version);

/** Days from the mail about new terms until they hold for those who accepted earlier ones. */
export const TERMS_NOTICE_DAYS = 30;

/** Changes of the terms by version, from the second on, one sentence each, for the mail and the page. */
export const termsChanges: Record<number, readonly string[]> = {
  2: [
    "Your number of players is verified within 30 days of signing up.",
    "After the paid year your club can be read for 30 days, then it is suspended until you renew.",
    "The terms say what the service mails to parents for you, and how a club leaves with its data.",
  ],
};

/** Lists the changes since a version that a person accepted; 0 for none. */
export const changesSince = (version: number): string[] => newer(termsChanges, version);

const newer = (changes: Record<number, readonly string[]>, version: number): string[] =>
  Object.entries(changes).flatMap(([number, sentences]) => (Number(number) > version ? sentences : []));
