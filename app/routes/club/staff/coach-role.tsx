import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { notFound, requireCareOf } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { coachRoleSchema } from "#app/domain/club/staff/forms.server.ts";
import { coachRoleName } from "#app/domain/club/staff/labels.ts";
import { findMemberOfTeam } from "#app/domain/club/staff/staff.server.ts";
import { changeCoachRole } from "#app/domain/club/staff/team-staff.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { Hidden } from "#app/ui/post-form.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { wayBack } from "./way-back.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Make ${coachRoleName[data.next]}` : "Coach Role");

/** Makes an assistant head coach, or a head coach assistant (product/teams.md#staff). */
const form = clubForm({
  may: "staff.invite",
  schema: coachRoleSchema,
  find: (ctx, params) => openCoach(ctx, params),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) => changeCoachRole(tx, found.ref, value.coachRole, ctx.user.name)),
  saved: ({ member: { name, email, teamName } }, { found, value, request }) => [
    wayBack(request, found.teamId),
    `${name || email} is ${coachRoleName[value.coachRole]} of ${teamName} now.`,
  ],
});
export const action = form.action;
export const loader = form.loader(({ found: { member, teamId }, request }) => ({
  teamId,
  team: member.teamName,
  who: member.name || member.email,
  next: member.coachRole === "head" ? ("assistant" as const) : ("head" as const),
  back: wayBack(request, teamId),
}));
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
    <ConfirmPage
      title={heading}
      lead={`Of ${team}, from now on.`}
      crumbs={[
        { label: "Teams", href: "/teams" },
        { label: team, href: href("/teams/:teamId", { teamId }) },
        { label: "Coach Role" },
      ]}
      submit={<>Make {coachRoleName[next]}</>}
      back={back}
      fields={<Hidden name="coachRole" value={next} />}
    >
      <p>
        {next === "head"
          ? "A head coach's rating replaces an assistant's."
          : "An assistant's rating counts until a head coach rates the game."}{" "}
        Ratings given before keep the role in which they were given.
      </p>
    </ConfirmPage>
  );
}
