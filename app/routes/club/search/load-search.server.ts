import { readOnlyOf } from "#app/auth/club-access.server.ts";
import type { SessionRow } from "#app/auth/session.server.ts";
import { href } from "#app/config/addresses.ts";
import { agreementStatusName, parentLabel } from "#app/domain/club/agreements/labels.ts";
import { gamePhase } from "#app/domain/club/games/game-rules.ts";
import { gameTitle, phaseName } from "#app/domain/club/games/labels.ts";
import { incidentStatusName } from "#app/domain/club/incidents/labels.ts";
import { costOf, nearest } from "#app/domain/club/search/match.ts";
import { withSearch } from "#app/domain/club/search/recent.ts";
import {
  type FoundCase,
  type FoundGame,
  type FoundParent,
  type FoundTeam,
  findGames,
  findParents,
  nearestStaff,
  nearestTeams,
  readVocabulary,
  type Vocabulary,
} from "#app/domain/club/search/search.server.ts";
import { QUERY_MAX, readSearch, type SearchQuery } from "#app/domain/club/search/search-query.ts";
import { managesTeam, rolesOf } from "#app/domain/club/staff/club-user.ts";
import { roleName, staffTitle } from "#app/domain/club/staff/labels.ts";
import { type ClubAccount, clubAccounts } from "#app/domain/control/administrators/administrators.server.ts";
import { plainWordsOf } from "#app/domain/values/names.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt, formatGameTime } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { searchHelp } from "#app/routes/site/help/search.ts";
import { now } from "#app/runtime/clock.server.ts";
import { findDestinations, quickActions } from "./destinations.ts";
import { readRecent, storeRecent } from "./recent-searches.server.ts";

/** Results shown of each group; the rest is in its list. */
const SHOWN = 6;

interface Hit {
  href: string;
  label: string;
  about: string;
}

/** Results of one kind. */
export interface FoundGroup {
  title: string;
  hits: Hit[];
  /** Link to all results, if these are not all. */
  all: { href: string; label: string } | null;
}

interface FoundPage {
  text: string;
  groups: FoundGroup[];
  total: number;
  quick: { href: string; label: string; about: string }[];
}

/** Searches the help, and the club within the reader's permissions (product/pages.md#search). */
async function loadSearch(ctx: ClubContext & { session: SessionRow }, typed: string): Promise<FoundPage> {
  const { user, club } = ctx;
  const at = now();
  const query = readSearch(typed, dateAt(at, club.timezone));
  const visitor = { roles: rolesOf(user), readOnly: readOnlyOf(ctx.session) !== null };
  if (query.words.length === 0)
    return { text: query.text, groups: [], total: 0, quick: quickActions(visitor).map(hitOf) };
  const isAdmin = user.role === "club_admin";
  const [vocabulary, accounts] = await Promise.all([
    readVocabulary(ctx.db, user, query),
    isAdmin ? clubAccounts(ctx.control, club.code) : [],
  ]);
  const [parents, games] = await Promise.all([
    findParents(ctx.db, user, query, vocabulary),
    findGames(ctx.db, user, query, { vocabulary, today: dateAt(at, club.timezone) }),
  ]);
  const when = (game: Parameters<typeof formatGameTime>[0]) => formatGameTime(game, club.timezone, at);
  const teams = nearestTeams(vocabulary.teams, query.words);
  const groups = [
    group("Pages", findDestinations(query.words, visitor).map(hitOf)),
    group("Teams", teams.map(teamHit), { href: "/teams", label: "All teams" }),
    group("People", peopleHits(vocabulary, accounts, query, isAdmin), {
      href: href("/club/settings", { tab: "users", q: query.text }),
      label: "All people",
    }),
    group(
      "Parents",
      parents.map((parent) => parentHit(parent, ctx)),
      {
        href: href("/agreements", { q: query.text }),
        label: "All parents with this name",
      },
    ),
    group(
      "Games",
      inOrder(games).map((game) => gameHit(game, when(game), at)),
      scheduleOf(teams, games),
    ),
    group("Incidents", caseHits(vocabulary, games, query, when), {
      href: "/incidents",
      label: "All incidents",
    }),
    group("Seasons and rewards", planHits(vocabulary, query)),
    group("Help", searchHelp(query.text).map(helpHit), {
      href: href("/help", { q: query.text }),
      label: "All answers",
    }),
  ].filter(({ hits }) => hits.length > 0);
  const total = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  return { text: query.text, groups, total, quick: total === 0 ? quickActions(visitor).map(hitOf) : [] };
}

const group = (title: string, hits: readonly Hit[], all: FoundGroup["all"] = null): FoundGroup => ({
  title,
  hits: hits.slice(0, SHOWN),
  all: hits.length > SHOWN ? all : null,
});

const hitOf = ({ href, label, about }: Hit): Hit => ({ href, label, about });

const teamHit = ({ id, name, ageGroup, gender, season, status }: FoundTeam): Hit => ({
  href: status === "active" ? href("/teams/:teamId", { teamId: id }) : href("/teams/archived"),
  label: name,
  about: [`${ageGroup} ${gender}`, season, status === "active" ? "" : "Archived"].filter(Boolean).join(", "),
});

