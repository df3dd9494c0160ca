import { UNKNOWN_LOCATION } from "#app/domain/club/schedule-import/planned-game.ts";

/** An empty location is 'TBD', as in imported files. */
export const locationOf = (typed: string) => typed || UNKNOWN_LOCATION;
