import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { publicContext } from "#app/auth/guards.server.ts";
import { type PublicTeam, publicTeams } from "#app/domain/control/leaderboard/public-boards.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { stateChoices, stateCodes, stateName } from "#app/domain/values/states.ts";
import { siteMeta } from "#app/routes/site/site-meta.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { SidelineStrip } from "#app/ui/strip.tsx";

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    path: "/leaders",
    title: "Leaders",
    description: "The teams with the best sidelines, by state: the first ten, with every game on one line.",
  });

/** Loads the first ten of a board, for everybody: clubs that take part, no people (product/pages.md#public-boards). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const given = new URL(args.request.url).searchParams.get("state");
  const state = stateCodes.find((code) => code === given) ?? null;
  return { state, teams: await publicTeams(control, state) };
}

export default function Leaders() {
  const { state, teams } = useLoaderData<typeof loader>();
  const where = state ? stateName(state) : "the country";
  return (
    <SitePage
      title="Leaders"
      lead={`The teams with the best sidelines in ${where}. Teams are ranked, never people.`}
    >
      <form method="get" action="/leaders" className="form filters" aria-label="State" noValidate>
        <SelectField
          name="state"
          label="State"
          required
          empty="The whole country"
          value={state ?? undefined}
          choices={stateChoices}
        />{" "}
        <SubmitButton look="secondary">Show</SubmitButton>
      </form>
      {teams.length === 0 ? (
        <Empty
          title={`No team is ranked in ${where} yet`}
          action={state ? <ButtonLink href="/leaders">Show the whole country</ButtonLink> : null}
        >
          <p>
            A team is ranked once it has 3 rated games and 60% of those it has played are rated. Choose
            another state, or bring your club.
          </p>
        </Empty>
      ) : (
        <LeaderList teams={teams} />
      )}
      <p className="muted">
        An average is out of 20. Clubs decide whether their teams take part; the whole board is for their
        members.
      </p>
      <Buttons>
        <ButtonLink href="/signup" look="primary">
          Bring your club
        </ButtonLink>
        <ButtonLink href="/tour">See how it works</ButtonLink>
      </Buttons>
    </SitePage>
  );
}

/** Lists the teams with their rank, their strip and their score, best first. */
function LeaderList({ teams }: { teams: readonly PublicTeam[] }) {
  return (
    <ol className="leaders">
      {teams.map((team) => (
        <li key={team.rank}>
          <span className="leader-rank">{team.rank}</span>
          <div>
            <strong>{team.team}</strong>{" "}
            <span className="muted small">
              {team.ageGroup} {team.gender}
            </span>
            <p className="muted small">
              {team.club}, {team.place}
            </p>
            <SidelineStrip marks={team.strip} />
          </div>
          <div className="leader-score">
            <strong>{team.average}</strong>
            <p className="muted small">{pluralize(team.ratedGames, "game")}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
