import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUserOrSupport } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { loadRatingPage, type RatingPage } from "#app/domain/club/ratings/rating-page.server.ts";
import { type Show, shows } from "#app/domain/club/ratings/rating-view.ts";
import type { ClubUser } from "#app/domain/club/staff/club-user.ts";
import { ratedAsName, roleName } from "#app/domain/club/staff/labels.ts";
import { sealedPart } from "#app/domain/club/stats/stats.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { DayList } from "#app/ui/day-list.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar } from "#app/ui/filter-bar.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { PolicyLine } from "#app/ui/policy-line.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ListedGame } from "./listed-game.tsx";
import { viewContext } from "./open-game.server.ts";

export const handle = { extra: "games", madeOf: [] };

export const meta = () => title("Rating");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "ratings.see");
  const search = new URL(args.request.url).searchParams;
  const page = await loadRatingPage(ctx.db, ctx.user, viewContext(ctx), search);
  return { ...page, titles: userTitles(ctx.user) };
}

export default function RatingList() {
  const { titles, teams, asked, pages, summary, games, today, zone, policy } = useLoaderData<typeof loader>();
  const { role } = useShell();
  const isAdmin = role === "club_admin";
  const filtered = asked.teamId !== "" || asked.page > 1;
  const first = games.filter((game) => game.first);
  return (
    <ClubPage
      title="Sideline Behavior Rating"
      crumbs={[{ label: "Rating" }]}
      lead={
        <>
          {summarySentence(summary)}{" "}
          {isAdmin ? (
            <OpenWork summary={summary} asked={asked} />
          ) : (
            <span className="small">You are {titles}.</span>
          )}
        </>
      }
      actions={
        isAdmin || summary.waiting === first.length ? null : <GamesToRate summary={summary} asked={asked} />
      }
    >
      <RatingFilterBar asked={asked} teams={teams} summary={summary} />
      {games.length === 0 ? (
        <NoGames show={asked.show} filtered={filtered} />
      ) : (
        <>
          <DayList
            first={{
              title: isAdmin ? "Waiting for ratings" : "To rate",
              games: first,
            }}
            games={games.filter((game) => !game.first)}
            today={today}
          >
            {(game) => <ListedGame game={game} />}
          </DayList>
          <p className="muted small">All times are {zone}.</p>
        </>
      )}
      <Pagination page={asked.page} pages={pages} href={(page) => ratingsAddress({ ...asked, page })} />
      {may(role, "ratings.remind") ? (
        <p className="small">
          <a href="/rating/waiting">Who has not rated yet</a>
        </p>
      ) : null}
      <PolicyLine labels={policy} />
    </ClubPage>
  );
}

/** Explains why the list is empty, and links one that is not. */
function NoGames({ show, filtered }: { show: Show; filtered: boolean }) {
  if (show === "to-rate" && !filtered) {
    return (
      <Empty title="No games to rate" action={<a href="/rating">Show the latest games</a>}>
        <p>Every game that was played is rated. Thank you.</p>
      </Empty>
    );
  }
  if (show !== "latest" || filtered) {
    return <Empty title="No games here" action={<a href="/rating">Show the latest games of all teams</a>} />;
  }
  return (
    <Empty title="No games yet" action={<ButtonLink href="/schedule">Open the schedule</ButtonLink>}>
      <p>Games come from the schedule. From kick-off on they can be rated here.</p>
    </Empty>
  );
}

/** Returns '3 of 5 games rated, 1 of them sealed; 2 perfect.' */
function summarySentence(summary: {
  played: number;
  rated: number;
  sealed: number;
  perfect: number;
}): string {
  const { played, rated, sealed, perfect } = summary;
  if (played === 0) return "No game has been played yet.";
  return `${count(rated)} of ${pluralize(played, "game")} rated${sealedPart(sealed)}; ${count(perfect)} perfect.`;
}

/** Returns 'Head Coach and Team Manager': a coach's rank decides whose rating replaces whose. */
function userTitles(user: ClubUser): string {
  if (user.role === "club_admin") return roleName.club_admin;
  const titles = user.assignments.map(({ coachRole }) => ratedAsName[coachRole ?? "manager"]);
  return [...new Set(titles)].join(" and ");
}

type Work = Pick<RatingPage, "summary" | "asked">;

/** Links the games that a coach or manager has to rate, unless the list shows them already. */
function GamesToRate({ summary, asked }: Work) {
  const { readOnly } = useShell();
  if (readOnly) return null;
  if (summary.waiting === 0 || asked.show === "to-rate") return null;
  return (
    <ButtonLink href={ratingsAddress({ ...asked, show: "to-rate", page: 1 })} look="primary">
      {pluralize(summary.waiting, "game")} to rate
    </ButtonLink>
  );
}

/** Lists an administrator's open work: games without a result, and open incidents. */
function OpenWork({ summary, asked }: Work) {
  return (
    <>
      {summary.openIncidents > 0 ? (
        <>
          <a href={href("/incidents", { status: "open" })}>{openIncidentsLabel(summary.openIncidents)}</a>.{" "}
        </>
      ) : null}
      {summary.waiting > 0 ? (
        <>
          <a href={ratingsAddress({ ...asked, show: "to-rate", page: 1 })}>
            {pluralize(summary.waiting, "game")} without a final score
          </a>
          .
        </>
      ) : null}
    </>
  );
}

const openIncidentsLabel = (open: number) =>
  open === 1 ? "1 incident is open" : `${open} incidents are open`;

/** Filters the list and counts its games. */
function RatingFilterBar({ asked, teams, summary }: Pick<RatingPage, "asked" | "teams" | "summary">) {
  const labels = showLabels(useShell().role === "club_admin");
  const team = teams.find(({ teamId }) => teamId === asked.teamId)?.teamName;
  const chosen = [asked.show === "latest" ? "" : labels[asked.show].toLowerCase(), team ?? ""].filter(
    Boolean,
  );
  return (
    <FilterBar
      action="/rating"
      count={
        <>
          {pluralize(summary.shown, "game")}
          {chosen.length > 0 ? (
            <>
              : {chosen.join(", ")}. <a href="/rating">Show the latest</a>
            </>
          ) : null}
        </>
      }
    >
      <SelectField
        name="show"
        label="Show"
        required
        value={asked.show}
        choices={shows
          .filter((show) => labels[show] !== "")
          .map((value) => ({ value, label: labels[value] }))}
      />
      {teams.length > 1 ? (
        <SelectField
          name="team"
          label="Team"
          required
          value={asked.teamId}
          empty="All Teams"
          choices={teams.map((team) => ({ value: team.teamId, label: team.teamName }))}
        />
      ) : null}
    </FilterBar>
  );
}

/** Labels the lists; '' for those that a role cannot choose. */
const showLabels = (isAdmin: boolean): Record<Show, string> => ({
  latest: "Latest games",
  "to-rate": isAdmin ? "Waiting for ratings" : "To rate",
  rated: "Rated",
  upcoming: "Upcoming",
  all: "All games",
  incidents: isAdmin ? "Major Incidents" : "",
});

/** Returns the list's address, without defaults. */
function ratingsAddress({ show, teamId, page }: RatingPage["asked"]): string {
  return href("/rating", {
    show: show === "latest" ? undefined : show,
    team: teamId === "" ? undefined : teamId,
    page: page > 1 ? String(page) : undefined,
  });
}
