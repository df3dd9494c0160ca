import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openLinkedClub, publicContext } from "#app/auth/guards.server.ts";
import { addressOf } from "#app/auth/redirect-target.ts";
import { staffTitle } from "#app/domain/club/staff/labels.ts";
import { distinctTeamLabels } from "#app/domain/club/teams/teams.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { findInvitation } from "#app/journeys/staff/staff.server.ts";
import { title } from "#app/ui/title.ts";
import { acceptStaffInvitation, stepToJoin } from "./accept-invitation.server.ts";
import { InvalidInvitation, InvitationPage, type InvitationProblem } from "./invitation-page.tsx";

export const handle = { passwords: true };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.invitation ? "Invitation" : "Invalid Invitation");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await publicContext(args);
  const found = await open(args, ctx);
  if (!found.ok) return invalid(found.problem);
  if (found.invitation.finished) return invalid("used");
  const { link, primary, others } = found.invitation;
  const { step, session, keptAccount } = await stepToJoin(ctx, args.request, link.email);
  const labels = distinctTeamLabels([primary, ...others]);
  const invitation = {
    step,
    role: primary.role,
    club: link.clubName,
    email: link.email,
    team: primary.teamName,
    known: { fullName: primary.name, state: link.clubState, city: link.clubCity },
    staffTitle: staffTitle(primary),
    ageGroup: primary.ageGroup,
    season: primary.season,
    others: others.map((other, index) => `${labels[index + 1]} (${staffTitle(other)})`),
    keptAccount,
    signedInAs: session && step !== "join" ? (session.email ?? session.name) : null,
  };
  return { problem: null, invitation };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const found = await open(args, ctx);
  // The page itself explains a bad link.
  if (!found.ok) return redirect(addressOf(args.request), 303);
  return acceptStaffInvitation(ctx, args.request, found.invitation);
}

async function open(args: LoaderFunctionArgs, ctx: PublicContext) {
  const query = new URL(args.request.url).searchParams;
  const [role, teamId, token] = ["role", "team", "token"].map((name) => query.get(name));
  if (!role || !teamId || !token) return { ok: false as const, problem: "incomplete" as const };
  return findInvitation(ctx.control, (link) => openLinkedClub(args, ctx, link), { role, teamId, token });
}

const invalid = (problem: InvitationProblem) => json({ problem, invitation: null }, { status: 404 });

export default function InvitationRoute() {
  const data = useLoaderData<typeof loader>();
  if (!data.invitation) return <InvalidInvitation problem={data.problem} />;
  return <InvitationPage invitation={data.invitation} />;
}
