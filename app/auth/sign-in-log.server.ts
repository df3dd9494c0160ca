import { createHmac } from "node:crypto";
import { env } from "#app/config/env.server.ts";
import { signIns } from "#app/observability/metrics.server.ts";
import type { RequestContext } from "#app/runtime/request-context.server.ts";

/** The way of signing in; `invitation`: with a password on an invitation's page. */
type Method = "club-code" | "email" | "invitation" | "passkey" | "staff";
type Note = RequestContext["note"];

/** Adds a sign-in to its request's log line and counts it. */
export function logSignIn(note: Note, who: { method: Method; user: string; club: string | null }): void {
  const { method: by, user, club } = who;
  note({ event: "signed in", by, user, club });
  signIns.inc({ method: by, outcome: "signed in" });
}

/** Adds a refused sign-in to its request's log line and counts it. @param who.user the account, if the name exists */
export function logRefusedSignIn(
  note: Note,
  reason: "wrong" | "throttled" | "too busy",
  who: { method: Method; name: string; user?: string },
): void {
  const { method: by, name, user } = who;
  note({ event: "sign-in refused", reason, by, name: markOf(name), ...(user ? { user } : {}) });
  signIns.inc({ method: by, outcome: reason });
}

/**
 * Returns a keyed hash of the typed name, which may be an email address or a password in the wrong field. Attempts
 * under one name share it until SESSION_SECRET changes.
 */
function markOf(name: string): string {
  return createHmac("sha256", env().sessionSecrets[0])
    .update(`name in the log:${name}`)
    .digest("hex")
    .slice(0, 12);
}
