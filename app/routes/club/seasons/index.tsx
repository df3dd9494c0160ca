import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { isMember, requireUserOrSupport } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { namesLabel, spanLabel, statusName } from "#app/domain/club/seasons/labels.ts";
import { listOwnTemplates } from "#app/domain/club/seasons/own-templates.server.ts";
import { undoableRollOvers, undoableUntil } from "#app/domain/club/seasons/roll-overs.server.ts";
import {
  type GamesOutside,
  gamesOutside,
  type SeasonTally,
  seasonTallies,
} from "#app/domain/club/seasons/season-games.server.ts";
import { listSeasons, seasonTeams } from "#app/domain/club/seasons/seasons.server.ts";
import {
  daysFrom,
  type OwnTemplate,
  progressOf,
  type Season,
  type SeasonStatus,
  seasonStatus,
  seasonTemplates,
  weeksOf,
} from "#app/domain/club/seasons/seasons.ts";
import { averageOf } from "#app/domain/club/stats/stats.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { addDays } from "#app/domain/values/days.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatDate, formatMoment } from "#app/domain/values/times.ts";
import { isSupport } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { Status, type StatusKind } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { todayOf } from "./open-season.server.ts";

export const handle = { madeOf: ["roll-overs"] };

export const meta = () => title("Seasons");

const tabs = ["all", "templates", "archives"] as const;
type Tab = (typeof tabs)[number];
const tabName: Record<Tab, string> = { all: "All Seasons", templates: "Templates", archives: "Archives" };

/** A season is offered to take in games at most this many days away. */
const NEAR_DAYS = 42;
/** A season that ends within this many days is offered to be rolled over. */
const ENDS_SOON_DAYS = 14;

/** Lists the club's seasons, the templates, and the archived seasons (product/seasons.md#seasons). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "seasons.see");
  const { db, club } = ctx;
  const asked = new URL(args.request.url).searchParams.get("tab");
  const tab = tabs.find((name) => name === asked) ?? "all";
  const at = now();
  const today = todayOf(ctx);
  const templates = tab === "templates";
  const [seasons, teams, own] = await Promise.all([
    listSeasons(db),
    templates ? seasonTeams(db) : [],
    templates ? listOwnTemplates(db) : [],
  ]);
  const shown = templates ? [] : seasons;
  const listed = shown.filter(({ archivedAt }) => (archivedAt !== null) === (tab === "archives"));
  const [tallies, outside, rollOvers] = await Promise.all([
    seasonTallies(db, listed, { timezone: club.timezone, at }),
    tab === "all" ? gamesOutside(db, seasons, club.timezone) : [],
    tab === "all" ? undoableRollOvers(db, at) : [],
  ]);
  return {
    tab,
    teams: teams.filter(({ status }) => status === "active").length,
    own: own.map(viewTemplate),
    any: seasons.length > 0,
    // Administrators' averages include sealed games.
    rows: listed.map((season) => viewRow(season, tallies.get(season.id), today, isMember(ctx))),
    ending: tab === "all" ? endingOf(seasons, today) : null,
    outside: outside.map((part) => viewOutside(part, seasons, today)),
    undoable: rollOvers.map(({ id, fromName, season, done_at }) => ({
      id,
      title: `${fromName} was rolled over to ${season.name}`,
      until: done_at === null ? "" : formatMoment(undoableUntil(done_at).toISOString(), club.timezone),
    })),
  };
}

const viewTemplate = (template: OwnTemplate) => ({
  id: template.id,
  name: template.name,
  description: template.description,
  sport: template.sport,
  duration: pluralize(weeksOf(template), "week"),
  teams: template.allTeams ? "All" : pluralize(template.teamIds.length, "team"),
  games: template.plannedGames === null ? "As scheduled" : count(template.plannedGames),
});

function viewRow(season: Season, tally: SeasonTally | undefined, today: string, seesAll: boolean) {
  const { played = 0, rated = 0, points = 0, scheduled = 0, teams = 0 } = tally ?? {};
  const { of } = progressOf({ played, scheduled, planned: season.plannedGames });
  const average = seesAll ? averageOf(points, rated) : null;
  return {
    id: season.id,
    name: season.name,
    status: seasonStatus(season, today),
    span: spanLabel(season, today),
    games: `${count(played)} of ${pluralize(of, "game")}`,
    teams: season.allTeams
      ? teams > 0
        ? `All, ${teams} playing`
        : "All"
      : pluralize(season.teamIds.length, "team"),
    average,
    averageLabel: average === null ? null : formatAverage(average),
  };
}

/** Finds the season that ends soon, or ended, with no other after it. */
function endingOf(seasons: readonly Season[], today: string) {
  const [latest] = seasons;
  if (!latest || latest.archivedAt !== null || latest.startsOn > today) return null;
  const days = daysFrom(today, latest.endsOn);
  if (days > ENDS_SOON_DAYS) return null;
  const near = { [-1]: "yesterday", 0: "today", 1: "tomorrow" }[days];
  const when = near ?? `on ${formatDate(latest.endsOn, today)}`;
  return {
    id: latest.id,
    name: latest.name,
    sentence: `${latest.name} ${days < 0 ? "ended" : "ends"} ${when}`,
  };
}

