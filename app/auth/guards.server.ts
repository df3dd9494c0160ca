import { type AppLoadContext, redirect } from "@remix-run/node";
import type { z } from "zod";
import { href } from "#app/config/addresses.ts";
import type { ClubDb } from "#app/db/club/schema.ts";
import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import { readOnlyHandle } from "#app/db/engine.server.ts";
import { type Platform, platform } from "#app/db/storage/platform.server.ts";
import {
  type ClubMember,
  type ClubUser,
  isActing,
  managesTeam,
  reachesTeam,
  roleInTeam,
  rolesOf,
} from "#app/domain/club/staff/club-user.ts";
import { assignmentsOf } from "#app/domain/club/staff/staff.server.ts";
import type { StaffRole } from "#app/domain/club/staff/staff.ts";
import { looksAfter } from "#app/domain/club/staff/staff.ts";
import { alertStaff, describeUnavailable } from "#app/journeys/clubs/club-unavailable.server.ts";
import type { ClubContext, ClubOrSupportContext, PublicContext } from "#app/journeys/context.ts";
import { type Capability, may } from "#app/permissions/club-permissions.ts";
import { FORGET_PAGES } from "#app/runtime/forget-pages.ts";
import type { RequestContext } from "#app/runtime/request-context.server.ts";
import { type ActingSession, actingFor, actingSession, actingUser, hasEnded } from "./acting.server.ts";
import { adminSessionOf, hasAdminCookie } from "./admin-session.server.ts";
import { accessOf, changesSomething, refuseByTerm } from "./club-access.server.ts";
import { keepTypedForm } from "./kept-forms.server.ts";
import { auditRefusedPage, rememberSignedIn } from "./refusal-audit.server.ts";
import { type Headed, hasSessionCookie, keepsPages, readSession, type SessionRow } from "./session.server.ts";

/** Arguments that Remix hands to a loader or an action. */
export interface RouteArgs {
  request: Request;
  context: AppLoadContext;
}

/** Builds the context of public pages: only the control database. */
export async function publicContext({ request, context }: RouteArgs): Promise<PublicContext> {
  const { requestId, clientIp, note, onFinish } = requestContextOf(context);
  const open = await platform();
  return {
    control: open.control,
    platform: open,
    client: { ip: clientIp, userAgent: request.headers.get("User-Agent") ?? "", requestId },
    note,
    onFinish,
  };
}

/** `keeps`: the form that an action keeps for an hour where its session has ended (product/accounts.md#sessions). */
interface Keeps {
  keeps?: z.ZodObject;
}

/** Requires the signed-in account, with or without a chosen club. Redirects visitors without a session to sign in. */
export async function requireAccount(
  args: RouteArgs,
  { keeps }: Keeps = {},
): Promise<PublicContext & { session: SessionRow }> {
  const ctx = await publicContext(args);
  const reads = readsOf(args.context);
  reads.session ??= readSession(ctx.control, args.request);
  const session = await reads.session;
  if (!session) {
    ctx.note({ reason: "not signed in" });
    const kept = keeps ? await keepTypedForm(ctx, args.request, keeps) : false;
    throw redirect(signInAddress(args.request, kept), { headers: forgetPages(args.request) });
  }
  ctx.note({ user: session.accountId });
  args.context.lite ||= session.liteSince !== null;
  const actor = { kind: "account", id: session.accountId } as const;
  const { tokenHash, clubCode } = session;
  rememberSignedIn(ctx.note, { ...ctx, actor, clubCode, session: tokenHash, request: args.request });
  return { ...ctx, session };
}

/**
 * Opens a club's file; no other code does for a request: checks session, club and role, then leases the file. Redirects
 * to sign-in without a session, and to /club/suspended where the club is; answers 402 for a form of a read-only club,
 * 403 for a missing capability and 503 for an unavailable file (product/clubs.md#tenants, product/billing.md#term).
 *
 * For the club's own people alone: staff of the platform who act for a club get 403 here, so new pages are closed to
 * them. {@link requireUserOrSupport} lets them in.
 */