/** Lists staff of the reader's teams, one line a person; for administrators the club's other accounts too. */
function peopleHits(
  { staff }: Vocabulary,
  accounts: readonly ClubAccount[],
  query: SearchQuery,
  isAdmin: boolean,
): Hit[] {
  const people = new Map<string, Hit>();
  for (const account of nearest(accounts, ({ name }, reading) =>
    costOf(query.words, plainWordsOf(name), reading),
  )) {
    if (account.role !== "club_admin") continue;
    people.set(account.accountId, personHit(account.accountId, account.name, roleName.club_admin));
  }
  for (const member of nearestStaff(staff, query)) {
    const key = member.accountId ?? member.email ?? member.id;
    const place = `${staffTitle(member)}, ${member.teamName}${member.status === "pending" ? " (invited)" : ""}`;
    const known = people.get(key);
    const label = member.name || member.email || "";
    const hit =
      isAdmin && member.accountId
        ? personHit(member.accountId, label, place)
        : { href: `${href("/teams/:teamId", { teamId: member.teamId })}#staff`, label, about: place };
    people.set(key, known ? { ...known, about: `${known.about}; ${place}` } : hit);
  }
  return [...people.values()];
}

const personHit = (personId: string, label: string, about: string): Hit => ({
  href: href("/club/people/:personId", { personId }),
  label,
  about,
});

/** Links a parent; users who may not open the parent's page get the list (product/teams.md#permissions). */
function parentHit(parent: FoundParent, { user }: ClubContext): Hit {
  const { id, name, email, children, status } = parent;
  const opens =
    user.role === "club_admin" || children.some(({ teamId }) => teamId && managesTeam(user, teamId));
  const teams = [...new Set(children.map(({ teamName }) => teamName ?? "No team"))].join(", ") || "No team";
  const names = children.map((child) => child.name).join(", ");
  return {
    href: opens ? href("/agreements/:agreementId", { agreementId: id }) : href("/agreements", { q: name }),
    label: parentLabel({ parentName: name, email }),
    about: [names, teams, agreementStatusName[status]].filter(Boolean).join(" · "),
  };
}

/** Returns the nearest games in chronological order. */
const inOrder = (games: readonly FoundGame[]) => [
  ...games.slice(0, SHOWN).sort((a, b) => a.starts_at.localeCompare(b.starts_at)),
  ...games.slice(SHOWN),
];

const gameHit = (game: FoundGame, when: string, at: Date): Hit => ({
  href: href("/rating/:gameId", { gameId: game.id }),
  label: gameTitle(game),
  about: [when, phaseName[gamePhase(game, at)], game.location].filter(Boolean).join(" · "),
});

/** Links the schedule, of the team if all found games are of one. */
function scheduleOf(teams: readonly FoundTeam[], games: readonly FoundGame[]): FoundGroup["all"] {
  const names = new Set(games.map(({ team_name }) => team_name));
  const [team] = teams.filter(({ name }) => names.has(name));
  return names.size === 1 && team
    ? { href: href("/schedule", { team: team.id }), label: `All games of the ${team.name}` }
    : { href: "/schedule", label: "All games" };
}

/** Lists the case of the searched number, and those of the games if cases are searched. */
function caseHits(
  { incident }: Vocabulary,
  games: readonly FoundGame[],
  query: SearchQuery,
  when: (game: FoundCase) => string,
): Hit[] {
  const ofGames = query.cases
    ? games.flatMap((game) => (game.incident ? [{ ...game, ...game.incident }] : []))
    : [];
  return [...(incident ? [incident] : []), ...ofGames].map((found) => ({
    href: href("/incidents/:incidentId", { incidentId: found.id }),
    label: `Case ${found.number}: ${gameTitle(found)}`,
    about: `${when(found)} · ${incidentStatusName[found.status]}`,
  }));
}

const PLANS = {
  season: ["Season", (seasonId: string) => href("/seasons/:seasonId", { seasonId })],
  program: [
    "Reward program",
    (programId: string) => href("/rewards/programs/:programId/edit", { programId }),
  ],
  reward: ["Reward", (rewardId: string) => href("/rewards/:rewardId/edit", { rewardId })],
} as const;

const planHits = ({ plans }: Vocabulary, { words }: SearchQuery): Hit[] =>
  nearest(plans, ({ name }, reading) => costOf(words, plainWordsOf(name), reading)).map(
    ({ kind, id, name }) => ({
      href: PLANS[kind][1](id),
      label: name,
      about: PLANS[kind][0],
    }),
  );

const helpHit = ({ href, title, kind }: ReturnType<typeof searchHelp>[number]): Hit => ({
  href,
  label: title,
  about: kind,
});

/**
 * Answers a search address for the page and the dialog, with the header that remembers the search.
 * @returns `groups` with the recent searches and the quick actions if there is nothing else
 */
export async function answerSearch(ctx: ClubContext & { session: SessionRow }, request: Request) {
  const typed = (new URL(request.url).searchParams.get("q") ?? "").slice(0, 2 * QUERY_MAX);
  const [{ quick, ...found }, recent] = await Promise.all([
    loadSearch(ctx, typed),
    readRecent(request, ctx.session),
  ]);
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (found.total > 0)
    headers.set("Set-Cookie", await storeRecent(withSearch(recent, found.text), ctx.session));
  const again =
    found.text === ""
      ? recent.map((text) => ({ href: href("/search", { q: text }), label: text, about: "" }))
      : [];
  const groups = [...found.groups, group("Recent searches", again), group("Quick actions", quick)];
  return {
    headers,
    answer: {
      ...found,
      count: resultCount(found),
      groups: groups.filter(({ hits }) => hits.length > 0),
      remembers: again.length > 0,
    },
  };
}

/** Counts the results, for reading and for screen readers; '' before a search. */
function resultCount({ text, total, groups }: Omit<FoundPage, "quick">): string {
  if (text === "") return "";
  if (total === 0) return `No results found for ‘${text}’`;
  const nearest = groups.some(({ all }) => all) ? "The nearest " : "";
  return `${nearest}${pluralize(total, "result")} for ‘${text}’`;
}
