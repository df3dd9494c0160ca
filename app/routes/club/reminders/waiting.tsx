import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { remindSchema } from "#app/domain/club/reminders/remind-form.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { remindRaters } from "#app/journeys/reminders/remind-raters.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { PeopleToRemind } from "./people-to-remind.tsx";
import { UnratedGames } from "./unrated-games.tsx";
import { loadWaitingPage, waitingScope } from "./waiting-page.server.ts";

export const meta = () => title("Waiting for Ratings");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.remind");
  return json(await loadWaitingPage(ctx, new URL(args.request.url).searchParams));
}

/** 'Remind' and 'Remind everyone': only people and teams of the list that the user may see. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.remind");
  const search = new URL(args.request.url).searchParams;
  const reading = await readForm(args.request, remindSchema);
  if (!reading.ok) return reading.answer;
  const { scope, teamId } = await waitingScope(ctx, search);
  const { rater } = reading.value;
  const told = await remindRaters(ctx, { scope, accountId: rater === "" ? undefined : rater }, now());
  const back = href("/rating/waiting", { team: teamId === "" ? undefined : teamId });
  if (told === 0) {
    return redirectWith(back, "Nobody was reminded. Each person gets at most one reminder a day.", "bad");
  }
  return redirectWith(back, `${pluralize(told, "person", "people")} reminded by email.`);
}

export default function Waiting() {
  const data = useLoaderData<typeof loader>();
  const { teams, teamId, total, page, pages } = data;
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
            {team ? (
              <>
                : {team}. <a href={href("/rating/waiting")}>Show all teams</a>
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
      </FilterBar>
      {total === 0 ? (
        <Empty
          title="Nothing waits for a rating"
          action={<ButtonLink href={href("/rating")}>Show the ratings</ButtonLink>}
        >
          <p>Every game that was played has been rated by both sides.</p>
        </Empty>
      ) : (
        <>
          <PeopleToRemind raters={data.raters} teamId={teamId} />
          <UnratedGames games={data.games} mayInvite={data.mayInvite} />
          <Pagination
            page={page}
            pages={pages}
            href={(to) =>
              href("/rating/waiting", {
                team: teamId === "" ? undefined : teamId,
                page: to > 1 ? String(to) : undefined,
              })
            }
          />
        </>
      )}
    </ClubPage>
  );
}