export async function requireClubUser(
  args: RouteArgs,
  capability: Capability,
  keeps: Keeps = {},
): Promise<ClubContext & { session: SessionRow }> {
  const acting = await actingStaff(args);
  if (acting) {
    const ctx = await publicContext(args);
    noteActing(ctx, args.request, acting);
    throw forbidden(ctx.note, "role");
  }
  const ctx = await requireAccount(args, keeps);
  const { session, platform } = ctx;
  if (!session.clubCode || !session.clubName || !session.timezone) {
    throw redirect(session.chosenClub ? "/club/choose?left=true" : "/club/choose");
  }
  ctx.note({ club: session.clubCode });
  args.context.clubColor = session.clubColor;
  await refuseByTerm(ctx, session, args.request, keeps.keeps);
  const reads = readsOf(args.context);
  reads.file ??= leaseClub(platform, session.clubCode, requestContextOf(args.context));
  const db = await reads.file.catch(refuseUnavailable);
  reads.user ??= clubUser(db, session);
  const user = await reads.user;
  if (!user) throw redirect("/club/choose?noTeam=true");
  ctx.note({ role: user.role });
  noteByUser.set(user, ctx.note);
  if (!rolesOf(user).some((role) => may(role, capability))) throw forbidden(ctx.note, "role");
  const club = {
    code: session.clubCode,
    name: session.clubName,
    state: session.clubState ?? "",
    timezone: session.timezone,
  };
  return { ...ctx, db, club, user };
}

/**
 * Does the same, and lets in staff of the platform who act for the club, where the table of their addresses has this
 * one (product/support.md#acting-for-a-club). They read through a handle that cannot write, unless they may change its
 * subject.
 */
export async function requireUserOrSupport(
  args: RouteArgs,
  capability: Capability,
  keeps: Keeps = {},
): Promise<ClubOrSupportContext & { session: ClubSession }> {
  const acting = await actingStaff(args);
  if (!acting) return requireClubUser(args, capability, keeps);
  const ctx = await publicContext(args);
  const { user, reach } = actingUser(acting, new URL(args.request.url).pathname);
  noteActing(ctx, args.request, acting);
  noteByUser.set(user, ctx.note);
  const changes = changesSomething(args.request);
  const isReached = reach !== "no" && may(user.role, capability) && (!changes || reach === "change");
  if (!isReached) throw forbidden(ctx.note, "role");
  const session = actingSession(acting);
  args.context.clubColor = acting.clubColor;
  await refuseByTerm(ctx, session, args.request, undefined);
  const reads = readsOf(args.context);
  reads.file ??= leaseClub(ctx.platform, acting.club.code, requestContextOf(args.context));
  const whole = await reads.file.catch(refuseUnavailable);
  const db = changes ? whole : readOnlyHandle(whole);
  return { ...ctx, db, club: acting.club, user, session };
}

/** Tells whether the user is one of the club's own. */
export const isMember = <Ctx extends ClubOrSupportContext>(ctx: Ctx): ctx is Ctx & ClubContext =>
  !isActing(ctx.user);

/**
 * Loads what a cached page depends on, before its loaders, which share it: the session of a user who checked 'Remember
 * me', and their club's file. null if no cache may keep the page (docs/decisions/028).
 */
export async function rememberedClub({
  request,
  context,
}: {
  request: Headed;
  context: AppLoadContext;
}): Promise<{ platform: Platform; session: SessionRow; code: string; db: ClubDb } | null> {
  if (!hasSessionCookie(request) || hasAdminCookie(request)) return null;
  const open = await platform();
  const reads = readsOf(context);
  reads.session ??= readSession(open.control, request);
  const session = await reads.session;
  if (!session || !keepsPages(session) || !session.clubCode || !session.clubName) return null;
  if (session.liteSince !== null) return null;
  const access = accessOf(session);
  if (access === "suspended" || access === "creating") return null;
  requestContextOf(context).note({ user: session.accountId, club: session.clubCode });
  reads.file ??= leaseClub(open, session.clubCode, requestContextOf(context));
  // The page's own guard answers 503.
  const db = await reads.file.catch(() => null);
  return db && { platform: open, session, code: session.clubCode, db };
}

/** Session as pages read it, of members and of staff who act for the club. */
export type ClubSession = Pick<
  SessionRow,
  | "clubStatus"
  | "termEndsAt"
  | "timezone"
  | "clubLogo"
  | "places"
  | "membership"
  | "termsVersion"
  | "termsAsked"
>;

/**
 * Finds the staff who act for a club in this request; null for everybody else, without any query. It precedes a session
 * of a club in the same browser, so that every tab shows the same.
 * @throws a redirect to the club's page of staff, where the time has just ended and the browser has no club of its own
 */
export async function actingStaff(args: RouteArgs): Promise<ActingSession | null> {
  if (!hasAdminCookie(args.request)) return null;
  const { control } = await publicContext(args);
  const admin = await adminSessionOf(args.context, control, args.request);
  const acting = actingFor(admin);
  if (!acting && hasEnded(admin) && !hasSessionCookie(args.request)) {
    const over = { clubCode: admin?.actingFor ?? "", acting: "over" };
    throw redirect(href("/admin/clubs/:clubCode", over));
  }
  return acting;
}

