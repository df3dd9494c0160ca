/**
 * Why a club is down: nobody's file has the name; the file is no sound database; it is another club's, or of another
 * release; it is being replaced right now; or the machine refused (descriptors, disk), which says nothing of the file.
 */
export type Unavailability = "missing" | "damaged" | "foreign" | "outdated" | "replacing" | "machine";

/** A club's file cannot be used: that club is down, the others are not. */
export class ClubUnavailable extends Error {
  override name = "ClubUnavailable";
  constructor(
    message: string,
    readonly code: string,
    readonly reason: Unavailability,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What opening found out about a file. */
export class Unusable extends Error {
  constructor(
    readonly reason: Unavailability,
    message: string,
  ) {
    super(message);
  }
}
