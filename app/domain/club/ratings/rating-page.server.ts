import type { ClubDb, IncidentsTable } from "#app/db/club/schema.ts";
import { ratingPolicyOf } from "#app/domain/club/settings/settings.server.ts";
import { type ClubUser, teamScope } from "#app/domain/club/staff/club-user.ts";
import { formatLongDate, formatZone } from "#app/domain/values/times.ts";
import { type PolicyLabels, policyLabels } from "./labels.ts";
import { type ListQuery, PAGE_SIZE, ratingPage, ratingSummary, teamChoices } from "./rating-list.server.ts";
import { type GameView, type Show, shows, type ViewContext, viewGame } from "./rating-view.ts";

/**
 * A game of the list: `waits` needs the viewer's own rating; `first` precedes all others; `incident` is for
 * administrators only.
 */
export type RatingRow = GameView & {
  waits: boolean;
  first: boolean;
  incident: IncidentsTable["status"] | null;
};

export type RatingSummary = Awaited<ReturnType<typeof ratingSummary>>;

export interface RatingPage {
  teams: { teamId: string; teamName: string }[];
  asked: { show: Show; teamId: string; page: number };
  pages: number;
  summary: RatingSummary;
  games: RatingRow[];
  policy: PolicyLabels;
  /** 'Saturday, November 21' */
  today: string;
  /** 'Central Time' */
  zone: string;
}

/** Loads the page of ratings that an address asks for; an unknown filter or team counts as none. */
export async function loadRatingPage(
  db: ClubDb,
  user: ClubUser,
  view: ViewContext,
  search: URLSearchParams,
): Promise<RatingPage> {
  const { viewer, at } = view;
  const teams = viewer.admin ? await teamChoices(db) : assignedTeams(user);
  const query: ListQuery = {
    scope: teamScope(user),
    assignments: user.assignments,
    viewer,
    show: shows.find((show) => show === search.get("show")) ?? "latest",
    teamId: teams.find(({ teamId }) => teamId === search.get("team"))?.teamId ?? null,
    page: pageNumber(search.get("page")),
  };
  const [summary, games, policy] = await Promise.all([
    ratingSummary(db, query, at),
    ratingPage(db, query, at),
    ratingPolicyOf(db),
  ]);
  return {
    teams,
    asked: { show: query.show, teamId: query.teamId ?? "", page: query.page },
    pages: Math.max(1, Math.ceil(summary.shown / PAGE_SIZE)),
    summary,
    games: games.map((game) => ({
      ...viewGame(game, game.ratings, view),
      waits: game.waits === 1 && !viewer.admin,
      first: game.first,
      incident: viewer.admin ? game.incident_status : null,
    })),
    policy: policyLabels(policy),
    today: formatLongDate(at, view.timezone),
    zone: formatZone(view.timezone),
  };
}

/** Lists a user's assigned teams once each; they may coach and manage the same one. */
function assignedTeams(user: ClubUser): RatingPage["teams"] {
  const names = new Map(user.assignments.map(({ teamId, teamName }) => [teamId, teamName]));
  return [...names].map(([teamId, teamName]) => ({ teamId, teamName }));
}

function pageNumber(text: string | null): number {
  return text && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
}
