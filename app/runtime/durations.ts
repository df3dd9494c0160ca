/** Spans of time in milliseconds. A day of the calendar may be an hour longer or shorter: see times.ts. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Unit of cookies' ages. */
export const DAY_SECONDS = DAY_MS / 1000;
