import { createHmac } from "node:crypto";
import { env } from "#app/config/env.server.ts";
import { signIns } from "#app/observability/metrics.server.ts";
import type { RequestContext } from "#app/runtime/request-context.server.ts";

/** How somebody says who they are: by club code, by e-mail, or with a password on an invitation's page. */
type Method = "club-code" | "email" | "invitation";
type Note = RequestContext["note"];

/** Every sign-in stands in the log line of its request, and is counted. */
export function logSignIn(note: Note, who: { method: Method; user: string; club: string | null }): void {
  const { method: by, user, club } = who;
  note({ event: "signed in", by, user, club });
  signIns.inc({ method: by, outcome: "signed in" });
}

/** So does every refused one. @param who.user the account that was meant, where there is one. */
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
 * What was typed as a name may be a mail address, or a password in the wrong field: the log keeps a mark by which
 * tries under one name are recognised, and which says nothing without the session secret.
 */
function markOf(name: string): string {
  return createHmac("sha256", env().sessionSecret)
    .update(`name in the log:${name}`)
    .digest("hex")
    .slice(0, 12);
}
