import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { may } from "#app/auth/permissions.ts";
import { href } from "#app/config/addresses.ts";
import { StaffList } from "#app/routes/club/teams/staff-list.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { Averages } from "./averages.tsx";
import { loadTeamPage } from "./load-team.server.ts";
import { NextGames } from "./next-games.tsx";
import { SeasonStrip } from "./season-strip.tsx";
import { TeamWork } from "./team-work.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => title(data?.card.name ?? "Team");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.see");
  const rated = new URL(args.request.url).searchParams.get("rated");
  return json({ ...(await loadTeamPage(ctx, args.params.teamId ?? "")), rated });
}

export default function TeamPage() {
  const { card, season, next, rated } = useLoaderData<typeof loader>();
  const { role } = useShell();
  const manages = may(role, "teams.manage");
  return (
    <ClubPage
      title={card.name}
      lead={card.about}
      crumbs={[{ label: "Teams", href: "/teams" }, { label: card.name }]}
      actions={
        manages ? (
          <ButtonLink href={href("/teams/:teamId/edit", { teamId: card.id })}>Team Settings</ButtonLink>
        ) : undefined
      }
    >
      {card.description ? <p>{card.description}</p> : null}
      <TeamWork card={card} season={season} manages={manages} />
      <section aria-labelledby="season">
        <h2 id="season">The season so far</h2>
        <SeasonStrip season={season} rated={rated} />
        <Averages card={card} season={season} />
      </section>
      <div className="team-sides">
        <section aria-labelledby="next">
          <h2 id="next">Next games</h2>
          <NextGames games={next} teamId={card.id} />
        </section>
        <section aria-labelledby="staff">
          <h2 id="staff">Manager and coaches</h2>
          <StaffList card={card} manages={manages} />
          {manages ? (
            <p>
              <ButtonLink href={href("/teams/:teamId/invite", { teamId: card.id, role: "coach" })}>
                Invite Coach
              </ButtonLink>
            </p>
          ) : null}
        </section>
      </div>
    </ClubPage>
  );
}
