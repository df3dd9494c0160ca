import type { GamesTable } from "#app/db/club/schema.ts";
import { endOf, gamePhase } from "#app/domain/club/games/game-rules.ts";
import { gameTitle, opponentLabel, phaseName, TAKEN_OUT } from "#app/domain/club/games/labels.ts";
import { ratedAsName } from "#app/domain/club/staff/labels.ts";
import { tagLabels } from "#app/domain/values/rating-tags.ts";
import { dateAt, formatClock, formatDay, formatGameTime, formatMoment } from "#app/domain/values/times.ts";
import { agreementLabels, sideName } from "./labels.ts";
import type { StoredRating } from "./ratings.server.ts";
import { type Agreement, type RatedAs, type Score, type Side, sides } from "./ratings.ts";
import { opensAt, seesRating, seesResult, type Viewer } from "./seal.ts";

/** The filters of the list, as the address spells them; 'incidents' is for administrators. */
export const shows = ["latest", "to-rate", "rated", "upcoming", "all", "incidents"] as const;
export type Show = (typeof shows)[number];

/** A side's rating as a page shows it: another person's is sealed until the viewer may see it. */
export type SideView =
  | { side: Side; state: "missing" }
  | { side: Side; state: "sealed"; by: string }
  | ({ side: Side; state: "shown" } & RatingView);

/** A version of a rating, with labels. */
export interface RatingView {
  score: Score;
  reason: string;
  tags: string[];
  by: string;
  own: boolean;
  as: string;
  at: string;
  correctionReason: string;
  /** True if its rater could see the other side's rating when giving it. */
  sawOther: boolean;
}

/** A game's final score as a page shows it. */
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
> & { team_name: string; sealed: boolean; takenOut?: number | boolean };

/** Viewer of ratings, with moment and time zone. */
export interface ViewContext {
  viewer: Viewer;
  timezone: string;
  at: Date;
}

/** Builds the view of a game with its ratings within the limits of its seal (product/ratings.md#blind). */
export function viewGame(game: Game, ratings: readonly StoredRating[], context: ViewContext) {
  const { viewer, timezone, at } = context;
  const sideViews = sides.map((side): SideView => {
    const current = ratings.find((rating) => rating.side === side && rating.superseded_at === null);
    if (!current) return { side, state: "missing" };
    if (!seesRating(viewer, current, game.sealed)) {
      return { side, state: "sealed", by: current.given_by_name };
    }
    return { side, state: "shown", ...viewRating(current, context) };
  });
  const phase = gamePhase(game, at);
  return {
    id: game.id,
    title: gameTitle(game),
    versus: opponentLabel(game),
    teamName: game.team_name,
    opponent: game.opponent,
    home: game.home_away === "home",
    when: formatGameTime(game, timezone, at),
    day: formatDay(game.date, dateAt(at, timezone)),
    time: game.time && formatClock(game.time),
    past: at >= endOf(game),
    location: game.location,
    phase,
    phaseName: game.takenOut ? TAKEN_OUT : phaseName[phase],
    sides: sideViews,
    final: viewFinal(game, viewer),
    opens: formatMoment(opensAt(game).toISOString(), timezone),
  };
}

export type GameView = ReturnType<typeof viewGame>;

export function viewRating(rating: StoredRating, { viewer, timezone }: ViewContext): RatingView {
  return {
    score: rating.score,
    reason: rating.reason,
    tags: tagLabels(rating.tags),
    by: rating.given_by_name,
    own: rating.given_by === viewer.accountId,
    as: ratedAsName[rating.given_as satisfies RatedAs],
    at: formatMoment(rating.given_at, timezone),
    correctionReason: rating.correction_reason,
    sawOther: rating.saw_other === 1,
  };
}

function viewFinal(game: Game, viewer: Viewer): FinalView {
  if (game.final_score === null || game.agreement === "pending") return { state: "none" };
  if (!seesResult(viewer, game.sealed)) return { state: "sealed" };
  return { state: "shown", score: game.final_score, agreement: game.agreement };
}

/**
 * Says how a final score was decided. A coach's rating that counts at once is stored as agreed; people read 'Agreed' as
 * two, so where only one side has rated the words say whose it is.
 */
export function howDecided(agreement: Agreement, sideViews: readonly SideView[]): string {
  const rated = sideViews.filter(({ state }) => state !== "missing");
  const alone = agreement === "agreed" && rated.length === 1 ? rated[0] : undefined;
  return alone ? `${sideName[alone.side]} only` : agreementLabels[agreement];
}

/** Lists the versions that the viewer may see, newest first, with when each was replaced. */
export function viewHistory(
  game: Pick<Game, "sealed">,
  versions: readonly StoredRating[],
  context: ViewContext,
) {
  return versions
    .filter((version) => seesRating(context.viewer, version, game.sealed))
    .map((version) => ({
      id: version.id,
      side: version.side,
      ...viewRating(version, context),
      replaced: version.superseded_at && formatMoment(version.superseded_at, context.timezone),
    }))
    .reverse();
}

export type HistoryEntry = ReturnType<typeof viewHistory>[number];
