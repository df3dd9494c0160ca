import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { coverageLabel, percent, shareLabel } from "#app/domain/club/reports/labels.ts";
import { FEW_GAMES, shareOf } from "#app/domain/club/reports/report.ts";
import { progressLabel, spanLabel, statusName } from "#app/domain/club/seasons/labels.ts";
import {
  type IncidentNumbers,
  incidentNumbers,
  ratersOfSeason,
  teamsOfSeason,
} from "#app/domain/club/seasons/season-report.server.ts";
import { bestImprovements, seasonTotals } from "#app/domain/club/seasons/season-report.ts";
import { progressOf, seasonStatus } from "#app/domain/club/seasons/seasons.ts";
import { averageOf } from "#app/domain/club/stats/stats.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { now } from "#app/runtime/clock.server.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { title } from "#app/ui/title.ts";
import { openSeason, todayOf } from "./open-season.server.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => title(data ? data.season.name : "Season");

/** A season on one page: once it is over, what one would send to the board (product.md#seasons). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "seasons.manage");
  const season = await openSeason(ctx, args.params);
  if (!season) throw notFound();
  const { db, club } = ctx;
  const today = todayOf(ctx);
  const [teams, incidents, raters] = await Promise.all([
    teamsOfSeason(db, season, { timezone: club.timezone, at: now() }),
    incidentNumbers(db, season, club.timezone),
    ratersOfSeason(db, season, club.timezone),
  ]);
  const totals = seasonTotals(teams);
  return json({
    clubName: club.name,
    season: { ...season, status: seasonStatus(season, today), span: spanLabel(season, today) },
    totals,
    progress: progressLabel(
      progressOf({ played: totals.played, scheduled: totals.scheduled, planned: season.plannedGames }),
    ),
    teams: teams.map(({ scores, ...team }) => ({
      ...team,
      rated: scores.length,
      average: averageOf(
        scores.reduce((sum, score) => sum + score, 0),
        scores.length,
      ),
      perfect: scores.filter((score) => score === 20).length,
      minor: scores.filter((score) => score === 10).length,
      major: scores.filter((score) => score === 0).length,
    })),
    improvements: bestImprovements(teams),
    incidents,
    raters,
  });
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function SeasonPage() {
  const data = useLoaderData<typeof loader>();
  const { season, clubName } = data;
  return (
    <ClubPage
      title={season.name}
      lead={`${clubName}, ${season.span}. ${statusName[season.status]}.`}
      crumbs={[{ label: "Seasons", href: "/seasons" }]}
      actions={
        <>
          <ButtonLink href={href("/reports", { season: season.id })} look="primary">
            Open Its Report
          </ButtonLink>
          {season.status === "archived" ? null : (
            <ButtonLink href={href("/seasons/:seasonId/edit", { seasonId: season.id })}>Edit</ButtonLink>
          )}
        </>
      }
    >
      {season.description ? <p className="plain-text">{season.description}</p> : null}
      <Results {...data} />
      <Teams {...data} />
      {data.totals.played > 0 ? (
        <>
          <Improvements {...data} />
          <Incidents numbers={data.incidents} major={data.totals.major} />
          <Thanks raters={data.raters} />
        </>
      ) : null}
      <Ways season={season} />
    </ClubPage>
  );
}

function Results({ totals, progress, season }: Data) {
  const { played, rated, average, perfect, minor, major } = totals;
  if (played === 0)
    return (
      <p>
        {season.status === "upcoming"
          ? `Nothing played yet: ${progress}.`
          : `No game is played: ${progress}.`}
      </p>
    );
  return (
    <section aria-labelledby="results">
      <h2 id="results">Results</h2>
      <p className="stats-sentence">
        {rated === 0
          ? "No game has a final score yet."
          : `Perfect in ${shareLabel(shareOf(perfect, rated), perfect, rated)}.`}{" "}
        {progress[0]?.toUpperCase()}
        {progress.slice(1)}.
      </p>
      <Stats>
        <Stat label="Games" value={played} note={coverageLabel({ played, rated, sealed: 0 })} />
        <Stat
          label="Average"
          value={average === null ? "–" : formatAverage(average)}
          note={
            rated < FEW_GAMES
              ? `${pluralize(rated, "game")}: too few to say`
              : `of 20, over ${pluralize(rated, "rated game")}`
          }
        />
        <Stat label="Perfect games" value={perfect} />
        <Stat label="Minor issues" value={minor} />
        <Stat label="Major incidents" value={major} />
      </Stats>
    </section>
  );
}

function Teams({ teams, season }: Data) {
  const shown =
    season.status === "upcoming" || season.status === "active"
      ? teams
      : teams.filter(({ scheduled }) => scheduled > 0);
  return (
    <section aria-labelledby="teams">
      <h2 id="teams">Teams</h2>
      {shown.length === 0 ? (
        <p>{season.allTeams ? "All teams, as soon as there is one." : "No team has a game in it."}</p>
      ) : (
        <RowTable
          caption={`Teams of ${season.name}`}
          columns={[
            { name: "Team", place: "name" },
            { name: "Average", place: "state" },
            { name: "Rated", place: "left" },
            { name: "Results", place: "line" },
          ]}
          rows={shown.map(({ teamId, name, ageGroup, archived, ...team }) => ({
            key: teamId,
            href: href("/reports", { tab: "teams", team: teamId, season: season.id }),
            cells: [
              `${name}, ${ageGroup}${archived ? " (archived)" : ""}`,
              <AverageFigure key="average" average={team.average} />,
              team.played === 0
                ? `0 of ${count(team.scheduled)} played`
                : `${count(team.rated)} of ${count(team.played)}`,
              team.rated === 0
                ? ""
                : `${count(team.perfect)} perfect, ${count(team.minor)} minor, ${count(team.major)} major`,
            ],
          }))}
        />
      )}
    </section>
  );
}

function Improvements({ improvements: { best, compared }, teams }: Data) {
  const rated = teams.filter((team) => team.rated > 0).length;
  return (
    <section aria-labelledby="improved">
      <h2 id="improved">Best improvements</h2>
      {compared === 0 ? (
        <p>Too few to say: no team has {2 * FEW_GAMES} rated games, five in each half of the season.</p>
      ) : best.length === 0 ? (
        <p>No team's second half was better than its first.</p>
      ) : (
        <ul>
          {best.map(({ teamId, name, first, second, games }) => (
            <li key={teamId}>
              <strong>{name}</strong>: from {formatAverage(first)} to {formatAverage(second)} points a game,
              the first {count(games)} rated games against the last {count(games)}
            </li>
          ))}
        </ul>
      )}
      {compared > 0 && compared < rated ? (
        <p className="muted">
          Teams with fewer than five rated games in each half are left out: too few to say.
        </p>
      ) : null}
    </section>
  );
}

function Incidents({ numbers, major }: { numbers: IncidentNumbers; major: number }) {
  const { cases, talkedTo, closed, talks } = numbers;
  const open = cases - talkedTo - closed;
  return (
    <section aria-labelledby="incidents">
      <h2 id="incidents">What was done about incidents</h2>
      {cases === 0 ? (
        <p>{major === 0 ? "There was no major incident." : "No case of a major incident is kept."}</p>
      ) : (
        <p>
          {pluralize(cases, "major incident")}:{" "}
          {closed === cases
            ? "all closed"
            : `${count(closed)} closed (${percent(closed / cases)}), ${count(talkedTo)} talked about, ${count(open)} open`}
          . {talks === 0 ? "No repair talk is noted" : `${pluralize(talks, "repair talk")} held`}.
        </p>
      )}
    </section>
  );
}

function Thanks({ raters }: Pick<Data, "raters">) {
  if (raters.length === 0) return null;
  return (
    <section aria-labelledby="thanks">
      <h2 id="thanks">Thank you</h2>
      <p>The season's sidelines were rated by {pluralize(raters.length, "volunteer")}:</p>
      <ul>
        {raters.map(({ id, name, games }) => (
          <li key={id}>
            {name}, {pluralize(games, "game")}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What can be done with the season. */
function Ways({ season: { id, name, status } }: Pick<Data, "season">) {
  const { readOnly } = useShell();
  if (readOnly) return null;
  const seasonId = id;
  return (
    <>
      <Buttons>
        {status === "upcoming" ? null : (
          <ButtonLink href={href("/seasons/:seasonId/roll-over", { seasonId })}>Roll Over</ButtonLink>
        )}
        <ButtonLink href={href("/seasons/:seasonId/copy", { seasonId })}>Copy</ButtonLink>
        {status === "completed" ? (
          <ButtonLink href={href("/seasons/:seasonId/archive", { seasonId })}>Archive</ButtonLink>
        ) : null}
        <ButtonLink href={href("/seasons/:seasonId/delete", { seasonId })} look="quiet">
          Delete
        </ButtonLink>
      </Buttons>
      {status === "archived" ? (
        <ButtonForm action={href("/seasons/:seasonId/restore", { seasonId })} className="inline-form buttons">
          <SubmitButton look="secondary">Bring {name} Back</SubmitButton>
        </ButtonForm>
      ) : null}
    </>
  );
}
