import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";

/** Replaces the form if the team has a manager: a team has one. */
export function ManagerThere(props: {
  team: { id: string };
  manager: { id: string; who: string; status: string };
  /** Address of 'Cancel'. */
  back: string;
}) {
  const { team, manager, back } = props;
  const ids = { teamId: team.id, staffId: manager.id };
  const pending = manager.status === "pending";
  return (
    <>
      <Notice>
        <p>
          {pending
            ? `${manager.who} is already invited as this team's manager.`
            : `${manager.who} is this team's manager. A team has one manager.`}
        </p>
      </Notice>
      <ButtonForm action={pending ? href("/teams/:teamId/staff/:staffId/invitations", ids) : undefined}>
        <Buttons>
          {pending ? <SubmitButton>Resend Manager</SubmitButton> : null}
          {pending ? null : (
            <ButtonLink href={href("/teams/:teamId/manager", { teamId: team.id })} look="primary">
              Replace the Manager
            </ButtonLink>
          )}
          <ButtonLink href={href("/teams/:teamId/staff/:staffId/remove", ids)}>
            {pending ? "Take Back the Invitation" : "Remove the Manager"}
          </ButtonLink>
          <ButtonLink href={back} look="quiet">
            Cancel
          </ButtonLink>
        </Buttons>
      </ButtonForm>
    </>
  );
}
