import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { stateName } from "#app/domain/values/states.ts";
import type { BoardFilters } from "./filters.ts";

/** Averages from here on are shown in yellow (product.md#stats). */
export const HIGH_AVERAGE = 18;
export const PERFECT_AVERAGE = 20;
/** A trend compares three games with three (product.md#stats). */
const LEAST_TREND_GAMES = 6;

/** How an average is shown: with a score's shape and a word, because color alone is not accessible. */
export function averageTone(average: number) {
  if (average >= PERFECT_AVERAGE) return { shape: 20, tone: "good", word: "Perfect" } as const;
  if (average >= HIGH_AVERAGE) return { shape: 10, tone: "minor", word: "18 or more" } as const;
  return { shape: 0, tone: "bad", word: "Below 18" } as const;
}

/** '16.7': one decimal; never rounded up to 18 or 20, so that 20.0 means perfect and 18.0 is not below 18. */
export function formatAverage(average: number): string {
  const rounded = Math.round(average * 10) / 10;
  const crosses = [HIGH_AVERAGE, PERFECT_AVERAGE].some((mark) => average < mark && rounded >= mark);
  return (crosses ? rounded - 0.1 : rounded).toFixed(1);
}

export function trendLabel(team: { trend: "up" | "down" | "stable"; ratedGames: number }) {
  if (team.ratedGames < LEAST_TREND_GAMES) return { mark: "", word: "Too few games" };
  return {
    up: { mark: "↗", word: "Improving" },
    down: { mark: "↘", word: "Declining" },
    stable: { mark: "→", word: "Stable" },
  }[team.trend];
}

export const rankLabel = ["First", "Second", "Third"] as const;

/** 'Texas' or 'the nation'. */
export function boardArea(filters: BoardFilters): string {
  return filters.view === "state" && filters.state ? stateName(filters.state) : "the nation";
}

/** '12 of 30 U-12 Girls teams are ranked in Texas'. */
export function boardSentence(filters: BoardFilters, cards: { teams: number; ranked: number }): string {
  const group = [filters.ageGroup, filters.gender].filter(Boolean).join(" ");
  const which = group ? `${group} ` : "";
  const area = boardArea(filters);
  if (cards.teams === 0) return `No ${which}teams take part in ${area} yet`;
  const teams = pluralize(cards.teams, `${which}team is`, `${which}teams are`);
  return `${count(cards.ranked)} of ${teams} ranked in ${area}`;
}
