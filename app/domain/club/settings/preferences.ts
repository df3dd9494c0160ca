/** Days after which an unsigned agreement expires, unless the club chooses others (product.md#settings). */
export const AGREEMENT_DAYS = 30;
export const MOST_AGREEMENT_DAYS = 365;
/** Characters of the club's own paragraph. */
export const MOST_AGREEMENT_TEXT = 2000;

/** What a club chooses about its time, the leaderboard and its agreements (product.md#settings). */
export interface ClubPreferences {
  /** An IANA zone. */
  timezone: string;
  onLeaderboard: boolean;
  agreementDays: number;
  agreementText: string;
  /** Whether agreements are reminded of by themselves. */
  agreementReminders: boolean;
}
