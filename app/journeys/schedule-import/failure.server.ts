import { ClubUnavailable, type Unavailability } from "#app/db/club-unavailable.server.ts";

/** An error as it crosses from a thread to another, where it would lose its class and its fields. */
export interface Failure {
  name: string;
  message: string;
  stack: string | undefined;
  code: string | undefined;
  /** Why the club is down, where that is what it says. */
  reason: Unavailability | undefined;
  cause: Failure | undefined;
}

export function toFailure(error: unknown): Failure {
  const known = error instanceof Error ? error : new Error(String(error));
  return {
    name: known.name,
    message: known.message,
    stack: known.stack,
    code: "code" in known ? String(known.code) : undefined,
    reason: known instanceof ClubUnavailable ? known.reason : undefined,
    cause: known.cause === undefined ? undefined : toFailure(known.cause),
  };
}

/** The error again, for those who ask for its class (a club that is down) or its code (a full disk). */
export function fromFailure({ name, message, stack, code, reason, cause }: Failure): Error {
  const options = cause ? { cause: fromFailure(cause) } : undefined;
  const error =
    code !== undefined && reason !== undefined
      ? new ClubUnavailable(message, code, reason, options)
      : Object.assign(new Error(message, options), { name }, code === undefined ? {} : { code });
  error.stack = stack;
  return error;
}
