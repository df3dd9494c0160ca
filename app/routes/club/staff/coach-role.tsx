import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireCareOf, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { changeCoachRole } from "#app/domain/club/staff/coach-role.server.ts";
import { coachRoleSchema } from "#app/domain/club/staff/invitation-form.server.ts";
import { coachRoleName } from "#app/domain/club/staff/labels.ts";
import { findMemberOfTeam } from "#app/domain/club/staff/staff.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { wayBack } from "./way-back.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Make ${coachRoleName[data.next]}` : "Coach Role");

/** Makes an assistant head coach, or a head coach assistant (product.md#staff). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite");
  const { member, teamId } = await openCoach(ctx, args.params);
  const next: "head" | "assistant" = member.coachRole === "head" ? "assistant" : "head";
  return json({
    teamId,
    team: member.teamName,
    who: member.name || member.email,
    next,
    back: wayBack(args.request, teamId),
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "staff.invite");
  const { ref, teamId } = await openCoach(ctx, args.params);
  const reading = await readForm(args.request, coachRoleSchema);
  if (!reading.ok) return reading.answer;
  const { coachRole } = reading.value;
  const result = await changeClub(ctx, (tx) => changeCoachRole(tx, ref, coachRole, ctx.user.name));
  if (!result.ok) throw notFound();
  const { name, email, teamName } = result.member;
  return redirectWith(
    wayBack(args.request, teamId),
    `${name || email} is ${coachRoleName[coachRole]} of ${teamName} now.`,
  );
}

async function openCoach({ db, user }: ClubContext, params: { teamId?: string; staffId?: string }) {
  const ref = { teamId: params.teamId ?? "", staffId: params.staffId ?? "" };
  const member = await findMemberOfTeam(db, ref);
  if (!member?.coachRole) throw notFound();
  requireCareOf(user, member);
  return { member, ref, teamId: ref.teamId };
}

export default function CoachRole() {
  const { teamId, team, who, next, back } = useLoaderData<typeof loader>();
  const heading = `Make ${who} ${coachRoleName[next]}?`;
  return (
    <ClubPage
      title={heading}
      lead={`Of ${team}, from now on.`}
      crumbs={[
        { label: "Teams", href: "/teams" },
        { label: team, href: href("/teams/:teamId", { teamId }) },
        { label: "Coach Role" },
      ]}
    >
      <p>
        {next === "head"
          ? "A head coach's rating replaces an assistant's."
          : "An assistant's rating counts until a head coach rates the game."}{" "}
        Ratings given before keep the role in which they were given.
      </p>
      <ButtonForm>
        <Hidden name="coachRole" value={next} />
        <Buttons>
          <SubmitButton>Make {coachRoleName[next]}</SubmitButton>
          <ButtonLink href={back} look="quiet">
            Cancel
          </ButtonLink>
        </Buttons>
      </ButtonForm>
    </ClubPage>
  );
}
