import { type Kysely, sql } from "kysely";

/**
 * Stores the rule that earned a reward, the person who handed it over, and the time of the notification that its result
 * changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table earned_rewards add column rule text not null default ''`.execute(db);
  await sql`alter table earned_rewards add column awarded_by text`.execute(db);
  await sql`alter table earned_rewards add column change_notified_at text`.execute(db);
  // Existing rewards were earned by their current rule.
  await sql`update earned_rewards set rule = (select '{"type":"' || r.type || '","scoreThreshold":' || r.score_threshold
    || ',"gameCount":' || r.game_count || ',"improvementPercent":' || r.improvement_percent
    || ',"consecutiveGames":' || r.consecutive_games || ',"countsAfter":"' || r.counts_after || '"}'
    from rewards r where r.id = earned_rewards.reward_id)`.execute(db);
}
