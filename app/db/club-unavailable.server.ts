/**
 * Reason why a club is down. `foreign`: the file belongs to another club; `outdated`: its migrations are pending;
 * `newer`: a newer release has migrated it; `moved`: the club is being moved to another installation, or was;
 * `machine`: the machine failed (descriptors, disk), so the file may be fine.
 */
export type Unavailability =
  | "missing"
  | "damaged"
  | "foreign"
  | "outdated"
  | "newer"
  | "replacing"
  | "moved"
  | "machine";

/** A club's file cannot be used. Other clubs are unaffected. */
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

/** The reason why opening a file failed. */
export class Unusable extends Error {
  constructor(
    readonly reason: Unavailability,
    message: string,
  ) {
    super(message);
  }
}
