/** The longest reason for erasing a club, in characters. */
export const ERASURE_REASON_MAX = 500;
