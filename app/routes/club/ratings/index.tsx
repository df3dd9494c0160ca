import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  policyLabels,
  ratedAsName,
  rateLabel,
  scoreLabels,
  sideName,
} from "#app/domain/club/ratings/labels.ts";
import {
  type ListQuery,
  PAGE_SIZE,
  ratingPage,
  ratingSummary,
  teamChoices,
} from "#app/domain/club/ratings/rating-list.server.ts";
import { type Show, shows, viewGame } from "#app/domain/club/ratings/rating-view.ts";
import { type Score, scores } from "#app/domain/club/ratings/ratings.ts";
import { ratingPolicyOf } from "#app/domain/club/settings/settings.server.ts";
import { type ClubUser, teamScope } from "#app/domain/club/staff/club-user.ts";
import { roleName } from "#app/domain/club/staff/labels.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { ScoreBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { ClubPage, useShell } from "#app/ui/club-shell.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { PolicyPanel } from "#app/ui/policy-panel.tsx";
import { title } from "#app/ui/title.ts";
import { lookOf } from "./open-game.server.ts";
import { FinalBadges, PhaseBadge, SideLine } from "./side-rating.tsx";

export const meta = () => title("Sideline Behavior Rating");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "ratings.see");
  const { db, user } = ctx;
  const look = lookOf(ctx);
  const teams = look.viewer.admin ? await teamChoices(db) : distinctTeams(user);
  const asked = new URL(args.request.url).searchParams;
  const query: ListQuery = {
    scope: teamScope(user),
    assignments: user.assignments,
    viewer: look.viewer,
    show: shows.find((show) => show === asked.get("show")) ?? "latest",
    teamId: teams.find(({ teamId }) => teamId === asked.get("team"))?.teamId ?? null,
    page: pageOf(asked.get("page")),
  };
  const [summary, games, policy] = await Promise.all([
    ratingSummary(db, query, look.at),
    ratingPage(db, query, look.at),
    ratingPolicyOf(db),
  ]);
  return json({
    titles: titlesOf(user),
    teams,
    asked: { show: query.show, teamId: query.teamId ?? "", page: query.page },
    pages: Math.max(1, Math.ceil(summary.shown / PAGE_SIZE)),
    summary,
    games: games.map((game) => ({
      ...viewGame(game, game.ratings, look),
      waits: game.waits === 1 && !look.viewer.admin,
      incident: look.viewer.admin ? game.incident_status : null,
    })),
    policy: policyLabels(policy),
  });
}

/** What the user is in their teams, as the header says it: a coach's rank matters for who replaces whom. */
function titlesOf(user: ClubUser): string {
  if (user.role === "club_admin") return roleName.club_admin;
  return [...new Set(user.assignments.map(({ coachRole }) => ratedAsName[coachRole ?? "manager"]))].join(
    " and ",
  );
}

const distinctTeams = (user: ClubUser) =>
  [...new Map(user.assignments.map(({ teamId, teamName }) => [teamId, teamName]))].map(
    ([teamId, teamName]) => ({
      teamId,
      teamName,
    }),
  );

function pageOf(text: string | null): number {
  return text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
}

