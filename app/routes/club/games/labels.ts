import { UNKNOWN_LOCATION } from "#app/domain/club/schedule-import/planned-game.ts";

/** 'Central Time' of 'America/Chicago'. */
export function zoneLabels(timezone: string): string {
  const part = new Intl.DateTimeFormat("en-US", { timeZone: timezone, timeZoneName: "longGeneric" })
    .formatToParts(0)
    .find(({ type }) => type === "timeZoneName");
  return part?.value ?? timezone;
}

/** An empty location is 'TBD', as in imported files. */
export const locationOf = (typed: string) => typed || UNKNOWN_LOCATION;
