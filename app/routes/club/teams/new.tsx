import { useLoaderData } from "@remix-run/react";
import { clubOrSupportForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { teamSeasons } from "#app/domain/club/seasons/seasons.server.ts";
import { teamSchema } from "#app/domain/club/teams/forms.server.ts";
import { nameTakenLabel } from "#app/domain/club/teams/labels.ts";
import { addTeam } from "#app/domain/club/teams/teams.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Card } from "#app/ui/card.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { TeamForm } from "./team-form.tsx";

export const meta = () => title("Add New Team");

const form = clubOrSupportForm({
  may: "teams.manage",
  schema: teamSchema,
  change: ({ ctx, value }) => changeClub(ctx, (tx) => addTeam(tx, value)),
  problems: (_, { value }) => ({ name: nameTakenLabel(value.season) }),
  saved: ({ teamId }, { value }) => [
    href("/teams/:teamId", { teamId }),
    `Team ${value.name} added. Next, invite its manager and its coaches.`,
  ],
});
export const action = form.action;
export const loader = form.loader(({ ctx }) => teamSeasons(ctx.db, dateAt(now(), ctx.club.timezone)));

export default function NewTeam() {
  const { season, seasons } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Add New Team"
      lead="Name, age group and gender are enough to begin with."
      crumbs={[{ label: "Teams", href: "/teams" }]}
    >
      <div className="beside">
        <TeamForm team={{ season }} seasons={seasons} submit="Add Team" back="/teams" />
        <aside aria-label="About new teams">
          <Card title="What happens then">
            <ul>
              <li>You invite its manager and its coaches by email; their accounts are free.</li>
              <li>
                Its games come from your league's file or are added one by one on the{" "}
                <a href="/schedule">schedule</a>.
              </li>
              <li>After three rated games it is on the leaderboard.</li>
            </ul>
          </Card>
        </aside>
      </div>
    </ClubPage>
  );
}
