import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { stateName } from "#app/domain/values/states.ts";
import type { BoardFilters } from "./filters.ts";

/** A trend compares three games with three (product/reports.md#stats). */
const LEAST_TREND_GAMES = 6;

export function trendLabel(team: { trend: "up" | "down" | "stable"; ratedGames: number }) {
  if (team.ratedGames < LEAST_TREND_GAMES) return { mark: "", word: "Too few games" };
  return {
    up: { mark: "↗", word: "Improving" },
    down: { mark: "↘", word: "Declining" },
    stable: { mark: "→", word: "Stable" },
  }[team.trend];
}

export const rankLabel = ["First", "Second", "Third"] as const;

/** Returns 'Texas' or 'the nation'. */
export function boardArea(filters: BoardFilters): string {
  return filters.view === "state" && filters.state ? stateName(filters.state) : "the nation";
}

/** Returns '12 of 30 U-12 Girls teams are ranked in Texas'. */
export function boardSentence(filters: BoardFilters, cards: { teams: number; ranked: number }): string {
  const group = [filters.ageGroup, filters.gender].filter(Boolean).join(" ");
  const which = group ? `${group} ` : "";
  const area = boardArea(filters);
  if (cards.teams === 0) return `No ${which}teams take part in ${area} yet`;
  const teams = pluralize(cards.teams, `${which}team is`, `${which}teams are`);
  return `${count(cards.ranked)} of ${teams} ranked in ${area}`;
}
