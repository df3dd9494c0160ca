import type { ClubDb, ClubTx, GamesTable, RatingsTable } from "#app/db/club/schema.ts";
import { compiled } from "#app/db/compiled.server.ts";
import { type ClubEvent, recordEvent } from "#app/db/outbox.server.ts";
import { openIncident } from "#app/domain/club/incidents/incidents.server.ts";
import type { TagName } from "#app/domain/values/rating-tags.ts";
import { now } from "#app/runtime/clock.server.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type RateProblem, type Rater, ratingPermission } from "./rating-permission.ts";
import type { Score, Side } from "./ratings.ts";
import { reconcile } from "./reconcile.ts";
import { teamRaters } from "./seal.server.ts";
import { seesOtherRating } from "./seal.ts";

/** A game with what its rating depends on: its team, the club's policy and its incident note. */
export type RatedGame = NonNullable<Awaited<ReturnType<typeof findRatedGame>>>;

/** A stored version of a rating, with its tags as a list. */
export type StoredRating = Omit<RatingsTable, "tags" | "submission_key"> & { tags: string[] };

/** Finds a game of a team that is active. The caller checks whether the user may see it. */
export async function findRatedGame(db: ClubDb, gameId: string) {
  const [game] = await ratedGame(db, { gameId });
  return game;
}

const ratedGame = compiled((db: ClubDb, { gameId }: { gameId: string }) =>
  db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .innerJoin("club", (join) => join.onTrue())
    .leftJoin("incidents", "incidents.game_id", "games.id")
    .selectAll("games")
    .select(["teams.name as team_name", "teams.incident_alerts", "club.rating_policy as policy"])
    .select(["incidents.id as incident_id", "incidents.status as incident_status"])
    .where("games.id", "=", gameId)
    .where("teams.status", "=", "active"),
);

/** Loads every version of a game's ratings, oldest first; the current one of a side has no superseded_at. */
export async function ratingVersions(db: ClubDb, gameId: string): Promise<StoredRating[]> {
  return (await versionsOf(db, { gameId })).map(readTags);
}

const versionsOf = compiled((db: ClubDb, { gameId }: { gameId: string }) =>
  db.selectFrom("ratings").selectAll().where("game_id", "=", gameId).orderBy("given_at").orderBy("id"),
);

/** Parses the tags of a row of `ratings`. */
export function readTags({ tags, submission_key: _, ...row }: RatingsTable): StoredRating {
  return { ...row, tags: JSON.parse(tags) as string[] };
}

/** A rating as it was sent. `submission` is the random key of the form that carried it. */
export interface NewRating {
  gameId: string;
  score: Score;
  tags: readonly TagName[];
  reason: string;
  submission: string;
  /** The id of the stored rating that the form was filled from; '' for none. */
  version: string;
}

export type RateResult =
  /** `isNew` is false if the form was sent before or repeats the stored rating: nothing was written. */
  | { ok: true; score: Score; isNew: boolean }
  | { ok: false; problem: RateProblem; by: string }
  /** This form was sent before with other content; `score` is what was stored then. */
  | { ok: false; problem: "sent-before"; score: Score }
  /** The rating was changed after the form was filled from it (product/pages.md#forms). */
  | { ok: false; problem: "stale"; stored: StoredRating }
  | { ok: false; problem: "no-rating" }
  /** The side's rating was changed as often as it may be in a minute. */
  | { ok: false; problem: "too-often" }
  | { ok: false; problem: "not-found" };

/**
 * Stores a rating by a member of the team's staff: the side's first, a head coach's in place of an assistant's, or
 * a correction of the rater's own (product/ratings.md#rating). Reconciles the game by the club's policy, and opens an
 * incident note for a 0. The same submission again changes nothing.
 */
export async function rateGame(
  tx: ClubTx,
  rating: NewRating,
  rater: Rater,
  at: Date = now(),
): Promise<RateResult> {
  const opened = await openForRating(tx, rating, rater.accountId);
  if ("result" in opened) return opened.result;
  const { game, versions } = opened;
  const permission = ratingPermission(rater, game, versions, at);
  if (permission.may === "nothing") return { ok: false, problem: permission.problem, by: permission.by };
  const current = currentOf(versions, rater.side);
  if (current?.given_by === rater.accountId) {
    if (saysTheSame(current, rating)) return { ok: true, score: rating.score, isNew: false };
    if (current.id !== rating.version) return { ok: false, problem: "stale", stored: current };
  }
  if (tooManyVersions(versions, rater.side, at)) return { ok: false, problem: "too-often" };
  const raters = await teamRaters(tx, { teamId: game.team_id });
  return addVersion(tx, game, versions, {
    ...rating,
    side: rater.side,
    sawOther: seesOtherRating(game, versions, raters, rater, at),
    by: { accountId: rater.accountId, name: rater.name, as: rater.as },
    correctionReason: "",
    at,
  });
}

/**
 * Corrects a side's rating as a club administrator, at any time and with a reason (product/ratings.md#rating-window).
 */
export async function correctRating(
  tx: ClubTx,
  rating: NewRating & { side: Side; correctionReason: string },
  admin: { accountId: string; name: string },
  at: Date = now(),
): Promise<RateResult> {
  const opened = await openForRating(tx, rating, admin.accountId);
  if ("result" in opened) return opened.result;
  const { game, versions } = opened;
  const current = currentOf(versions, rating.side);
  if (!current) return { ok: false, problem: "no-rating" };
  if (saysTheSame(current, rating)) return { ok: true, score: rating.score, isNew: false };
  if (current.id !== rating.version) return { ok: false, problem: "stale", stored: current };
  if (tooManyVersions(versions, rating.side, at)) return { ok: false, problem: "too-often" };
  const by = { accountId: admin.accountId, name: admin.name, as: "admin" as const };
  return addVersion(tx, game, versions, { ...rating, by, sawOther: false, at });
}

