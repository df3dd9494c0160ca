import { shareOf, verdictOf } from "#app/domain/club/reports/report.ts";
import { formatMonth } from "#app/domain/club/schedule/schedule-filters.ts";
import type { MonthStats, Months } from "#app/domain/club/stats/stats.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";

/** A share needs at least this many games (product/pages.md#dashboard). */
const FEWEST_GAMES = 5;

/**
 * Returns how much of the running month is rated, and how good it was, each in one sentence that compares it with the
 * month before; null if neither month has a game (product/pages.md#dashboard).
 */
export function monthSentences(
  { now, before }: { now: MonthStats; before: MonthStats },
  months: Months,
): { heading: string; sentences: string[] } | null {
  if (now.played === 0 && before.played === 0) return null;
  const [name, last] = [nameOf(months.now), nameOf(months.before)];
  const heading = `${name} so far`;
  if (now.played === 0) {
    const was = `${before.rated} of ${pluralize(before.played, "game")} rated in ${last}.`;
    return { heading, sentences: [`No game has been played in ${name} yet; ${was}`] };
  }
  if (now.played < FEWEST_GAMES)
    return { heading, sentences: [`${pluralize(now.played, "game")} in ${name}: too few games to say.`] };
  return {
    heading,
    sentences: [
      `${now.rated} of ${pluralize(now.played, "game")} rated${change(share(now.rated, now.played), share(before.rated, before.played), last)}.`,
      now.open < FEWEST_GAMES
        ? `${pluralize(now.open, "result")} to look at: too few games to say how the sideline was.`
        : `${now.perfect} of ${pluralize(now.open, "rated game")} perfect${perfectChange(now, before, last)}.`,
    ],
  };
}

const nameOf = (day: string) => formatMonth(day.slice(0, 7)).split(" ")[0] ?? "";

/** Returns whole percent; null below FEWEST_GAMES. */
const share = (part: number, of: number) => (of < FEWEST_GAMES ? null : Math.round((part / of) * 100));

/**
 * Returns ', 86%; 75% in October, no clear change': a change only if the reports call it one
 * (product/reports.md#reports).
 */
function perfectChange(now: MonthStats, before: MonthStats, last: string): string {
  const [one, other] = [shareOf(now.perfect, now.open), shareOf(before.perfect, before.open)];
  if (!one || !other || verdictOf(one, other) !== "unclear")
    return change(share(now.perfect, now.open), share(before.perfect, before.open), last);
  const [is, was] = [Math.round(one.share * 100), Math.round(other.share * 100)];
  return is === was ? `, ${is}%: as in ${last}` : `, ${is}%; ${was}% in ${last}, no clear change`;
}

/** Returns ', 86%: up from 75% in October'. */
function change(now: number | null, before: number | null, last: string): string {
  if (now === null) return "";
  if (before === null) return `, ${now}%; ${last} had too few games to compare`;
  if (now === before) return `, ${now}%: as in ${last}`;
  return `, ${now}%: ${now > before ? "up" : "down"} from ${before}% in ${last}`;
}