function noteActing(ctx: PublicContext, request: Request, acting: ActingSession): void {
  ctx.note({ staff: acting.staffId, role: acting.role, club: acting.club.code, actingFor: acting.club.code });
  rememberSignedIn(ctx.note, {
    ...ctx,
    actor: { kind: "staff", id: acting.staffId },
    clubCode: acting.club.code,
    session: acting.tokenHash,
    request,
  });
}

/** Opens the club's file for a public link whose token was found in the control database. */
export async function openLinkedClub(
  args: RouteArgs,
  ctx: PublicContext,
  link: { clubCode: string; clubColor: string | null },
): Promise<ClubDb> {
  args.context.clubColor = link.clubColor;
  return leaseClub(ctx.platform, link.clubCode, requestContextOf(args.context)).catch(refuseUnavailable);
}

/** Refuses a team of the club that is not assigned to the user (403). Call it after the team was found. */
export function requireTeam(user: ClubUser, teamId: string): void {
  if (!reachesTeam(user, teamId)) throw forbidden(noteByUser.get(user), "other team");
}

/**
 * Refuses a team that the user does not manage (403): what managers may do, they may for their own teams
 * (product/teams.md#permissions). Call it after the team was found.
 */
export function requireManagedTeam(user: ClubUser, teamId: string): void {
  if (!managesTeam(user, teamId)) throw forbidden(noteByUser.get(user), "other team");
}

/** Refuses a member whom the user may not look after (403): a manager looks after the coaches of their teams. */
export function requireCareOf(user: ClubUser, member: { teamId: string; role: StaffRole }): void {
  const role = roleInTeam(user, member.teamId);
  if (!role || !looksAfter({ role }, member)) throw forbidden(noteByUser.get(user), "other team");
}

/** Answers 404 for unknown things, which include another club's. */
export const notFound = () => new Response("Not found", { status: 404, statusText: "Not Found" });

/** Answers 403; the reason goes to the log and the audit log only. */
export function forbidden(note: RequestContext["note"] | undefined, reason: "role" | "other team"): Response {
  note?.({ event: "refused", reason });
  if (note) auditRefusedPage(note, reason);
  return new Response("Forbidden", { status: 403, statusText: "Forbidden" });
}

/** Log access by user, for `requireTeam`, which only has the user. */
const noteByUser = new WeakMap<ClubUser, RequestContext["note"]>();

/** Shared by the guards of one request: layout, page and action. */
interface GuardReads {
  session?: Promise<SessionRow | null>;
  file?: Promise<ClubDb>;
  user?: Promise<ClubMember | null>;
}
const readsByRequest = new WeakMap<AppLoadContext, GuardReads>();

function readsOf(context: AppLoadContext): GuardReads {
  const reads = readsByRequest.get(context) ?? {};
  readsByRequest.set(context, reads);
  return reads;
}

async function leaseClub(open: Platform, code: string, context: RequestContext): Promise<ClubDb> {
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

/** Answers for an unavailable club with a new Response, because Remix reads each body, which can be read once. */
function refuseUnavailable(error: unknown): never {
  if (!(error instanceof ClubUnavailable)) throw error;
  throw new Response("This club is not available right now", {
    status: 503,
    headers: { "Retry-After": "120" },
  });
}

/** Loads the club's user; null for staff without a team. */
export async function clubUser(
  db: ClubDb,
  session: Pick<SessionRow, "accountId" | "name" | "email" | "kind" | "membership">,
): Promise<ClubMember | null> {
  const person = { accountId: session.accountId, name: session.name, email: session.email };
  // The club's own account has no email to be invited by.
  const assignments = session.kind === "club" ? [] : await assignmentsOf(db, session.accountId);
  if (session.membership === "club_admin") return { ...person, role: "club_admin", assignments };
  if (assignments.length === 0) return null;
  const manages = assignments.some(({ role }) => role === "manager");
  return { ...person, role: manages ? "team_manager" : "coach", assignments };
}

function requestContextOf(context: AppLoadContext): RequestContext {
  const { requestId, clientIp, onFinish, note } = context;
  if (!requestId || !clientIp || !onFinish || !note) throw new Error("No request context: refused");
  return { requestId, clientIp, onFinish, note };
}

/** Returns headers that remove the pages of a session that has ended elsewhere from its browser. */
const forgetPages = (request: Request): HeadersInit => (hasSessionCookie(request) ? FORGET_PAGES : {});

/**
 * Returns the sign-in page with the way back; after a POST it says that the form was not saved. Every address that
 * takes a POST also answers GET, so the way back works.
 */
function signInAddress(request: Request, kept: boolean): string {
  const { pathname, search } = new URL(request.url);
  const unsaved = request.method === "POST" ? `&message=${kept ? "kept" : "signed-out"}` : "";
  return `/club/login?redirectTo=${encodeURIComponent(pathname + search)}${unsaved}`;
}
