import { sql } from "kysely";
import type { ClubDb, ClubTx, EarnedRewardsTable } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { EVERYBODY } from "#app/domain/club/ratings/seal.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { latestMarks } from "#app/domain/club/stats/stats.server.ts";
import { STRIP_GAMES } from "#app/domain/club/stats/stats.ts";
import { canonicalJson } from "#app/domain/values/hash-chain.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { awardsNow, readRule } from "./award-now.server.ts";
import type { AwardNow } from "./award-now.ts";
import { CERTIFICATES_SHOWN, type ProgramType, type RewardRule } from "./rewards.ts";

/** Content of a certificate: the team, the reward, how it was earned, and the games until then. */
export interface Certificate extends Omit<RewardRule, "scoreThreshold"> {
  id: string;
  teamId: string;
  teamName: string;
  ageGroup: string;
  reward: string;
  program: string;
  programType: ProgramType;
  scoreThreshold: number;
  /** Rule that earned it; for one given by hand, the administrator's text. */
  criteria: string;
  /** The adult who got it, where it was given to one; otherwise ''. */
  recipient: string;
  score: number | null;
  /** True if a game earned it. */
  byGame: boolean;
  /** '' where the game is gone. */
  opponent: string;
  gameDate: string;
  status: EarnedRewardsTable["status"];
  earnedAt: string;
  awardedAt: string | null;
  /** The marks of the team's games up to the one that earned it, oldest first, as `TeamStats.strip` has them. */
  strip: string;
  /** Present result of its games; null if there is no comparison. */
  now: AwardNow | null;
}

/** Tells whether its content still holds, so that it may be printed (product/rewards.md#certificates). */
export const isTrue = ({ now }: Pick<Certificate, "now">): boolean => now === null || now.holds;

/**
 * Coaches and managers get awarded certificates, but none about a talk after an incident
 * (product/rewards.md#certificates).
 */
export const isForStaff = ({ status, countsAfter }: Pick<Certificate, "status" | "countsAfter">): boolean =>
  status === "awarded" && countsAfter !== "talk";

/**
 * Reads certificates with their teams' strips, the latest first, without deleted teams. The paper goes to families, so
 * that sealed results are sealed for everybody.
 */
const certificates = (db: ClubDb, at: Date) =>
  db
    .selectFrom("earned_rewards as e")
    .innerJoin("rewards as r", "r.id", "e.reward_id")
    .innerJoin("reward_programs as p", "p.id", "e.program_id")
    .innerJoin("teams", "teams.id", "e.team_id")
    .leftJoin("games as g", "g.id", "e.game_id")
    .select(["e.id", "e.team_id as teamId", "teams.name as teamName", "teams.age_group as ageGroup"])
    .select(["r.title as reward", "p.name as program", "p.type as programType"])
    .select(["e.rule", "e.program_id as programId", "e.game_id as gameId"])
    .select(["e.criteria", "e.recipient", "e.score"])
    .select(["e.game_date as gameDate", "e.status", "e.earned_at as earnedAt", "e.awarded_at as awardedAt"])
    .select(sql<number>`e.game_id is not null`.as("byGame"))
    .select(sql<string>`coalesce(g.opponent, '')`.as("opponent"))
    .select((eb) =>
      latestMarks(
        eb,
        EVERYBODY,
        at,
        STRIP_GAMES,
        sql<boolean>`games.date <= e.game_date
          and (g.id is null or games.date < e.game_date or games.starts_at <= g.starts_at)`,
      ).as("strip"),
    )
    .where("teams.status", "<>", "deleted")
    .orderBy("e.earned_at", "desc")
    .orderBy("e.game_date", "desc")
    .orderBy("teams.name_key")
    .orderBy("r.title")
    .orderBy("e.id");

type Found = Awaited<ReturnType<ReturnType<typeof certificates>["execute"]>>[number];

/** Reads them with what their games say now, which is what the paper prints. */
async function read(db: ClubDb, rows: readonly Found[], at: Date): Promise<Certificate[]> {
  const found = rows.map(({ rule, ...row }) => ({ ...row, rule: readRule(rule) }));
  const results = await awardsNow(db, found, at);
  return found.map(({ rule, byGame, strip, programId: _, gameId: __, ...row }) => {
    const now = results.get(row.id) ?? null;
    return {
      ...row,
      ...rule,
      byGame: byGame === 1,
      strip: strip ?? "",
      score: now?.score ?? row.score,
      now,
    };
  });
}

/** Loads a certificate of what is awarded, or would be; undefined for what was taken back. */
export async function findCertificate(db: ClubDb, id: string, at: Date): Promise<Certificate | undefined> {
  const row = await certificates(db, at)
    .where("e.id", "=", id)
    .where("e.status", "<>", "taken-back")
    .executeTakeFirst();
  return row && (await read(db, [row], at))[0];
}

/**
 * Lists the latest awarded rewards of the teams in scope. Those for games after a talk about an incident are listed for
 * administrators only (product/rewards.md#reward-emails).
 * @param ids these alone
 */
export async function listCertificates(
  db: ClubDb,
  scope: TeamScope,
  at: Date,
  ids: readonly string[] = [],
): Promise<Certificate[]> {
  if (scope !== "all" && scope.length === 0) return [];
  const rows = await certificates(db, at)
    .where("e.status", "=", "awarded")
    .$if(scope !== "all", (query) =>
      query
        .where("e.team_id", "in", scope as readonly string[])
        .where("e.rule", "not like", '%"countsAfter":"talk"%'),
    )
    .$if(ids.length > 0, (query) => query.where("e.id", "in", ids))
    .limit(CERTIFICATES_SHOWN)
    .execute();
  return read(db, rows, at);
}

/** Returns when a certificate was emailed to its team within the last day, and by which account; null if it was not. */
export async function lastMailed(
  db: ClubDb,
  id: string,
  at: Date,
): Promise<{ at: string; accountId: string | null } | null> {
  const row = await db
    .selectFrom("audit")
    .select(["at", "actor_id as accountId"])
    .where("topic", "=", "rewards")
    .where("at", ">", new Date(at.getTime() - DAY_MS).toISOString())
    .where("kind", "=", "rewards.certificate-mailed")
    .where("detail", "=", canonicalJson({ certificate: id }))
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Emails a certificate to its team's manager and coaches, once a day (product/rewards.md#certificates). */
export async function mailCertificate(
  tx: ClubTx,
  id: string,
  at: Date,
): Promise<
  | { ok: true }
  | { ok: false; problem: "not-found" | "not-awarded" | "untrue" }
  | { ok: false; problem: "mailed"; at: string; accountId: string | null }
> {
  const certificate = await findCertificate(tx, id, at);
  if (!certificate) return { ok: false, problem: "not-found" };
  if (!isForStaff(certificate)) return { ok: false, problem: "not-awarded" };
  if (!isTrue(certificate)) return { ok: false, problem: "untrue" };
  const mailed = await lastMailed(tx, id, at);
  if (mailed) return { ok: false, problem: "mailed", ...mailed };
  const { teamId: subject } = certificate;
  await recordAudit(tx, { kind: "rewards.certificate-mailed", subject, detail: { certificate: id }, at });
  await recordEvent(tx, { kind: "certificate", earnedId: id, at: at.toISOString() });
  return { ok: true };
}
