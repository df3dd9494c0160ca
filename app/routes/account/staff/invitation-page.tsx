import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { useReply } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { JoinSteps } from "./join-steps.tsx";

interface Invitation {
  step: "create" | "sign-in" | "join";
  role: "manager" | "coach";
  club: string;
  email: string;
  /** The name that the invitation was sent to, or '', and where its club is. */
  known: { fullName: string; state: string; city: string };
  team: string;
  staffTitle: string;
  ageGroup: string;
  season: string;
  others: string[];
  signedInAs: string | null;
  keptAccount: { name: string; email: string } | null;
}

export type InvitationProblem = "incomplete" | "unknown" | "expired" | "used" | "withdrawn";

/** Draws the documented 'Staff invitation signup' page (product/teams.md#invitations). */
export function InvitationPage({ invitation }: { invitation: Invitation }) {
  const reply = useReply();
  return (
    <SitePage
      title={invitation.role === "manager" ? "Join as Team Manager" : "Join as Coach"}
      lead={
        <>
          You've been invited to join <strong>{invitation.club}</strong>
        </>
      }
      width="narrow"
    >
      <Card title="Team Assignment">
        <Facts
          facts={[
            [
              invitation.others.length > 0 ? "Primary Team" : "Team",
              `${invitation.team} (${invitation.staffTitle})`,
            ],
            ["Club", invitation.club],
            ["Age Group", invitation.ageGroup],
            ["Season", invitation.season],
            ...(invitation.others.length > 0
              ? [["Additional Teams", invitation.others.join(", ")] as const]
              : []),
          ]}
        />
      </Card>
      <JoinSteps
        step={invitation.step}
        signedInAs={invitation.signedInAs}
        keptAccount={invitation.keptAccount}
        email={invitation.email}
        known={invitation.known}
        forgot={invitation.role}
        labels={{
          create: invitation.role === "manager" ? "Create Manager Account" : "Create Coach Account",
          added: "the team is added to it",
          join: `Join ${invitation.team}`,
        }}
        reply={reply}
      />
    </SitePage>
  );
}

const problems: Record<InvitationProblem, string> = {
  incomplete: "This invitation link is missing required parameters.",
  unknown: "This invitation link is not valid.",
  expired: "This invitation has expired. An invitation is valid for 7 days.",
  used: "This invitation has already been used.",
  withdrawn: "This invitation was withdrawn, or a newer one has replaced it.",
};

const LOOK_AGAIN =
  "Open the link in your invitation email again, and make sure that the whole address is there. If it still does not work, ask your club administrator for a new invitation.";

const whatToDo: Record<InvitationProblem, string> = {
  incomplete: LOOK_AGAIN,
  unknown: LOOK_AGAIN,
  expired: "Ask your club administrator to send it again: one press of 'Resend' on the Teams page.",
  used: "If you have joined already, sign in with your email address and password.",
  withdrawn:
    "Use the link in the newest invitation email, or ask your club administrator to invite you again.",
};

export function InvalidInvitation({ problem }: { problem: InvitationProblem }) {
  return (
    <SitePage title="Invalid Invitation" lead={problems[problem]} width="narrow">
      <p>{whatToDo[problem]}</p>
      <Buttons>
        <ButtonLink href="/club/login" look={problem === "used" ? "primary" : "secondary"}>
          Sign In
        </ButtonLink>
        <ButtonLink href="/contact" look="quiet">
          Contact Support
        </ButtonLink>
      </Buttons>
    </SitePage>
  );
}
