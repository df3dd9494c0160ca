import { sendProblemLabels } from "#app/domain/club/agreements/labels.ts";
import { agreementOfAddress } from "#app/domain/club/agreements/matching-agreements.server.ts";
import { managedTeams, roleInTeam } from "#app/domain/club/staff/club-user.ts";
import { resendInvitation } from "#app/domain/club/staff/invitations.server.ts";
import { dailyLimitLabel } from "#app/domain/club/staff/labels.ts";
import { type Member, membersWithEmail } from "#app/domain/club/staff/staff.server.ts";
import { looksAfter } from "#app/domain/club/staff/staff.ts";
import {
  openAdminInvitations,
  renewAdminInvitation,
} from "#app/domain/control/administrators/admin-invitations.server.ts";
import { mayAskForTeamEmail } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { remindAgreements, sendAgreements } from "#app/journeys/agreements/send-agreements.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { remindRaters } from "#app/journeys/reminders/remind-raters.server.ts";
import { sendInvitation } from "#app/journeys/staff/staff.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Messages when a JSON call sent no mail (product/api.md#json-calls). */
const teamEmailLabels = {
  "not-found":
    "Nobody with this address is invited, a member or a parent of your club whom you may write to.",
  "joined-already": "This person has joined already, so there is no invitation to send.",
  "already-reminded":
    "Nothing was sent: no game waits for this person's rating, or they were reminded today.",
} as const;
const TOO_MANY_TEAM_EMAILS = "Too many emails were asked for. Please wait an hour.";

/** Mails of ours that the call can send. */
export const teamEmails = ["invitation", "agreement", "agreement-reminder", "rating-reminder"] as const;
export type TeamEmail = (typeof teamEmails)[number];
type Result =
  | { ok: true; mail: TeamEmail }
  | { ok: false; problem: "throttled" | "not-found" | "not-now"; words: string };

const notFound = { ok: false, problem: "not-found", words: teamEmailLabels["not-found"] } as const;
const notNow = (words: string) => ({ ok: false, problem: "not-now", words }) as const;

/**
 * Sends a person of the user's club the mail that fits: their invitation again, their agreement or a reminder of it, or
 * a reminder to rate. The recipient is looked up among those in the club whom the user may write to, and every word of
 * the mail is ours (product/api.md#json-calls). Counted before anything is looked up.
 * @param wanted.to an email address in lower case
 */
export async function sendTeamEmail(
  ctx: ClubContext,
  wanted: { to: string; type: "invitation" | "notification" },
): Promise<Result> {
  if (!(await mayAskForTeamEmail(ctx.user.accountId, ctx.club.code)))
    return { ok: false, problem: "throttled", words: TOO_MANY_TEAM_EMAILS };
  const staff = (await membersWithEmail(ctx.db, wanted.to)).filter((member) => reaches(ctx, member));
  const invited = staff.find(({ status }) => status === "pending");
  if (invited) return inviteAgain(ctx, invited);
  const administrator = ctx.user.role === "club_admin" && (await invitedAdministrator(ctx, wanted.to));
  if (administrator) return asResult(await renewAdminInvitation(ctx, administrator.id), "invitation");
  const agreement = await agreementOfAddress(ctx.db, wanted.to);
  if (agreement) {
    const sent = await writeToParent(ctx, agreement, wanted.type);
    if (sent.ok || staff.length === 0) return sent;
  }
  const [member] = staff;
  if (!member?.accountId) return notFound;
  if (wanted.type === "invitation") return notNow(teamEmailLabels["joined-already"]);
  const { accountId } = member;
  const notified = await remindRaters(ctx, { scope: managedTeams(ctx.user), accountId }, now());
  return notified > 0 ? { ok: true, mail: "rating-reminder" } : notNow(teamEmailLabels["already-reminded"]);
}

/** Tells whether the user may write to a member, as the pages do (product/teams.md#permissions). */
function reaches({ user }: ClubContext, member: Member): boolean {
  const role = roleInTeam(user, member.teamId);
  return role !== null && looksAfter({ role }, member);
}

async function invitedAdministrator({ control, club }: ClubContext, email: string) {
  return (await openAdminInvitations(control, club.code)).find((open) => open.email === email);
}

async function inviteAgain(ctx: ClubContext, { id, teamId }: Member): Promise<Result> {
  const ref = { teamId, staffId: id };
  return asResult(await sendInvitation(ctx, (tx) => resendInvitation(tx, ref)), "invitation");
}

function asResult(sent: { ok: true } | { ok: false; problem: string }, mail: TeamEmail): Result {
  if (sent.ok) return { ok: true, mail };
  if (sent.problem === "daily-limit") return notNow(dailyLimitLabel);
  return sent.problem === "already-joined" ? notNow(teamEmailLabels["joined-already"]) : notFound;
}

/** Sends a reminder if the agreement is open; otherwise, for an invitation, the agreement itself. */
async function writeToParent(
  ctx: ClubContext,
  { id, status, sentAt }: { id: string; status: string; sentAt: string | null },
  type: "invitation" | "notification",
): Promise<Result> {
  const open = status === "pending" && sentAt !== null;
  const selection = { agreementIds: [id] };
  const send = !open && type === "invitation";
  const sent = send ? await sendAgreements(ctx, selection) : await remindAgreements(ctx, selection);
  if (sent.ok) return { ok: true, mail: send ? "agreement" : "agreement-reminder" };
  // Same answer for a parent of a team that the user does not manage, whose existence stays hidden.
  if (sent.problem === "nobody" && ctx.user.role !== "club_admin") return notFound;
  return notNow(sendProblemLabels[sent.problem]);
}
