import { type AppLoadContext, redirect } from "@remix-run/node";
import type { ClubDb } from "#app/db/club/schema.ts";
import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import { type Platform, platform } from "#app/db/platform.server.ts";
import { type ClubUser, reachesTeam } from "#app/domain/club/staff/club-user.ts";
import { assignmentsOf } from "#app/domain/club/staff/staff.server.ts";
import { alertStaff, describeUnavailable } from "#app/journeys/clubs/club-unavailable.server.ts";
import type { ClubContext, PublicContext } from "#app/journeys/context.ts";
import type { RequestContext } from "#app/runtime/request-context.server.ts";
import { type Capability, may } from "./permissions.ts";
import { readSession, type SessionRow } from "./session.server.ts";

/** What Remix hands to a loader or an action. */
export interface RouteArgs {
  request: Request;
  context: AppLoadContext;
}

/** For pages that anybody may see. They find nothing but through what they look up. */
export async function publicContext({ request, context }: RouteArgs): Promise<PublicContext> {
  const { requestId, clientIp, note } = ours(context);
  const open = await platform();
  return {
    control: open.control,
    platform: open,
    client: { ip: clientIp, userAgent: request.headers.get("User-Agent") ?? "", requestId },
    note,
  };
}

/** The signed-in account, with or without a club chosen. Sends strangers to sign in. */
export async function requireAccount(args: RouteArgs): Promise<PublicContext & { session: SessionRow }> {
  const ctx = await publicContext(args);
  const reads = readsOf(args.context);
  reads.session ??= readSession(ctx.control, args.request);
  const session = await reads.session;
  if (!session) {
    ctx.note({ reason: "not signed in" });
    throw redirect(signInAddress(args.request));
  }
  ctx.note({ user: session.accountId });
  return { ...ctx, session };
}

/**
 * The one way to a club's file for somebody signed in: session, club, role, handle, in this order.
 * Strangers are sent to sign in; a role that may not gets 403; a club whose file is broken gets 503.
 */
export async function requireClubUser(
  args: RouteArgs,
  capability: Capability,
): Promise<ClubContext & { session: SessionRow }> {
  const ctx = await requireAccount(args);
  const { session, platform } = ctx;
  if (!session.clubCode || !session.clubName || !session.timezone) throw redirect("/club/choose");
  ctx.note({ club: session.clubCode });
  if (session.clubStatus !== "active") throw redirect("/club/suspended");
  const reads = readsOf(args.context);
  reads.file ??= borrow(platform, session.clubCode, ours(args.context));
  const db = await reads.file.catch(refuseUnavailable);
  reads.user ??= clubUser(db, session);
  const user = await reads.user;
  if (!user) throw redirect("/club/choose?noTeam=true");
  ctx.note({ role: user.role });
  noters.set(user, ctx.note);
  if (!may(user.role, capability)) throw forbidden(ctx.note, "role");
  const club = {
    code: session.clubCode,
    name: session.clubName,
    state: session.clubState ?? "",
    timezone: session.timezone,
  };
  return { ...ctx, db, club, user };
}

/** The club file behind a public link whose token was looked up in the control database. */
export async function openLinkedClub(
  args: RouteArgs,
  ctx: PublicContext,
  link: { clubCode: string },
): Promise<ClubDb> {
  return borrow(ctx.platform, link.clubCode, ours(args.context)).catch(refuseUnavailable);
}

/** Refuses a team of the own club that is not assigned to the user (403). Ask it after the team was found. */
export function requireTeam(user: ClubUser, teamId: string): void {
  if (!reachesTeam(user, teamId)) throw forbidden(noters.get(user), "other team");
}

/** For what is not there, or is another club's, which is the same. */
export const notFound = () => new Response("Not found", { status: 404, statusText: "Not Found" });

/** The page does not tell why somebody is refused; the log does. */
export function forbidden(note: RequestContext["note"] | undefined, reason: "role" | "other team"): Response {
  note?.({ event: "refused", reason });
  return new Response("Forbidden", { status: 403, statusText: "Forbidden" });
}

/** How the request of a user adds to its log line, for what has only the user at hand. */
const noters = new WeakMap<ClubUser, RequestContext["note"]>();

/** What the guards of one request share: those of the layout, of the page and of its action. */
interface GuardReads {
  session?: Promise<SessionRow | null>;
  file?: Promise<ClubDb>;
  user?: Promise<ClubUser | null>;
}
const readsByRequest = new WeakMap<AppLoadContext, GuardReads>();

function readsOf(context: AppLoadContext): GuardReads {
  const reads = readsByRequest.get(context) ?? {};
  readsByRequest.set(context, reads);
  return reads;
}

async function borrow(open: Platform, code: string, context: RequestContext): Promise<ClubDb> {
  try {
    const lease = await open.clubs.lease(code);
    context.onFinish(lease.release);
    return lease.db;
  } catch (error) {
    if (!(error instanceof ClubUnavailable)) throw error;
    context.note({ clubUnavailable: describeUnavailable(error) });
    await alertStaff(open, error);
    throw error;
  }
}

/** A new Response for each guard of a request: Remix reads the body of each, and a body is read once. */
function refuseUnavailable(error: unknown): never {
  if (!(error instanceof ClubUnavailable)) throw error;
  throw new Response("This club is not available right now", {
    status: 503,
    headers: { "Retry-After": "120" },
  });
}

/** null: a member of staff whose last team was taken away. */
async function clubUser(db: ClubDb, session: SessionRow): Promise<ClubUser | null> {
  const person = { accountId: session.accountId, name: session.name, email: session.email };
  if (session.membership === "club_admin") return { ...person, role: "club_admin", assignments: [] };
  const assignments = await assignmentsOf(db, session.accountId);
  if (assignments.length === 0) return null;
  const manages = assignments.some(({ role }) => role === "manager");
  return { ...person, role: manages ? "team_manager" : "coach", assignments };
}

function ours(context: AppLoadContext): RequestContext {
  const { requestId, clientIp, onFinish, note } = context;
  if (!requestId || !clientIp || !onFinish || !note) throw new Error("No request context: refused");
  return { requestId, clientIp, onFinish, note };
}

/**
 * Where a stranger signs in, to come back afterwards; never to another site. Who sent a form is told that it was
 * not saved: every address that takes a form also shows a page, or leads to one.
 */
function signInAddress(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const unsaved = request.method === "POST" ? "&message=signed-out" : "";
  return `/club/login?redirectTo=${encodeURIComponent(pathname + search)}${unsaved}`;
}
