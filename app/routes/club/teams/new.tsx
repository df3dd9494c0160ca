import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { nameTakenLabel } from "#app/domain/club/teams/labels.ts";
import { teamSchema } from "#app/domain/club/teams/team-form.server.ts";
import { addTeam } from "#app/domain/club/teams/teams.server.ts";
import { seasonOf } from "#app/domain/club/teams/teams.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Card } from "#app/ui/card.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { TeamForm } from "./team-form.tsx";

export const meta = () => title("Add New Team");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.manage");
  const season = seasonOf(dateAt(now(), ctx.club.timezone));
  return json({ season });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.manage");
  const reading = await readForm(args.request, teamSchema);
  if (!reading.ok) return reading.answer;
  const team = reading.value;
  const result = await changeClub(ctx, (tx) => addTeam(tx, team));
  if (!result.ok) return reading.refuse({ name: nameTakenLabel(team.season) });
  return redirectWith("/teams", `Team ${team.name} added. Next, invite its manager and its coaches.`);
}

export default function NewTeam() {
  const { season } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Add New Team"
      lead="Name, age group and gender are enough to begin with."
      crumbs={[{ label: "Teams", href: "/teams" }]}
    >
      <div className="beside">
        <TeamForm team={{ season }} submit="Add Team" />
        <aside aria-label="About new teams">
          <Card title="What happens then">
            <ul>
              <li>You invite its manager and its coaches by email; their accounts are free.</li>
              <li>
                Its games come from your league's file or are added one by one on the{" "}
                <a href="/schedule">schedule</a>.
              </li>
              <li>From its third rated game on it has a place on the leaderboard.</li>
            </ul>
          </Card>
        </aside>
      </div>
    </ClubPage>
  );
}
