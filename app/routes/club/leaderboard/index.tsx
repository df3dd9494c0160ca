import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { requireUserOrSupport } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { isOnLeaderboard } from "#app/domain/club/settings/settings.server.ts";
import { reachesTeam, teamScope } from "#app/domain/club/staff/club-user.ts";
import {
  type BoardCards,
  boardRows,
  FEW_OF_MANY,
  MOST_FOUND,
  ownTeams,
  readBoard,
  shownRows,
} from "#app/domain/control/leaderboard/board.server.ts";
import {
  type BoardFilters,
  boardAddress,
  readBoardFilters,
  SEARCH_LENGTH,
  withoutLimits,
  withoutLookUp,
} from "#app/domain/control/leaderboard/filters.ts";
import { boardSentence } from "#app/domain/control/leaderboard/labels.ts";
import { BOARD_PAGE_ROWS } from "#app/domain/control/leaderboard/ranking.ts";
import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import { formatAverage } from "#app/domain/values/average.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { stateChoices } from "#app/domain/values/states.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { FilterBar, FilterNotices } from "#app/ui/filter-bar.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { title } from "#app/ui/title.ts";
import { HowItWorks } from "./how-it-works.tsx";
import { RankedTeams, UnrankedTeams } from "./rows.tsx";

export const handle = { extra: "board", madeOf: ["board"] };

export const meta = () => title("Leaderboard");

const teamAddress = (teamId: string) => href("/teams/:teamId", { teamId });

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "leaderboard.see");
  const { control, db, club, user } = ctx;
  const { filters, notices } = readBoardFilters(new URL(args.request.url).searchParams, club.state);
  const board = await readBoard(control, filters);
  const { totals, cards } = board;
  const pages = Math.max(1, Math.ceil(shownRows(cards) / BOARD_PAGE_ROWS));
  if (filters.page > pages) {
    notices.push(`There is no page ${count(filters.page)} of this list: showing the last one.`);
    filters.page = pages;
  }
  const [rows, own, takesPart] = await Promise.all([
    boardRows(control, filters, board),
    ownTeams(control, filters, board, { clubCode: club.code, teams: teamScope(user) }),
    isOnLeaderboard(db),
  ]);
  const today = dateAt(now(), club.timezone);
  return {
    filters,
    notices,
    missing: takesPart ? null : { mayChange: may(user.role, "club.manage") },
    totals: { mean: totals.mean, ranked: totals.ranked },
    cards,
    tooMany: cards.matching === null ? { found: MOST_FOUND, shown: FEW_OF_MANY } : null,
    pages,
    own: own.map(({ teamId, teamName, rank }) => ({ name: teamName, rank, href: teamAddress(teamId) })),
    // Codes and ids of other clubs and teams never leave the server.
    rows: rows.map(({ teamId, clubCode, lastGameDate, ...team }) => ({
      ...team,
      own: clubCode === club.code,
      href: clubCode === club.code && reachesTeam(user, teamId) ? teamAddress(teamId) : null,
      lastGame: lastGameDate ? formatDate(lastGameDate, today) : null,
    })),
  };
}

export default function Leaderboard() {
  const { filters, notices, missing, totals, cards, tooMany, pages, own, rows } =
    useLoaderData<typeof loader>();
  const ranked = rows.filter((row) => row.rank !== null);
  const unranked = rows.filter((row) => row.rank === null);
  return (
    <ClubPage title="Leaderboard" lead="How the sidelines of all participating clubs compare.">
      <ViewToggle filters={filters} />
      <FilterNotices notices={notices} />
      <BoardFilterBar filters={filters} cards={cards} />
      {missing ? <NotTakingPart {...missing} /> : null}
      <OwnTeams teams={own} />
      <Matching filters={filters} cards={cards} tooMany={tooMany} />
      {rows.length === 0 ? <NoTeams filters={filters} /> : null}
      {ranked.length > 0 ? <RankedTeams rows={ranked} mean={totals.mean ?? 0} /> : null}
      {unranked.length > 0 ? <UnrankedTeams rows={unranked} /> : null}
      <Pagination page={filters.page} pages={pages} href={(page) => boardAddress(filters, { page })} />
      <BoardStats cards={cards} />
      <HowItWorks totals={totals} />
    </ClubPage>
  );
}

/** Switches between State View and National View: two addresses of one board. */
function ViewToggle({ filters }: { filters: BoardFilters }) {
  const views = [
    // Without a state in its address, the State View shows the club's own.
    { view: "state", label: "State View", state: filters.state },
    { view: "national", label: "National View", state: null },
  ] as const;
  const links = views.map(({ view, label, state }) => ({
    key: view,
    href: boardAddress(filters, { view, state }),
    label,
    current: filters.view === view,
  }));
  return <Segments label="View" links={links} />;
}

