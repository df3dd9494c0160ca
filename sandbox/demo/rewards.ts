import type { ClubTx } from "#app/db/club/schema.ts";
import { listEarned, markAwarded } from "#app/domain/club/rewards/earned.server.ts";
import { createProgram } from "#app/domain/club/rewards/programs.server.ts";
import { createReward } from "#app/domain/club/rewards/rewards.server.ts";
import { rewardTemplates } from "#app/domain/club/rewards/rewards.ts";
import { settleRewards } from "#app/domain/club/rewards/settle-rewards.server.ts";
import type { DemoClub } from "./story.ts";

/** Programs of the club, from the templates that every club finds. */
const programs = [
  {
    name: "Good Sideline Awards",
    description: "Paid by the club's sponsors: for teams whose sideline lets the players play.",
    budgetCents: 500_00,
    templates: ["streak", "after-talk"],
  },
  {
    name: "Season's End",
    description: "A party for every team that ends its season with a good sideline.",
    budgetCents: 300_00,
    templates: ["season-end"],
  },
] as const;

/**
 * Writes two programs of a club with earlier seasons, one for the running season and one for the season before, with
 * the rewards that its teams earned. Those of the season before were handed over.
 * @param seasons the ids of the season before and of the running one
 */
export async function writeRewards(
  tx: ClubTx,
  club: DemoClub,
  { seasons, today }: { seasons: { before: string; running: string }; today: string },
): Promise<void> {
  for (const [index, { templates, ...fields }] of programs.entries()) {
    const seasonId = index === 0 ? seasons.running : seasons.before;
    const made = await createProgram(tx, { ...fields, type: "team", seasonId }, today);
    if (!made.ok) throw new Error(`A program of the demo is refused: ${made.problem}`);
    for (const { id, ...template } of rewardTemplates.filter((one) => templates.includes(one.id as never))) {
      const reward = { ...template, isPaused: false, autoTrigger: true, notificationEnabled: false };
      const created = await createReward(tx, made.id, reward, `demo-${club.code}-${id}`);
      if (!created.ok) throw new Error(`A reward of the demo is refused: ${created.problem}`);
    }
  }
  await settleRewards(tx, "itself");
  for (const { id, programName } of await listEarned(tx, "pending"))
    if (programName === programs[1].name) await markAwarded(tx, id, { name: club.contact, accountId: "" });
}
