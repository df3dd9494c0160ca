import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireCareOf, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { correctionSchema } from "#app/domain/club/staff/invitation-form.server.ts";
import { correctInvitation } from "#app/domain/club/staff/invitations.server.ts";
import {
  alreadyJoinedLabel,
  correctionProblemLabels,
  deliveryLabels,
  staffTitle,
} from "#app/domain/club/staff/labels.ts";
import { findMemberOfTeam } from "#app/domain/club/staff/staff.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { sendInvitation } from "#app/journeys/staff/send-invitation.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { wayBack } from "./way-back.ts";

export const meta = () => title("Correct the Address");

/** Corrects the address of a pending invitation and sends it there (product.md#undelivered-mail). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite");
  const { teamId = "", staffId = "" } = args.params;
  const member = await findMemberOfTeam(ctx.db, { teamId, staffId });
  if (!member) throw notFound();
  requireCareOf(ctx.user, member);
  const { email, issue, delivery, teamName, status } = member;
  return json({
    teamId,
    back: wayBack(args.request, teamId),
    team: teamName,
    role: staffTitle(member),
    email,
    issue,
    joined: status === "active",
    problem: delivery && delivery !== "delivered" ? deliveryLabels[delivery] : null,
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite");
  const { teamId = "", staffId = "" } = args.params;
  const before = await findMemberOfTeam(ctx.db, { teamId, staffId });
  if (!before) throw notFound();
  requireCareOf(ctx.user, before);
  const back = wayBack(args.request, teamId);
  const reading = await readForm(args.request, correctionSchema);
  if (!reading.ok) return reading.answer;
  const change = reading.value;
  const result = await sendInvitation(ctx, (tx) => correctInvitation(tx, { teamId, staffId }, change));
  if (!result.ok) {
    if (result.problem === "not-found") throw notFound();
    if (result.problem === "already-joined") return redirectWith(back, alreadyJoinedLabel);
    return reading.refuse(
      correctionProblemLabels(result.problem, { email: change.email, role: before.role }),
    );
  }
  return redirectWith(back, `${staffTitle(result.member)} invitation sent to ${change.email}`);
}

export default function CorrectAddress() {
  const { teamId, back, team, role, email, issue, joined, problem } = useLoaderData<typeof loader>();
  const crumbs = [
    { label: "Teams", href: "/teams" },
    { label: team, href: href("/teams/:teamId", { teamId }) },
    { label: "Correct the Address" },
  ];
  if (joined) {
    return (
      <ClubPage title="Correct the Address" crumbs={crumbs}>
        <p>{alreadyJoinedLabel}</p>
      </ClubPage>
    );
  }
  return (
    <ClubPage
      title="Correct the Address"
      lead={`${role} of ${team}: the invitation goes out again, to the new address.`}
      crumbs={crumbs}
    >
      <div className="beside">
        <PostForm>
          <Hidden name="issue" value={String(issue)} />
          <TextField
            name="email"
            label="Email"
            type="email"
            value={email}
            autoComplete="off"
            maxLength={254}
            required
          />
          <Buttons>
            <SubmitButton>Send Invitation</SubmitButton>
            <ButtonLink href={back} look="quiet">
              Cancel
            </ButtonLink>
          </Buttons>
        </PostForm>
        <aside aria-label="The invitation now">
          <Card title="The invitation now">
            {problem ? (
              <p>
                <strong>{email}</strong>: {problem}
              </p>
            ) : (
              <p>It was sent to {email}.</p>
            )}
            <p>The link that was sent before stops working as soon as the new one is on its way.</p>
          </Card>
        </aside>
      </div>
    </ClubPage>
  );
}
