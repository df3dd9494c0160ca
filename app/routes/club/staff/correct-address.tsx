import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { invitationFields } from "#app/domain/club/staff/fields.ts";
import { correctionSchema } from "#app/domain/club/staff/forms.server.ts";
import { correctInvitation } from "#app/domain/club/staff/invitations.server.ts";
import {
  alreadyJoinedLabel,
  correctionProblemLabels,
  deliveryLabel,
  staffTitle,
} from "#app/domain/club/staff/labels.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { sendInvitation } from "#app/journeys/staff/staff.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openMember } from "./open-member.server.ts";
import { wayBack } from "./way-back.ts";

export const meta = () => title("Correct the Address");

/** Corrects the address of a pending invitation and sends it there (product/emails.md#undelivered-mail). */
const inputs = inputsOf(invitationFields);

const form = clubForm({
  may: "staff.invite",
  schema: correctionSchema,
  find: openMember,
  change: ({ ctx, found: { ref }, value }) => sendInvitation(ctx, (tx) => correctInvitation(tx, ref, value)),
  problems: ({ problem }, { found, value: { email }, request }) =>
    problem === "already-joined"
      ? [wayBack(request, found.ref.teamId), alreadyJoinedLabel]
      : correctionProblemLabels(problem, { email, role: found.member.role }),
  saved: ({ member }, { found, value, request }) => [
    wayBack(request, found.ref.teamId),
    `${staffTitle(member)} invitation sent to ${value.email}`,
  ],
});
export const action = form.action;
export const loader = form.loader(({ found: { ref, member }, request }) => {
  const { email, issue, delivery, teamName, status } = member;
  return {
    teamId: ref.teamId,
    back: wayBack(request, ref.teamId),
    team: teamName,
    role: staffTitle(member),
    email,
    issue,
    joined: status === "active",
    problem: delivery && delivery !== "delivered" ? deliveryLabel(member) : null,
  };
});

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
          <TextField {...inputs.email} type="email" value={email} autoComplete="off" />
          <FormButtons submit="Send Invitation" back={back} />
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