/** Reads the game with its versions, or gives the result at once where this form was sent before. */
async function openForRating(
  tx: ClubTx,
  rating: NewRating,
  accountId: string,
): Promise<{ result: RateResult } | { game: RatedGame; versions: StoredRating[] }> {
  const game = await findRatedGame(tx, rating.gameId);
  if (!game) return { result: { ok: false, problem: "not-found" } };
  const before = await tx
    .selectFrom("ratings")
    .selectAll()
    .where("submission_key", "=", rating.submission)
    .executeTakeFirst();
  if (before) {
    const { game_id, given_by, score } = before;
    const ofThisForm = game_id === rating.gameId && given_by === accountId;
    const repeated = ofThisForm && saysTheSame(readTags(before), rating);
    const current = currentOf(await ratingVersions(tx, rating.gameId), before.side);
    if (ofThisForm && !repeated && current?.given_by === accountId) {
      return { result: { ok: false, problem: "stale", stored: current } };
    }
    return {
      result: repeated ? { ok: true, score, isNew: false } : { ok: false, problem: "sent-before", score },
    };
  }
  return { game, versions: await ratingVersions(tx, rating.gameId) };
}

/** Versions of one side's rating within a minute (product/ratings.md#rating-window): every one is kept for good. */
export const VERSIONS_A_MINUTE = 6;

/** Tells whether a side has too many versions. Call it in the transaction that adds one, so that all are counted. */
function tooManyVersions(versions: readonly StoredRating[], side: Side, at: Date): boolean {
  const since = new Date(at.getTime() - MINUTE_MS).toISOString();
  const recent = versions.filter((version) => version.side === side && version.given_at > since);
  return recent.length >= VERSIONS_A_MINUTE;
}

const currentOf = (versions: readonly StoredRating[], side: Side) =>
  versions.find((version) => version.side === side && version.superseded_at === null);

function saysTheSame(stored: StoredRating, rating: NewRating): boolean {
  const tags = (names: readonly string[]) => [...new Set(names)].sort().join();
  return (
    stored.score === rating.score &&
    stored.reason === rating.reason &&
    tags(stored.tags) === tags(rating.tags)
  );
}

interface NewVersion extends NewRating {
  side: Side;
  by: { accountId: string; name: string; as: RatingsTable["given_as"] };
  correctionReason: string;
  sawOther: boolean;
  at: Date;
}

async function addVersion(
  tx: ClubTx,
  game: RatedGame,
  versions: readonly StoredRating[],
  version: NewVersion,
): Promise<RateResult> {
  const { by, side, score } = version;
  const at = version.at.toISOString();
  const id = newId();
  await tx
    .updateTable("ratings")
    .set({ superseded_at: at })
    .where("game_id", "=", game.id)
    .where("side", "=", side)
    .where("superseded_at", "is", null)
    .execute();
  await tx
    .insertInto("ratings")
    .values({
      id,
      game_id: game.id,
      side,
      score,
      reason: version.reason,
      tags: JSON.stringify([...new Set(version.tags)]),
      submission_key: version.submission,
      given_by: by.accountId,
      given_by_name: by.name,
      given_as: by.as,
      correction_reason: version.correctionReason,
      saw_other: version.sawOther ? 1 : 0,
      given_at: at,
      superseded_at: null,
    })
    .execute();
  const scoreOf = (other: Side) => (other === side ? score : (currentOf(versions, other)?.score ?? null));
  await reconcileGame(tx, game, { manager: scoreOf("manager"), coach: scoreOf("coach") }, at);
  await noteActivity(tx, game.team_id, by.accountId, at);
  const isFirst = by.as !== "admin" && !versions.some((given) => given.side === side);
  const events: ClubEvent[] = isFirst ? [{ kind: "rating", gameId: game.id, side }] : [];
  await recordEvent(tx, { kind: "leaderboard-entry", teamId: game.team_id, by: "rating" }, ...events);
  if (score === 0) await openIncident(tx, { gameId: game.id, ratingId: id, at, by });
  return { ok: true, score, isNew: true };
}

/**
 * Stores the final score that a game's current ratings reconcile to. A final game keeps the policy that made it
 * final, even after the club chooses another (product/ratings.md#reconciling).
 */
async function reconcileGame(
  tx: ClubTx,
  game: Pick<GamesTable, "id" | "final_policy" | "final_score" | "finalized_at"> & Pick<RatedGame, "policy">,
  current: { manager: Score | null; coach: Score | null },
  at: string,
): Promise<void> {
  const policy = game.final_policy ?? game.policy;
  const { finalScore, agreement } = reconcile(policy, current.manager, current.coach);
  const unchanged = finalScore === game.final_score;
  await tx
    .updateTable("games")
    .set({
      final_score: finalScore,
      agreement,
      final_policy: finalScore === null ? null : policy,
      finalized_at: finalScore === null ? null : unchanged ? game.finalized_at : at,
      updated_at: at,
    })
    .where("id", "=", game.id)
    .execute();
}

async function noteActivity(tx: ClubTx, teamId: string, accountId: string, at: string): Promise<void> {
  await tx.updateTable("teams").set({ last_activity_at: at }).where("id", "=", teamId).execute();
  await tx
    .updateTable("staff")
    .set({ last_activity_at: at })
    .where("account_id", "=", accountId)
    .where("team_id", "=", teamId)
    .where("status", "=", "active")
    .execute();
}