/** Chooses a board and sums it up in a sentence. */
function BoardFilterBar({ filters, cards }: { filters: BoardFilters; cards: BoardCards }) {
  const all = { value: "all", label: "All States" };
  return (
    <FilterBar action="/leaderboard" count={<strong>{boardSentence(filters, cards)}</strong>}>
      <Hidden name="view" value={filters.view} />
      <SelectField
        name="state"
        label="State"
        required
        value={filters.state ?? "all"}
        choices={filters.view === "national" ? [all, ...stateChoices] : stateChoices}
      />
      <SelectField
        name="age"
        label="Age Group"
        required
        value={filters.ageGroup ?? "all"}
        choices={[{ value: "all", label: "All Ages" }, ...ageGroups.map(named)]}
      />
      <SelectField
        name="gender"
        label="Gender"
        required
        value={filters.gender ?? "all"}
        choices={[{ value: "all", label: "All" }, ...genders.map(named)]}
      />
      <TextField
        name="q"
        label="Search team, club or city"
        type="search"
        value={filters.q}
        maxLength={SEARCH_LENGTH}
      />
    </FilterBar>
  );
}

const named = (value: string) => ({ value, label: value });

function BoardStats({ cards }: { cards: BoardCards }) {
  return (
    <Stats>
      <Stat
        label="Teams in Rankings"
        value={count(cards.ranked)}
        note={`of ${pluralize(cards.teams, "team")}`}
      />
      <Stat label="Participating Clubs" value={count(cards.clubs)} />
      <Stat label="Perfect Games" value={count(cards.perfectGames)} />
      <Stat
        label="Average Score"
        value={cards.average === null ? "–" : formatAverage(cards.average)}
        note={cards.average === null ? "No game is rated yet" : "points per rated game, of 20"}
      />
    </Stats>
  );
}

/** Shows the ranks of the viewer's own teams. */
function OwnTeams({ teams }: { teams: readonly { name: string; rank: number | null; href: string }[] }) {
  if (teams.length === 0) return null;
  return (
    <p className="board-own">
      {teams.length === 1 ? "Your team" : "Your teams"}:{" "}
      {teams.map(({ name, rank, href }, index) => (
        <Fragment key={href}>
          {index > 0 ? ", " : null}
          <a href={href}>{name}</a> {rank === null ? "not ranked yet" : <strong>#{count(rank)}</strong>}
        </Fragment>
      ))}
    </p>
  );
}

/** Explains why the viewer's own club is not on the boards (product/clubs.md#leaderboard-participation). */
function NotTakingPart({ mayChange }: { mayChange: boolean }) {
  return (
    <Notice title="Your club does not take part">
      <p>
        Its teams are on no leaderboard, and other clubs do not see them.{" "}
        {mayChange ? (
          <a href={href("/club/settings", { tab: "games" })}>Take part, in the settings</a>
        ) : (
          "Club administrators decide that in the settings."
        )}
      </p>
    </Notice>
  );
}

/** Counts the matching teams; renders nothing without a search. */
function Matching(props: {
  filters: BoardFilters;
  cards: BoardCards;
  tooMany: { found: number; shown: number } | null;
}) {
  const { filters, cards, tooMany } = props;
  const all = boardAddress(withoutLookUp(filters));
  if (boardAddress(filters) === all) return null;
  const found = tooMany
    ? `More than ${count(tooMany.found)} of these ${count(cards.teams)} match your search; the first ${count(tooMany.shown)} are shown. Add a word to see fewer.`
    : `${count(cards.matching ?? 0)} of these ${count(cards.teams)} ${cards.matching === 1 ? "matches" : "match"} your search; ranks are those among all of them.`;
  return (
    <p>
      {found} <a href={all}>Show all</a>
    </p>
  );
}

function NoTeams({ filters }: { filters: BoardFilters }) {
  return (
    <Empty title="No teams found" action={wayOut(filters)}>
      <p>Try adjusting your filters to see more teams.</p>
    </Empty>
  );
}

/** Links from an empty list to a board that may have teams. */
function wayOut(filters: BoardFilters) {
  const cleared = boardAddress(withoutLimits(filters));
  if (boardAddress(filters) !== cleared) return <ButtonLink href={cleared}>Clear the filters</ButtonLink>;
  if (filters.view === "national") return null;
  return <ButtonLink href="/leaderboard?view=national">See the National View</ButtonLink>;
}
