import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "../../../auth/flash.server.ts";
import { requireClubUser } from "../../../auth/guards.server.ts";
import { viewerOf } from "../../../auth/viewer.ts";
import { brand } from "../../../brand.ts";
import { now } from "../../../clock.server.ts";
import { seasonOf } from "../../../domain/club/games.ts";
import { teamSchema } from "../../../domain/club/team-form.server.ts";
import { dateAt } from "../../../domain/times.ts";
import { readForm } from "../../../forms/read-form.server.ts";
import type { FormReply } from "../../../forms/reply.ts";
import { openTeam } from "../../../journeys/keep-teams.server.ts";
import { ClubPage } from "../../../ui/shells.tsx";
import { nameTaken, TeamForm } from "./team-form.tsx";

export const meta: MetaFunction = () => [{ title: `Add New Team · ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireClubUser(args, "teams.manage");
  const season = seasonOf(dateAt(now(), visit.club.timezone));
  return json({ viewer: viewerOf(visit, args.request), season });
}

export async function action(args: ActionFunctionArgs) {
  const visit = await requireClubUser(args, "teams.manage");
  const reading = await readForm(args.request, teamSchema);
  if (!reading.ok) return reading.answer;
  const team = reading.value;
  const outcome = await openTeam(visit, team);
  if ("refused" in outcome) return reading.refuse({ name: nameTaken(team.season) });
  return redirectWith("/teams", `Team ${team.name} added. Next, invite its manager and its coaches.`);
}

export default function NewTeam() {
  const { viewer, season } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <ClubPage
      viewer={viewer}
      title="Add New Team"
      lead="Name, age group and gender are enough to begin with."
      crumbs={[{ label: "Teams", href: "/teams" }]}
    >
      <TeamForm reply={reply} team={{ season }} submit="Add Team" />
    </ClubPage>
  );
}
