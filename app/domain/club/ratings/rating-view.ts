import type { GamesTable } from "#app/db/club/schema.ts";
import { gamePhase, phaseName } from "#app/domain/club/games/games.ts";
import { formatGameTime, formatMoment } from "#app/domain/values/times.ts";
import { opensAt, type Right, rightName, seesOthers, type Viewer } from "./rating-permission.ts";
import { tagLabels } from "./rating-tags.ts";
import type { StoredRating } from "./ratings.server.ts";
import { type Agreement, agreementLabels, type Score, type Side, sideName, sides } from "./ratings.ts";

/** Which games the list shows; the address says it. Incidents are shown to administrators only. */
export const shows = ["latest", "to-rate", "rated", "upcoming", "all", "incidents"] as const;
export type Show = (typeof shows)[number];

/** A rating as a page may show it: what others gave stays sealed until the viewer may see it. */
export type SideView =
  | { side: Side; state: "missing" }
  | { side: Side; state: "sealed"; by: string }
  | ({ side: Side; state: "shown" } & RatingView);

/** One version, in people's words. */
export interface RatingView {
  score: Score;
  reason: string;
  tags: string[];
  by: string;
  own: boolean;
  as: string;
  at: string;
  correctionReason: string;
}

/** A game's score as a page may show it. */
export type FinalView =
  | { state: "none" | "sealed" }
  | { state: "shown"; score: Score; agreement: Exclude<Agreement, "pending"> };

type Game = Pick<
  GamesTable,
  | "id"
  | "opponent"
  | "home_away"
  | "date"
  | "time"
  | "starts_at"
  | "location"
  | "status"
  | "final_score"
  | "agreement"
> & { team_name: string };

/** Whose eyes, on which clock. */
export interface Look {
  viewer: Viewer;
  timezone: string;
  at: Date;
}

/** 'Hawks vs. Lions' at home, 'Hawks at Lions' away. */
export function gameTitle(game: Pick<Game, "team_name" | "opponent" | "home_away">): string {
  return `${game.team_name} ${game.home_away === "home" ? "vs." : "at"} ${game.opponent}`;
}

/** A game with its ratings, as far as the viewer's blindness allows (product.md#blind). */
export function viewGame(game: Game, ratings: readonly StoredRating[], look: Look) {
  const { viewer, timezone, at } = look;
  const seesAll = seesOthers(viewer, game, ratings, at);
  const sideViews = sides.map((side): SideView => {
    const current = ratings.find((each) => each.side === side && each.superseded_at === null);
    if (!current) return { side, state: "missing" };
    if (!seesAll && current.given_by !== viewer.accountId) {
      return { side, state: "sealed", by: current.given_by_name };
    }
    return { side, state: "shown", ...viewRating(current, look) };
  });
  const phase = gamePhase(game, at);
  return {
    id: game.id,
    title: gameTitle(game),
    teamName: game.team_name,
    opponent: game.opponent,
    home: game.home_away === "home",
    when: formatGameTime(game, timezone, at),
    location: game.location,
    phase,
    phaseName: phaseName[phase],
    sides: sideViews,
    final: viewFinal(game, sideViews),
    opens: formatMoment(opensAt(game).toISOString(), timezone),
  };
}

export type GameView = ReturnType<typeof viewGame>;

export function viewRating(rating: StoredRating, { viewer, timezone }: Look): RatingView {
  return {
    score: rating.score,
    reason: rating.reason,
    tags: tagLabels(rating.tags),
    by: rating.given_by_name,
    own: rating.given_by === viewer.accountId,
    as: rightName[rating.given_as satisfies Right],
    at: formatMoment(rating.given_at, timezone),
    correctionReason: rating.correction_reason,
  };
}

/** The final score would give a sealed rating away. */
function viewFinal(game: Game, sideViews: readonly SideView[]): FinalView {
  if (game.final_score === null || game.agreement === "pending") return { state: "none" };
  if (sideViews.some(({ state }) => state === "sealed")) return { state: "sealed" };
  return { state: "shown", score: game.final_score, agreement: game.agreement };
}

/**
 * How a final score came about, in words. A coach's rating that counts at once is stored as agreed; people read
 * 'Agreed' as two, so where only one side has rated the words say whose it is.
 */
export function howDecided(agreement: Agreement, sideViews: readonly SideView[]): string {
  const rated = sideViews.filter(({ state }) => state !== "missing");
  const alone = agreement === "agreed" && rated.length === 1 ? rated[0] : undefined;
  return alone ? `${sideName[alone.side]} only` : agreementLabels[agreement];
}

/** Every version that the viewer may see, newest first, with what became of it. */
export function viewHistory(
  game: Pick<Game, "starts_at" | "time">,
  versions: readonly StoredRating[],
  look: Look,
) {
  const seesAll = seesOthers(look.viewer, game, versions, look.at);
  return versions
    .filter((version) => seesAll || version.given_by === look.viewer.accountId)
    .map((version) => ({
      id: version.id,
      side: version.side,
      ...viewRating(version, look),
      replaced: version.superseded_at && formatMoment(version.superseded_at, look.timezone),
    }))
    .reverse();
}

export type HistoryEntry = ReturnType<typeof viewHistory>[number];
