import { dollars } from "#app/domain/club/rewards/labels.ts";
import { findProgram, listPrograms } from "#app/domain/club/rewards/programs.server.ts";
import { findReward } from "#app/domain/club/rewards/rewards.server.ts";
import { listSeasons } from "#app/domain/club/seasons/seasons.server.ts";
import { peopleOfAudit } from "#app/domain/control/audit/platform-audit.server.ts";
import { dateAt, formatMoment } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";

type Db = Pick<ClubContext, "db">;

/** Returns YYYY-MM-DD on the club's calendar. */
export const todayOf = ({ club }: Pick<ClubContext, "club">) => dateAt(now(), club.timezone);

export const openProgram = ({ db }: Db, { programId = "" }: { programId?: string }) =>
  findProgram(db, programId);

export const openReward = ({ db }: Db, { rewardId = "" }: { rewardId?: string }) => findReward(db, rewardId);

/** Lists the seasons that a program can have: those that are not archived, and its own. */
export async function seasonChoices({ db }: Db, own = "") {
  const seasons = await listSeasons(db);
  return seasons
    .filter(({ id, archivedAt }) => archivedAt === null || id === own)
    .map(({ id, name }) => ({ value: id, label: name }));
}

/** Lists the programs that a reward can be in, with their remaining budget. */
export async function programChoices({ db }: Db) {
  const programs = await listPrograms(db);
  return programs
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ id, name, budgetCents, spentCents }) => ({
      value: id,
      label: `${name}, ${dollars(budgetCents - spentCents)} left`,
    }));
}

export const OVER_BUDGET = (leftCents: number) =>
  `The program's budget has ${dollars(leftCents)} left. Raise the budget, or undo another reward first.`;

/** Says when and by whom a certificate was emailed: 'Sun, Nov 29, 2026, 5:54 AM CT, by Ada Moreno'. */
export async function mailedLabel(
  { control, club }: Pick<ClubContext, "control" | "club">,
  { at, accountId }: { at: string; accountId: string | null },
): Promise<string> {
  const people = await peopleOfAudit(control, accountId === null ? [] : [accountId]);
  const name = people.get(accountId ?? "")?.name;
  return `${formatMoment(at, club.timezone)}${name ? `, by ${name}` : ""}`;
}
