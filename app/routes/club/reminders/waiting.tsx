import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { remindSchema } from "#app/domain/club/reminders/unrated.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { remindRaters } from "#app/journeys/reminders/remind-raters.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { PeopleToRemind, waitingAddress } from "./people-to-remind.tsx";
import { loadWaitingPage, type WaitingPage, waitingScope } from "./waiting-page.server.ts";

export const handle = { extra: "waiting" };

export const meta = () => title("Waiting for Ratings");

const form = clubForm({
  may: "ratings.remind",
  schema: remindSchema,
  find: (ctx, _, request) => waitingScope(ctx, new URL(request.url).searchParams),
  change: ({ ctx, found: { scope, noScore }, value: { rater } }) =>
    remindRaters(ctx, { scope, noScore, accountId: rater === "" ? undefined : rater }, now()),
  saved: (reminded, { found }) => {
    const back = waitingAddress(found);
    if (reminded === 0)
      return [back, "Nobody was reminded. Each person gets at most one reminder a day.", "bad"];
    return [back, `${pluralize(reminded, "person", "people")} reminded by email.`];
  },
});
export const action = form.action;
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.remind");
  return json(await loadWaitingPage(ctx, new URL(args.request.url).searchParams));
}

export default function Waiting() {
  const data = useLoaderData<typeof loader>();
  const { teams, teamId, noScore, total, page, pages } = data;
  const team = teams.find((choice) => choice.teamId === teamId)?.teamName;
  return (
    <ClubPage
      title="Waiting for Ratings"
      lead="Games that a coach or a manager has not rated yet, and who could."
      crumbs={[{ label: "Rating", href: "/rating" }]}
    >
      <FilterBar
        action={href("/rating/waiting")}
        count={
          <>
            {pluralize(total, "game")}
            {noScore ? " without a final score" : ""}
            {team ? `: ${team}` : ""}
            {team || noScore ? (
              <>
                . <a href={href("/rating/waiting")}>Show all that wait</a>
              </>
            ) : null}
          </>
        }
      >
        <SelectField
          name="team"
          label="Team"
          required
          value={teamId}
          empty="All Teams"
          choices={teams.map((choice) => ({ value: choice.teamId, label: choice.teamName }))}
        />
        <SelectField
          name="games"
          label="Games"
          required
          value={noScore ? "no-score" : ""}
          empty="All that wait for a rating"
          choices={[{ value: "no-score", label: "Without a final score" }]}
        />
      </FilterBar>
      {total === 0 ? (
        <Empty
          title="Nothing waits for a rating"
          action={<ButtonLink href={href("/rating")}>Show the ratings</ButtonLink>}
        >
          <p>
            {noScore
              ? "Every game that was played has a final score."
              : "Every game that was played has been rated by both sides."}
          </p>
        </Empty>
      ) : (
        <>
          <PeopleToRemind raters={data.raters} teamId={teamId} noScore={noScore} />
          <UnratedGames groups={data.groups} mayInvite={data.mayInvite} />
          <Pagination
            page={page}
            pages={pages}
            href={(to) => waitingAddress({ teamId, noScore, page: to })}
          />
        </>
      )}
    </ClubPage>
  );
}

type Group = WaitingPage["groups"][number];

/** The games that lack a side's rating, by team, with who could give it. No score is shown here. */
function UnratedGames({ groups, mayInvite }: { groups: readonly Group[]; mayInvite: boolean }) {
  return (
    <section className="day-list">
      <h2>Games that wait</h2>
      {groups.map((group) => (
        <section key={group.teamId}>
          <h3 className="day">{group.teamName}</h3>
          {group.nobody.map(({ side, invited }) => (
            <p key={side} className="small">
              {invited ? `The ${side} is invited and has not joined yet. ` : `The team has no ${side}. `}
              {mayInvite ? (
                <a
                  href={
                    invited
                      ? href("/teams/:teamId", { teamId: group.teamId })
                      : href("/teams/:teamId/invite", { teamId: group.teamId, role: side })
                  }
                >
                  {invited ? "Resend the invitation" : `Invite a ${side}`}
                </a>
              ) : null}
            </p>
          ))}
          <ul className="row-list">
            {group.games.map((game) => (
              <li key={game.id} className="list-row opens">
                <a className="row-link" href={href("/rating/:gameId", { gameId: game.id })}>
                  {game.versus}
                </a>{" "}
                <span className="row-facts" title={game.waitsFor}>
                  {game.day} · <span className="visually-hidden">waits for </span>
                  {game.waitsFor}
                </span>{" "}
                {game.opens ? (
                  <span className="row-facts row-note">Ratings hidden until {game.opens}</span>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
