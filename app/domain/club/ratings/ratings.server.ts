import type { ClubDb, ClubTx, GamesTable, RatingsTable } from "#app/db/club/schema.ts";
import { openIncident } from "#app/domain/club/incidents/incidents.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type RateRefusal, type Rater, ratingPermission } from "./rating-permission.ts";
import type { TagName } from "./rating-tags.ts";
import { reconcile, type Score, type Side } from "./ratings.ts";

/** A game with what its rating depends on: team, policy in force, incident note. */
export type RatedGame = NonNullable<Awaited<ReturnType<typeof findRatedGame>>>;

/** One stored version of a rating, its tags read. */
export type StoredRating = Omit<RatingsTable, "tags" | "submission_key"> & { tags: string[] };

/** A game of a team that is not deleted, or undefined. Whether somebody may see it is the guard's to say. */
export function findRatedGame(db: ClubDb, gameId: string) {
  return db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .innerJoin("club", (join) => join.onTrue())
    .leftJoin("incidents", "incidents.game_id", "games.id")
    .selectAll("games")
    .select(["teams.name as team_name", "club.rating_policy as policy"])
    .select(["incidents.id as incident_id", "incidents.status as incident_status"])
    .where("games.id", "=", gameId)
    .where("teams.deleted_at", "is", null)
    .executeTakeFirst();
}

/** Every version of a game's ratings, oldest first; the current one of a side has no superseded_at. */
export async function ratingVersions(db: ClubDb, gameId: string): Promise<StoredRating[]> {
  const rows = await db
    .selectFrom("ratings")
    .selectAll()
    .where("game_id", "=", gameId)
    .orderBy("given_at")
    .orderBy("id")
    .execute();
  return rows.map(readTags);
}

/** A row of `ratings` with its tags as a list. */
export function readTags({ tags, submission_key: _, ...row }: RatingsTable): StoredRating {
  return { ...row, tags: JSON.parse(tags) as string[] };
}

/** What somebody says of a sideline. `submission` is what their form carried. */
export interface GivenRating {
  gameId: string;
  score: Score;
  tags: readonly TagName[];
  reason: string;
  submission: string;
}

export type StoreResult =
  /** A new version stands; `incidentId` where it opened an incident note. */
  | { outcome: "stored"; teamId: string; score: Score; incidentId: string | null }
  /** This form was sent before, or nothing differs from what stands: nothing was written. */
  | { outcome: "same"; teamId: string; score: Score }
  /** This form was sent before with something else in it: what was stored then. */
  | { outcome: "sent-before"; score: Score }
  | { outcome: "refused"; refusal: RateRefusal | "no-rating"; by: string }
  | { outcome: "not-found" };

/**
 * Stores a rating by one of the team's staff, replaces an assistant's, or corrects the own one, and settles the
 * game by the club's policy (product.md#reconciling). The same submission again changes nothing.
 */
export async function storeRating(
  tx: ClubTx,
  given: GivenRating,
  rater: Rater & { name: string },
  at: Date,
): Promise<StoreResult> {
  const scene = await sceneOf(tx, given, rater.accountId);
  if (scene.result) return scene.result;
  const { game, versions } = scene;
  const standing = ratingPermission(rater, game, versions, at);
  if (standing.may === "nothing") {
    return { outcome: "refused", refusal: standing.refusal, by: standing.by };
  }
  const current = currentOf(versions, rater.side);
  if (current?.given_by === rater.accountId && saysTheSame(current, given)) {
    return { outcome: "same", teamId: game.team_id, score: given.score };
  }
  return putVersion(tx, game, versions, {
    ...given,
    side: rater.side,
    by: { accountId: rater.accountId, name: rater.name, as: rater.as },
    correctionReason: "",
    at,
  });
}

/** Corrects a side's rating in the name of the club, at any time and with a reason (product.md#rating-window). */
export async function storeCorrection(
  tx: ClubTx,
  given: GivenRating & { side: Side; correctionReason: string },
  admin: { accountId: string; name: string },
  at: Date,
): Promise<StoreResult> {
  const scene = await sceneOf(tx, given, admin.accountId);
  if (scene.result) return scene.result;
  const { game, versions } = scene;
  const current = currentOf(versions, given.side);
  if (!current) return { outcome: "refused", refusal: "no-rating", by: "" };
  if (saysTheSame(current, given)) return { outcome: "same", teamId: game.team_id, score: given.score };
  return putVersion(tx, game, versions, { ...given, by: { ...admin, as: "admin" }, at });
}

/** The game and its versions; or at once the answer, where this very form was sent before. */
async function sceneOf(
  tx: ClubTx,
  given: GivenRating,
  accountId: string,
): Promise<{ result: StoreResult } | { result?: undefined; game: RatedGame; versions: StoredRating[] }> {
  const game = await findRatedGame(tx, given.gameId);
  if (!game) return { result: { outcome: "not-found" } };
  const before = await tx
    .selectFrom("ratings")
    .selectAll()
    .where("submission_key", "=", given.submission)
    .executeTakeFirst();
  if (before) {
    const ofThisForm = before.game_id === given.gameId && before.given_by === accountId;
    const same = ofThisForm && saysTheSame(readTags(before), given);
    const { score } = before;
    return {
      result: same ? { outcome: "same", teamId: game.team_id, score } : { outcome: "sent-before", score },
    };
  }
  return { game, versions: await ratingVersions(tx, given.gameId) };
}

const currentOf = (versions: readonly StoredRating[], side: Side) =>
  versions.find((version) => version.side === side && version.superseded_at === null);

function saysTheSame(stored: StoredRating, given: GivenRating): boolean {
  const tags = (names: readonly string[]) => [...new Set(names)].sort().join();
  return (
    stored.score === given.score && stored.reason === given.reason && tags(stored.tags) === tags(given.tags)
  );
}

interface NewVersion extends GivenRating {
  side: Side;
  by: { accountId: string; name: string; as: RatingsTable["given_as"] };
  correctionReason: string;
  at: Date;
}

async function putVersion(
  tx: ClubTx,
  game: RatedGame,
  versions: readonly StoredRating[],
  version: NewVersion,
): Promise<StoreResult> {
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
      given_at: at,
      superseded_at: null,
    })
    .execute();
  const scoreOn = (wanted: Side) => (wanted === side ? score : (currentOf(versions, wanted)?.score ?? null));
  await settle(tx, game, { manager: scoreOn("manager"), coach: scoreOn("coach") }, at);
  await noteActivity(tx, game.team_id, by.accountId, at);
  const incidentId = score === 0 ? await openIncident(tx, { gameId: game.id, ratingId: id, at }) : null;
  return { outcome: "stored", teamId: game.team_id, score, incidentId };
}

/**
 * Writes what a game's current ratings come to. A game that is final keeps the policy that made it so, even after
 * the club chose another (product.md#reconciling): only a recalculation changes that.
 */
async function settle(
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
