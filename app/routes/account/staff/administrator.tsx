import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { addressOf } from "#app/auth/redirect-target.ts";
import { brand } from "#app/config/brand.ts";
import { openAdminInvitation } from "#app/domain/control/administrators/admin-invitations.server.ts";
import { joinAdministrators } from "#app/domain/control/administrators/administrators.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { acceptInvitation, stepToJoin } from "./accept-invitation.server.ts";
import { InvalidInvitation } from "./invitation-page.tsx";
import { JoinSteps } from "./join-steps.tsx";

export const handle = { passwords: true };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.invitation ? "Invitation" : "Invalid Invitation");

/** Loads the page behind the invitation of a further administrator (product/teams.md#administrators). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await publicContext(args);
  const found = await openAdminInvitation(ctx.control, tokenOf(args.request));
  if (!found.ok) return json({ problem: found.problem, invitation: null }, { status: 404 });
  const { email, name, clubName, clubState, clubCity, invited_by } = found.invitation;
  const { step, session, keptAccount } = await stepToJoin(ctx, args.request, email);
  const signedInAs = session && step !== "join" ? (session.email ?? session.name) : null;
  args.context.clubColor = found.invitation.clubColor;
  return {
    problem: null,
    invitation: {
      keptAccount,
      step,
      email,
      known: { fullName: name, state: clubState, city: clubCity },
      club: clubName,
      invitedBy: invited_by,
      signedInAs,
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const found = await openAdminInvitation(ctx.control, tokenOf(args.request));
  // The page itself explains a bad link.
  if (!found.ok) return redirect(addressOf(args.request), 303);
  const { invitation } = found;
  return acceptInvitation({
    ctx,
    request: args.request,
    email: invitation.email,
    clubCode: invitation.club_code,
    finished: false,
    accept: async (person) => (await joinAdministrators(ctx.control, invitation, person)).ok,
    landing: "/dashboard",
  });
}

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

export default function AdministratorInvitation() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  if (!data.invitation) return <InvalidInvitation problem={data.problem} />;
  const { invitation } = data;
  return (
    <SitePage
      title="Join as Administrator"
      lead={
        <>
          You've been invited to administer <strong>{invitation.club}</strong>
        </>
      }
      width="narrow"
    >
      <Card title="Your Role">
        <Facts
          facts={[
            ["Club", invitation.club],
            ["Role", "Club Administrator"],
            ["Invited by", invitation.invitedBy],
          ]}
        />
        <p>Administrators see every team, invite managers and coaches, and keep the club's settings.</p>
      </Card>
      <JoinSteps
        step={invitation.step}
        signedInAs={invitation.signedInAs}
        keptAccount={invitation.keptAccount}
        email={invitation.email}
        known={invitation.known}
        forgot="manager"
        labels={{
          create: "Create Administrator Account",
          added: `your place at ${invitation.club} is added to it`,
          join: `Join ${invitation.club}`,
        }}
        reply={reply}
      />
      <p className="muted">
        Questions? Write to <a href={`mailto:${brand.mail.support}`}>{brand.mail.support}</a>.
      </p>
    </SitePage>
  );
}
