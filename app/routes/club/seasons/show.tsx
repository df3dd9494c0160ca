import type { LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { isMember, notFound, requireUserOrSupport } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { seasonWords, spanLabel, statusName } from "#app/domain/club/seasons/labels.ts";
import { readSeasonReport } from "#app/domain/club/seasons/season-report.server.ts";
import { seasonTotals, teamTotals } from "#app/domain/club/seasons/season-report.ts";
import { isOver, seasonStatus } from "#app/domain/club/seasons/seasons.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { onePage } from "#app/forms/pages.ts";
import { isSupport, may } from "#app/permissions/club-permissions.ts";
import { missingLetters } from "#app/print/missing-letters.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { MissingLetters } from "#app/ui/missing-letters.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { title } from "#app/ui/title.ts";
import { openSeason, todayOf } from "./open-season.server.ts";

export const handle = { madeOf: [] };

export const meta: MetaFunction<typeof loader> = ({ data }) => title(data ? data.season.name : "Season");

/** Loads a season on one page: once it is over, ready for the board (product/seasons.md#seasons). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "seasons.see");
  const season = await openSeason(ctx, args.params);
  if (!season) throw notFound();
  const { db, club } = ctx;
  const today = todayOf(ctx);
  const report = await readSeasonReport(db, season, { timezone: club.timezone, at: now() });
  const { teams } = report;
  const words = seasonWords(report);
  const over = isOver(season, today);
  const printed = [club.name, season.name, season.description, ...teams.map(({ name }) => name)];
  return {
    page: new URL(args.request.url).searchParams.get("page"),
    clubName: club.name,
    missing:
      over && isMember(ctx) ? missingLetters([...printed, ...words.raters.map(({ text }) => text)]) : [],
    season: {
      ...season,
      status: seasonStatus(season, today),
      over,
      span: spanLabel(season, today),
    },
    // Results, cases and raters: for the club's own administrators, who see sealed data.
    results: isMember(ctx) ? { totals: seasonTotals(teams), words } : null,
    teams: teams.map(({ scores, ...team }) => ({
      ...team,
      totals: isMember(ctx) ? teamTotals({ ...team, scores }) : null,
    })),
  };
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function SeasonPage() {
  const data = useLoaderData<typeof loader>();
  const { season, clubName, results, missing } = data;
  return (
    <ClubPage
      title={season.name}
      lead={`${clubName}, ${season.span}. ${statusName[season.status]}.`}
      crumbs={[{ label: "Seasons", href: "/seasons" }]}
      actions={
        <>
          <ButtonLink
            href={href("/reports", { season: season.id })}
            look={season.over ? "secondary" : "primary"}
          >
            Open Its Report
          </ButtonLink>{" "}
          {season.over && results ? (
            <ButtonLink href={href("/seasons/:seasonId/season.pdf", { seasonId: season.id })} look="primary">
              Download PDF
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <MissingLetters letters={missing} of="the season’s PDF" />
      {season.description ? <p className="plain-text">{season.description}</p> : null}
      {results ? <Results {...results} /> : null}
      <Teams {...data} />
      {results && results.totals.played > 0 ? <Words {...results.words} /> : null}
      <Ways season={season} />
    </ClubPage>
  );
}

type SeasonResults = NonNullable<Data["results"]>;

function Results({ totals, words }: SeasonResults) {
  const { played, average, perfect, minor, major } = totals;
  if (played === 0) return <p>{words.results}</p>;
  return (
    <section aria-labelledby="results">
      <h2 id="results">Results</h2>
      <p className="stats-sentence">{words.results}</p>
      <Stats>
        <Stat label="Games" value={played} note={words.coverage} />
        <Stat label="Average" value={average === null ? "–" : formatAverage(average)} note={words.average} />
        <Stat label="Perfect games" value={perfect} />
        <Stat label="Minor issues" value={minor} />
        <Stat label="Major incidents" value={major} />
      </Stats>
    </section>
  );
}

const TEAMS_A_PAGE = 40;

function Teams({ teams, season, results, ...data }: Data) {
  const shown =
    season.status === "upcoming" || season.status === "active"
      ? teams
      : teams.filter(({ scheduled }) => scheduled > 0);
  const { rows, page, pages } = onePage(shown, data.page, TEAMS_A_PAGE);
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
            ...(results ? [{ name: "Average", place: "state" } as const] : []),
            { name: results ? "Rated" : "Games", place: "left" },
            ...(results ? [{ name: "Results", place: "line" } as const] : []),
          ]}
          rows={rows.map(({ teamId, name, ageGroup, archived, totals, ...team }) => ({
            key: teamId,
            href: href("/reports", { tab: "teams", team: teamId, season: season.id }),
            cells: [
              `${name}, ${ageGroup}${archived ? " (archived)" : ""}`,
              ...(totals ? [<AverageFigure key="average" average={totals.average} />] : []),
              team.played === 0 || !totals
                ? `${count(team.played)} of ${count(team.scheduled)} played`
                : `${count(totals.rated)} of ${count(team.played)}`,
              ...(totals
                ? [
                    totals.rated === 0
                      ? ""
                      : `${count(totals.perfect)} perfect, ${count(totals.minor)} minor, ${count(totals.major)} major`,
                  ]
                : []),
            ],
          }))}
        />
      )}
      <Pagination
        page={page}
        pages={pages}
        href={(to) => href("/seasons/:seasonId", { seasonId: season.id, page: String(to) })}
      />
    </section>
  );
}

/** Shows improvements, actions, parents' comments, and thanks. */
function Words({ improved, improvedNote, incidents, parents, thanks, raters }: SeasonResults["words"]) {
  return (
    <>
      <section aria-labelledby="improved">
        <h2 id="improved">Best improvements</h2>
        {improved.length > 0 ? (
          <ul>
            {improved.map(({ teamId, name, text }) => (
              <li key={teamId}>
                <strong>{name}</strong>: {text}
              </li>
            ))}
          </ul>
        ) : null}
        {improvedNote === "" ? null : (
          <p className={improved.length > 0 ? "muted" : undefined}>{improvedNote}</p>
        )}
      </section>
      <section aria-labelledby="incidents">
        <h2 id="incidents">What was done about incidents</h2>
        <p>{incidents}</p>
      </section>
      <section aria-labelledby="parents">
        <h2 id="parents">What parents say</h2>
        <p>{parents}</p>
      </section>
      {thanks === "" ? null : (
        <section aria-labelledby="thanks">
          <h2 id="thanks">Thank you</h2>
          <p>{thanks}</p>
          <Raters raters={raters.slice(0, RATERS_SHOWN)} />
          {raters.length > RATERS_SHOWN ? (
            <details className="more">
              <summary>{raters.length - RATERS_SHOWN} more</summary>
              <Raters raters={raters.slice(RATERS_SHOWN)} />
            </details>
          ) : null}
        </section>
      )}
    </>
  );
}

const RATERS_SHOWN = 12;

function Raters({ raters }: Pick<SeasonResults["words"], "raters">) {
  return (
    <ul>
      {raters.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  );
}

/** Links the actions on the season. */
function Ways({ season: { id, name, status, over } }: Pick<Data, "season">) {
  const { readOnly, role } = useShell();
  if (readOnly || !may(role, "seasons.manage")) return null;
  const seasonId = id;
  const acting = isSupport(role);
  return (
    <>
      <Buttons>
        {over && !acting ? (
          <ButtonLink href={href("/seasons/:seasonId/board", { seasonId })}>Send to the Board</ButtonLink>
        ) : null}
        {status === "upcoming" || acting ? null : (
          <ButtonLink href={href("/seasons/:seasonId/roll-over", { seasonId })}>Roll Over</ButtonLink>
        )}
        {status === "archived" ? null : (
          <ButtonLink href={href("/seasons/:seasonId/edit", { seasonId })}>Edit</ButtonLink>
        )}
        {acting ? null : (
          <>
            <ButtonLink href={href("/seasons/:seasonId/copy", { seasonId })}>Copy</ButtonLink>{" "}
            <ButtonLink href={href("/seasons/:seasonId/template", { seasonId })}>Save as Template</ButtonLink>
          </>
        )}
        {status === "completed" ? (
          <ButtonLink href={href("/seasons/:seasonId/archive", { seasonId })}>Archive</ButtonLink>
        ) : null}
        {acting ? null : (
          <ButtonLink href={href("/seasons/:seasonId/delete", { seasonId })} look="quiet">
            Delete
          </ButtonLink>
        )}
      </Buttons>
      {status === "archived" ? (
        <ButtonForm action={href("/seasons/:seasonId/restore", { seasonId })} className="inline-form buttons">
          <SubmitButton look="secondary">Bring {name} Back</SubmitButton>
        </ButtonForm>
      ) : null}
    </>
  );
}