export default function RatingList() {
  const { titles, teams, asked, pages, summary, games, policy } = useLoaderData<typeof loader>();
  const { show, teamId, page } = asked;
  const isAdmin = useShell().role === "club_admin";
  return (
    <ClubPage
      title="Sideline Behavior Rating"
      lead={
        <>
          {sentence(summary)} You are here as <strong>{titles}</strong>.
        </>
      }
    >
      {summary.waiting > 0 && show !== "to-rate" ? (
        <Notice tone="accent">
          <p>
            <a href={addressOf({ show: "to-rate", teamId, page: 1 })}>
              {waitingLabel(summary.waiting, isAdmin)}
            </a>
          </p>
        </Notice>
      ) : null}
      {summary.openIncidents > 0 && show !== "incidents" ? (
        <Notice tone="bad">
          <p>
            <a href={addressOf({ show: "incidents", teamId, page: 1 })}>
              {summary.openIncidents === 1
                ? "1 incident note is open"
                : `${summary.openIncidents} incident notes are open`}
            </a>
          </p>
        </Notice>
      ) : null}
      <ScaleLegend />
      <form method="get" action="/rating" className="filters" data-autosubmit>
        <SelectField name="show" label="Show" value={show} choices={showChoices(isAdmin)} />
        {teams.length > 1 ? (
          <SelectField
            name="team"
            label="Team"
            value={teamId}
            empty="All Teams"
            choices={teams.map((team) => ({ value: team.teamId, label: team.teamName }))}
          />
        ) : null}
        <button type="submit" className="button button-secondary">
          Apply
        </button>
      </form>
      <p className="muted">{pluralize(summary.shown, "game")}</p>
      {games.length === 0 ? <NoGames show={show} filtered={teamId !== "" || page > 1} /> : null}
      <ul className="rating-list">
        {games.map((game) => (
          <li key={game.id} className="card">
            <GameRow game={game} />
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} href={(to) => addressOf({ show, teamId, page: to })} />
      <PolicyPanel words={policy} />
    </ClubPage>
  );
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function sentence({ played, rated, perfect }: Data["summary"]): string {
  if (played === 0) return "No game has been played yet.";
  return `${count(rated)} of ${pluralize(played, "game")} rated; ${count(perfect)} perfect.`;
}

function waitingLabel(waiting: number, isAdmin: boolean): string {
  const games = pluralize(waiting, "game");
  return isAdmin ? `${games} without a final score` : `${games} to rate`;
}

const showChoices = (isAdmin: boolean) => {
  const labels: Record<Show, string> = {
    latest: "Latest games",
    "to-rate": isAdmin ? "Waiting for ratings" : "To rate",
    rated: "Rated",
    upcoming: "Upcoming",
    all: "All games",
    incidents: "Major Incidents",
  };
  return shows
    .filter((show) => show !== "incidents" || isAdmin)
    .map((value) => ({ value, label: labels[value] }));
};

function addressOf({ show, teamId, page }: { show: string; teamId: string; page: number }): string {
  const query = new URLSearchParams();
  if (show !== "latest") query.set("show", show);
  if (teamId !== "") query.set("team", teamId);
  if (page > 1) query.set("page", String(page));
  return query.size === 0 ? "/rating" : `/rating?${query}`;
}

function ScaleLegend() {
  return (
    <dl className="scale-legend">
      {scores.map((score: Score) => (
        <div key={score}>
          <dt>
            <ScoreBadge score={score} />
          </dt>
          <dd>{scoreLabels[score].description}</dd>
        </div>
      ))}
    </dl>
  );
}

function GameRow({ game }: { game: Data["games"][number] }) {
  const rated = game.sides.some(({ state }) => state !== "missing");
  const played = game.phase === "in-progress" || game.phase === "completed";
  return (
    <>
      <div className="row apart">
        <div>
          <h2 className="rating-title">
            {played || rated ? (
              <a href={href("/rating/:gameId", { gameId: game.id })}>{game.title}</a>
            ) : (
              game.title
            )}
          </h2>
          <p className="muted small">
            {game.when}, {game.location}
          </p>
        </div>
        <p className="row">
          <PhaseBadge game={game} /> <FinalBadges final={game.final} sides={game.sides} />
        </p>
      </div>
      {rated ? (
        <dl className="rating-sides">
          {game.sides.map((rating) => (
            <div key={rating.side}>
              <dt>{sideName[rating.side]}</dt>
              <dd>
                <SideLine rating={rating} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {game.waits || game.incident ? (
        <p className="row">
          {game.waits ? (
            <ButtonLink href={href("/rating/:gameId", { gameId: game.id })} look="primary">
              {rateLabel(game.phase)}
            </ButtonLink>
          ) : null}
          {game.incident ? (
            <a href={href("/rating/:gameId/incident", { gameId: game.id })}>
              {game.incident === "open" ? "Open incident note" : "Closed incident note"}
            </a>
          ) : null}
        </p>
      ) : null}
    </>
  );
}

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
