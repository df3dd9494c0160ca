import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import type { TeamCard } from "#app/routes/club/teams/cards.ts";
import { StaffList } from "#app/routes/club/teams/staff-list.tsx";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { Averages } from "./averages.tsx";
import { loadTeamPage } from "./load-team.server.ts";
import { NextGames } from "./next-games.tsx";
import { SeasonStrip } from "./season-strip.tsx";
import { StaffHistory } from "./staff-history.tsx";
import { TeamWork } from "./team-work.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => title(data?.card.name ?? "Team");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.see");
  const rated = new URL(args.request.url).searchParams.get("rated");
  return json({ ...(await loadTeamPage(ctx, args.params.teamId ?? "")), rated });
}

export default function TeamPage() {
  const { card, about, periods, season, next, rated } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title={card.name}
      lead={card.about}
      crumbs={[{ label: "Teams", href: "/teams" }, { label: card.name }]}
      actions={
        card.edits ? (
          <ButtonLink href={href("/teams/:teamId/edit", { teamId: card.id })}>Team Settings</ButtonLink>
        ) : undefined
      }
    >
      {card.description ? <p>{card.description}</p> : null}
      <TeamWork card={card} season={season} />
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
          <StaffList card={card} ownPage />
          <StaffButtons card={card} />
          <StaffHistory periods={periods} />
        </section>
      </div>
      <section aria-labelledby="about">
        <h2 id="about">About this team</h2>
        <Facts facts={about} />
        <p>
          <a href={href("/agreements", { team: card.id })}>Agreements of this team's parents</a>
        </p>
      </section>
    </ClubPage>
  );
}

/** Managers invite coaches; who manages the team is chosen by administrators (product.md#permissions). */
function StaffButtons({ card: { id, edits, appoints, manager } }: { card: TeamCard }) {
  if (!edits) return null;
  const teamId = id;
  return (
    <Buttons>
      <ButtonLink href={href("/teams/:teamId/invite", { teamId, role: "coach", from: "team" })}>
        Invite Coach
      </ButtonLink>
      {appoints && !manager ? (
        <ButtonLink href={href("/teams/:teamId/invite", { teamId, role: "manager", from: "team" })}>
          Invite Manager
        </ButtonLink>
      ) : null}
      {appoints && manager?.state === "active" ? (
        <ButtonLink href={href("/teams/:teamId/manager", { teamId })}>Replace the Manager</ButtonLink>
      ) : null}
    </Buttons>
  );
}
