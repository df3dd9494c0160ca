import { percent } from "#app/domain/club/reports/labels.ts";
import type { Share } from "#app/domain/club/reports/report.ts";

/** Returns '18 of 22 (82%)'; '3 of 4, too few to say more'; '22 began'. */
export function retentionLabel(
  { started, stayed }: { started: number; stayed: number | null },
  share: Share | null,
): string {
  if (stayed === null) return `${started} began`;
  return share
    ? `${stayed} of ${started} (${percent(share.share)})`
    : `${stayed} of ${started}, too few to say more`;
}

/** Messages when a season's referees were not saved. */
export const refereeProblems = {
  taken: { season: "This season is entered already. Open it in the list to correct it." },
  more: { stayed: "This is more than began the season. Count only referees who were there at the start." },
} as const;
