import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { openLinkedClub, publicContext } from "#app/auth/guards.server.ts";
import { endSession, readSession, startSession } from "#app/auth/session.server.ts";
import { logRefusedSignIn, logSignIn } from "#app/auth/sign-in-log.server.ts";
import { staffTitle } from "#app/domain/club/staff/staff.ts";
import { findPersonByEmail } from "#app/domain/control/accounts/accounts.server.ts";
import { TOO_BUSY, TooBusy } from "#app/domain/control/passwords/password.server.ts";
import { postedForm } from "#app/forms/posted-form.server.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import {
  createInvitedAccount,
  findInvitation,
  type InvitationProblem,
  joinStaff,
  type OpenInvitation,
  recognizeInvited,
} from "#app/journeys/staff/join-staff.server.ts";
import { welcomeAddress } from "#app/routes/account/passwords/welcome.server.ts";
import { knownStaffSchema, newStaffSchema, PASSWORDS } from "./invitation-form.server.ts";

export type InvitationState = "create" | "sign-in" | "join";

const refusals = {
  locked: "Too many failed sign-ins. Wait 15 minutes and try again, or reset your password.",
  wrong: "Invalid email or password for coach/manager account.",
} as const;

/** Both spellings of the address: invite and team (in emails), role and teamId (product.md#invitations). */
function askedBy(request: Request) {
  const query = new URL(request.url).searchParams;
  const role = query.get("invite") || query.get("role");
  const teamId = query.get("team") || query.get("teamId");
  const token = query.get("token");
  return role && teamId && token ? { role, teamId, token } : null;
}

async function open(args: LoaderFunctionArgs) {
  const ctx = await publicContext(args);
  const asked = askedBy(args.request);
  const found = asked
    ? await findInvitation(ctx.control, (link) => openLinkedClub(args, ctx, link), asked)
    : { problem: "incomplete" as const };
  return { ctx, found };
}

/** What an account's holder, or somebody without one, has to do to join. */
async function stateOf(ctx: PublicContext, request: Request, { link }: OpenInvitation) {
  const [account, session] = await Promise.all([
    findPersonByEmail(ctx.control, link.email),
    readSession(ctx.control, request),
  ]);
  if (!account) return { state: "create" as const, session };
  return session?.accountId === account.id
    ? { state: "join" as const, session }
    : { state: "sign-in" as const, session };
}

const invalid = (problem: InvitationProblem | "incomplete") =>
  json({ view: "invitation" as const, problem, invitation: null }, { status: 404 });

/** The page itself says what is wrong with the link. */
function lookAgain(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return redirect(pathname + search, 303);
}

export async function loadInvitation(args: LoaderFunctionArgs) {
  const { ctx, found } = await open(args);
  if ("problem" in found) return invalid(found.problem);
  if (found.finished) return invalid("used");
  const { link, primary, others } = found;
  const { state, session } = await stateOf(ctx, args.request, found);
  return json({
    view: "invitation" as const,
    problem: null,
    invitation: {
      state: state as InvitationState,
      role: primary.role,
      club: link.clubName,
      email: link.email,
      team: primary.teamName,
      as: staffTitle(primary),
      ageGroup: primary.ageGroup,
      season: primary.season,
      others: others.map((other) => `${other.teamName} (${staffTitle(other)})`),
      signedInAs: session && state !== "join" ? (session.email ?? session.name) : null,
    },
  });
}

/**
 * Creates the account, or recognizes it, and joins. A form that comes twice finds the account there and the
 * password fitting: it ends where the first one did.
 */
export async function submitInvitation(args: ActionFunctionArgs) {
  const { ctx, found } = await open(args);
  if ("problem" in found) return lookAgain(args.request);
  const { state, session } = await stateOf(ctx, args.request, found);
  if (state === "join" && session) {
    const person = { accountId: session.accountId, name: session.name };
    if (!found.finished && !(await joinStaff(ctx.control, found, person))) return lookAgain(args.request);
    return welcome(args, ctx, found, person);
  }
  const posted = await postedForm(args.request);
  try {
    return await submitForm(args, ctx, found, { state, posted });
  } catch (error) {
    if (!(error instanceof TooBusy)) throw error;
    const reading =
      state === "create"
        ? readFields(posted, newStaffSchema, { hide: PASSWORDS })
        : readFields(posted, knownStaffSchema, { hide: PASSWORDS });
    return reading.ok ? reading.refuse({ "": TOO_BUSY }, 503) : reading.answer;
  }
}

async function submitForm(
  args: ActionFunctionArgs,
  ctx: PublicContext,
  invitation: OpenInvitation,
  { state, posted }: { state: InvitationState; posted: FormData },
): Promise<Response> {
  if (state === "create" && !invitation.finished) {
    const reading = readFields(posted, newStaffSchema, { hide: PASSWORDS });
    if (!reading.ok) return reading.answer;
    const { fullName, phone, state, city, password } = reading.value;
    const given = { name: fullName, phone, state, city, password };
    const person = await createInvitedAccount(ctx.control, invitation, given);
    if (person) {
      if (!(await joinStaff(ctx.control, invitation, person))) return lookAgain(args.request);
      return welcome(args, ctx, invitation, person);
    }
  }
  const reading = readFields(posted, knownStaffSchema, { hide: PASSWORDS });
  if (!reading.ok) return invitation.finished ? lookAgain(args.request) : reading.answer;
  const known = await recognizeInvited(ctx.control, invitation, reading.value.password, ctx.client.ip);
  if ("refused" in known) {
    const reason = known.refused === "locked" ? "throttled" : "wrong";
    logRefusedSignIn(ctx.note, reason, { method: "invitation", name: invitation.link.email });
    return invitation.finished
      ? lookAgain(args.request)
      : reading.refuse({ password: refusals[known.refused] });
  }
  if (!invitation.finished && !(await joinStaff(ctx.control, invitation, known)))
    return lookAgain(args.request);
  return welcome(args, ctx, invitation, known);
}

/** Signs the person in (always a new session) and shows the welcome. */
async function welcome(
  args: ActionFunctionArgs,
  ctx: PublicContext,
  { link, primary, others }: OpenInvitation,
  person: { accountId: string; name: string },
): Promise<Response> {
  await endSession(ctx.control, args.request);
  const cookie = await startSession(ctx.control, {
    accountId: person.accountId,
    clubCode: link.clubCode,
    remember: false,
    ip: ctx.client.ip,
    userAgent: ctx.client.userAgent,
  });
  logSignIn(ctx.note, { method: "invitation", user: person.accountId, club: link.clubCode });
  const teams = [primary, ...others].map(({ teamName }) => teamName);
  const to = welcomeAddress({ role: primary.role, teams: [...new Set(teams)], name: person.name });
  return redirect(to, { status: 303, headers: { "Set-Cookie": cookie } });
}
