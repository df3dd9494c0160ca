import { json, redirect } from "@remix-run/node";
import type { z } from "zod";
import { type ClubAccess, clubAccess, suspendedFrom } from "#app/domain/control/clubs/club-access.ts";
import { keepForm } from "#app/domain/control/sign-in/kept-forms.server.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { postedForm, typedValuesOf } from "#app/forms/read-form.server.ts";
import type { ReadOnlyRefusal } from "#app/forms/read-only-refusal.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { addressOf } from "./redirect-target.ts";
import type { SessionRow } from "./session.server.ts";
import type { ShellProps } from "./shell-props.ts";

/**
 * A read-only club still takes these forms: your own account, downloads, and the way back to a paid year
 * (product/billing.md#term).
 */
const OPEN_AFTER_TERM = [
  /^\/search$/,
  /^\/(?:account|notifications)(?:\/|$)/,
  /^\/verification(?:\/|$)/,
  /^\/club\/(?:billing|leave)(?:\/|$)/,
  /^\/reports\/pdf$/,
  /^\/incidents\/(?:[^/]+\/)?export$/,
  /^\/club\/settings\/activity\/export$/,
];
/**
 * One's own account, what leads back to an open club, and the club's data, which is its own at any time
 * (product/billing.md#term, product/privacy.md#leaving).
 */
const OPEN_WHILE_SUSPENDED = /^\/(?:account|verification|club\/(?:billing|leave))(?:\/|$)/;

/** Tells whether a form of this address is accepted after the club's year. */
export const openAfterTerm = (path: string): boolean => OPEN_AFTER_TERM.some((pattern) => pattern.test(path));

/** Tells whether an address answers while a club is suspended. */
export const openWhileSuspended = (path: string): boolean => OPEN_WHILE_SUSPENDED.test(path);

/** Returns the access of the session's club now. */
export function accessOf({
  clubStatus,
  termEndsAt,
}: Pick<SessionRow, "clubStatus" | "termEndsAt">): ClubAccess {
  return clubAccess({ status: clubStatus ?? "suspended", termEndsAt: termEndsAt ?? "" }, now());
}

/** Tells whether a request may change something. */
export const changesSomething = ({ method }: Request) => method !== "GET" && method !== "HEAD";

/**
 * Keeps a club unchanged after its year; no other code does. A suspended club leads to the page that says why, except
 * for addresses in `openWhileSuspended`; a read-only one takes only the forms in `openAfterTerm`. Typed values are kept
 * for an hour if `keeps` names the form (product/billing.md#term).
 * @throws a redirect, or 402 for a form that would change the club
 */
export async function refuseByTerm(
  { control, note }: PublicContext,
  session: Pick<SessionRow, "clubStatus" | "termEndsAt" | "timezone" | "membership"> & { accountId?: string },
  request: Request,
  keeps: z.ZodObject | undefined,
): Promise<void> {
  const access = accessOf(session);
  const { pathname } = new URL(request.url);
  if (access === "suspended" && openWhileSuspended(pathname)) return;
  if (access === "suspended" || access === "creating") throw redirect("/club/suspended");
  if (access === "open" || !changesSomething(request) || openAfterTerm(pathname)) return;
  note({ event: "refused", reason: "read-only" });
  const { accountId } = session;
  const typed = keeps && accountId && typedValuesOf(await postedForm(request.clone()), keeps);
  const kept = typed ? await keepForm(control, { accountId, address: addressOf(request) }, typed) : false;
  const readOnly = { endedOn: endOf(session), renews: session.membership === "club_admin", kept };
  throw json<ReadOnlyRefusal>({ readOnly }, { status: 402, statusText: "Payment Required" });
}

/** Returns the shell's notice for a read-only club; null while it is open. */
export const readOnlyOf = (
  session: Pick<SessionRow, "clubStatus" | "termEndsAt" | "timezone" | "membership">,
): ShellProps["readOnly"] =>
  accessOf(session) === "read-only"
    ? {
        endedOn: endOf(session),
        until: endOf({ ...session, termEndsAt: suspendedFrom(session.termEndsAt ?? "") }),
        renews: session.membership === "club_admin",
      }
    : null;

/** Returns the end of the club's year in words, in its zone. */
export const endOf = ({ termEndsAt, timezone }: Pick<SessionRow, "termEndsAt" | "timezone">): string =>
  termEndsAt && timezone ? formatDateInFull(new Date(termEndsAt), timezone) : "";