/** Lists where games outside any season can go: the season before, the season after, or a new one. */
function viewOutside(
  { games, from, to, teamNames, teams, gap }: GamesOutside,
  seasons: readonly Season[],
  today: string,
) {
  const open = seasons.filter(
    ({ archivedAt, allTeams }) => archivedAt === null && (allTeams || gap.butFor.length > 0),
  );
  const before = open.find(
    ({ endsOn }) => gap.from !== null && addDays(endsOn, 1) === gap.from && daysFrom(endsOn, to) <= NEAR_DAYS,
  );
  const after = open.find(
    ({ startsOn }) =>
      gap.to !== null && addDays(gap.to, 1) === startsOn && daysFrom(from, startsOn) <= NEAR_DAYS,
  );
  const inside = seasons.find(
    ({ startsOn, endsOn, allTeams, archivedAt }) =>
      archivedAt === null && !allTeams && startsOn <= from && to <= endsOn,
  );
  const edit = ({ id }: Season, query: Record<string, string>) =>
    href("/seasons/:seasonId/edit", { seasonId: id, ...query });
  return {
    key: `${from} ${to}`,
    games,
    about: `${from === to ? formatDate(from, today) : `${formatDate(from, today)} to ${formatDate(to, today)}`}, ${namesLabel(teamNames, teams)}`,
    ways: [
      ...(inside ? [{ href: edit(inside, {}), label: `Choose the teams of ${inside.name}` }] : []),
      ...(before ? [{ href: edit(before, { to }), label: `Let ${before.name} end later` }] : []),
      ...(after ? [{ href: edit(after, { from }), label: `Let ${after.name} begin earlier` }] : []),
      { href: href("/seasons/new", { from, to }), label: "Make a season around them" },
    ],
  };
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Seasons() {
  const data = useLoaderData<typeof loader>();
  const { readOnly, role } = useShell();
  const acting = isSupport(role);
  return (
    <ClubPage
      title="Seasons"
      lead="Which days your games and reports add up over, and which teams play."
      actions={
        <>
          {acting ? null : (
            <ButtonLink href="/seasons/new" look="primary">
              New Season
            </ButtonLink>
          )}{" "}
          <ButtonLink href="/reports">Reports</ButtonLink>
        </>
      }
    >
      <Segments
        label="Seasons"
        links={tabs
          .filter((name) => !acting || name !== "templates")
          .map((name) => ({
            key: name,
            href: name === "all" ? "/seasons" : href("/seasons", { tab: name }),
            label: tabName[name],
            current: name === data.tab,
          }))}
      />
      {data.tab === "templates" && !acting ? (
        <Templates {...data} />
      ) : (
        <>
          {readOnly || acting ? null : <Notices {...data} />}
          {data.rows.length > 0 ? (
            <List rows={data.rows} tab={data.tab} acting={acting} />
          ) : acting ? (
            <Empty title={data.tab === "archives" ? "Nothing in the archive" : "No season yet"} />
          ) : (
            <Nothing {...data} />
          )}
        </>
      )}
      <p>
        <a href="/dashboard">Back to the Dashboard</a>
      </p>
    </ClubPage>
  );
}

/** Shows what needs attention: an ending season, games without a season, a roll-over that can be undone. */
function Notices({ ending, outside, undoable }: Pick<Data, "ending" | "outside" | "undoable">) {
  const games = outside.reduce((sum, part) => sum + part.games, 0);
  return (
    <>
      {ending ? (
        <Notice tone="accent" title={ending.sentence}>
          <p>Take its teams into the next season: keep them, move them up an age group, invite again.</p>
          <p>
            <ButtonLink href={href("/seasons/:seasonId/roll-over", { seasonId: ending.id })} look="primary">
              Roll Over {ending.name}
            </ButtonLink>
          </p>
        </Notice>
      ) : null}
      {games > 0 ? (
        <Notice tone="minor" title={`${pluralize(games, "game is", "games are")} in no season`}>
          <ul>
            {outside.map(({ key, games: part, about, ways }) => (
              <li key={key}>
                {pluralize(part, "game")}: {about}.{" "}
                {ways.map(({ href: to, label }, index) => (
                  <Way key={to} to={to} first={index === 0}>
                    {label}
                  </Way>
                ))}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {undoable.map(({ id, title: what, until }) => (
        <p key={id}>
          {what}. <a href={href("/seasons/roll-overs/:rollOverId", { rollOverId: id })}>See or undo it</a>,
          until {until}.
        </p>
      ))}
    </>
  );
}

function Way({ to, first, children }: { to: string; first: boolean; children: ReactNode }) {
  return (
    <>
      {first ? "" : " · "}
      <a href={to}>{children}</a>
    </>
  );
}

const statusKind: Record<SeasonStatus, StatusKind> = {
  upcoming: "plain",
  active: "done",
  completed: "plain",
  archived: "plain",
};

export const SeasonState = ({ status }: { status: SeasonStatus }) => (
  <Status kind={statusKind[status]}>{statusName[status]}</Status>
);

function List({ rows, tab, acting }: { rows: Data["rows"]; tab: Tab; acting: boolean }) {
  return (
    <>
      <p>{pluralize(rows.length, tab === "archives" ? "archived season" : "season")}</p>
      <RowTable
        caption={tabName[tab]}
        columns={[
          { name: "Season", place: "name" },
          { name: "Status", place: "state" },
          { name: "Games", place: "left" },
          { name: "Days", place: "line" },
          { name: "Teams", place: "more" },
          ...(acting ? [] : [{ name: "Average", place: "more" } as const]),
        ]}
        rows={rows.map((row) => ({
          key: row.id,
          href: href("/seasons/:seasonId", { seasonId: row.id }),
          cells: [
            row.name,
            <SeasonState key="status" status={row.status} />,
            row.games,
            row.span,
            row.teams,
            ...(acting ? [] : [<AverageFigure key="average" average={row.average} />]),
          ],
        }))}
      />
    </>
  );
}

function Nothing({ tab, any }: Pick<Data, "any"> & { tab: Tab }) {
  if (tab === "archives")
    return (
      <Empty title="Nothing in the archive">
        <p>A season that is over can be archived from its page. Its report stays.</p>
      </Empty>
    );
  return (
    <Empty
      title={any ? "All seasons are archived" : "No season yet"}
      action={
        <ButtonLink href="/seasons/new" look="primary">
          New Season
        </ButtonLink>
      }
    >
      <p>
        {any
          ? "Find them under Archives, or create the next one."
          : "Until you make your own, reports take January to July as spring and August to December as fall. Start from nothing, or from a template."}
      </p>
    </Empty>
  );
}

const templateColumns = [
  { name: "Template" },
  { name: "Description", wide: true },
  { name: "Sport", look: "nowrap" as const },
  { name: "Duration", look: "nowrap" as const },
  { name: "Teams", look: "nowrap" as const },
  { name: "Games", look: "nowrap" as const },
];

function Templates({ teams, own, any }: Pick<Data, "teams" | "own" | "any">) {
  const { readOnly } = useShell();
  return (
    <>
      <h2>Your templates</h2>
      {own.length > 0 ? (
        <DataTable
          caption="Your templates"
          columns={[...templateColumns, ...(readOnly ? [] : [{ name: "Change" }])]}
          rows={own.map(({ id, name, description, sport, duration, teams: playing, games }) => ({
            key: id,
            cells: [
              <a key="name" href={href("/seasons/new", { template: id })}>
                {name}
              </a>,
              description,
              sport,
              duration,
              playing,
              games,
              ...(readOnly
                ? []
                : [
                    <a key="change" href={href("/seasons/templates/:templateId", { templateId: id })}>
                      Edit<span className="visually-hidden"> {name}</span>
                    </a>,
                  ]),
            ],
          }))}
        />
      ) : (
        <p className="muted">
          {any
            ? "None yet. Open a season and choose ‘Save as Template’ to keep its days, teams and planned games for later years."
            : "None yet. Once you have a season, its page can save it as a template."}
        </p>
      )}
      <h2>Ready-made</h2>
      <ReadyMade teams={teams} />
    </>
  );
}

function ReadyMade({ teams }: { teams: number }) {
  return (
    <DataTable
      caption="Ready-made templates"
      columns={templateColumns}
      rows={seasonTemplates.map(({ id, name, sport, weeks, games, description }) => ({
        key: id,
        cells: [
          <a key="name" href={href("/seasons/new", { template: id })}>
            {name}
          </a>,
          description,
          sport,
          `${weeks} weeks`,
          teams === 0 ? "All" : `All ${teams}`,
          `${games} a team`,
        ],
      }))}
    />
  );
}
