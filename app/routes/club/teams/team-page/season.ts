import { opponentLabel } from "#app/domain/club/games/labels.ts";
import { scoreLabels } from "#app/domain/club/ratings/labels.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { staffTitle } from "#app/domain/club/staff/labels.ts";
import type { StaffPeriod } from "#app/domain/club/staff/staff.ts";
import type { SeasonGame } from "#app/domain/club/stats/team-games.server.ts";
import { formatDate } from "#app/domain/values/times.ts";
import type { StripMark } from "#app/ui/strip.tsx";

/** A game on its team's page. */
export interface GameOnPage {
  id: string;
  /** 'Sat, Nov 21' */
  day: string;
  /** 'vs. Lions' or 'at Lions' */
  opponent: string;
  mark: StripMark;
  /** '20 Perfect Behavior', 'Sealed', 'Not rated yet' */
  result: string;
  /** null if there is none, or it is sealed for the viewer. */
  score: Score | null;
  /** YYYY-MM-DD */
  date: string;
  waits: boolean;
  incident: SeasonGame["incident"];
}

const marks: Record<Score, StripMark> = { 20: "p", 10: "m", 0: "x" };

/** Formats a game for its team's page on a day (YYYY-MM-DD of the club). */
export function viewSeasonGame(game: SeasonGame, today: string): GameOnPage {
  const { id, date, score, sealed, waits, incident } = game;
  return {
    id,
    day: formatDate(game.date, today),
    opponent: opponentLabel(game),
    mark: score === null ? (sealed ? "s" : "-") : marks[score],
    result: score === null ? (sealed ? "Sealed" : "Not rated yet") : `${score} ${scoreLabels[score].name}`,
    score,
    date,
    waits,
    incident,
  };
}

/** A line of 'Manager and coaches so far'. */
export interface PeriodOnPage {
  id: string;
  who: string;
  role: string;
  from: string;
  to: string;
}

/**
 * Describes a role of the past: person, dates, and who assigned it.
 * @param day formats a moment's day
 */
export function viewPeriod(period: StaffPeriod, day: (moment: string) => string): PeriodOnPage {
  const { id, name, role, coach_role: coachRole, from_at, from_by, to_at, to_by, ending } = period;
  return {
    id,
    who: name,
    role: staffTitle({ role, coachRole }),
    from: by(day(from_at), from_by),
    to: ending === null ? "today" : `${by(to_at ? day(to_at) : "not recorded", to_by)}${endings[ending]}`,
  };
}

const by = (when: string, who: string | null) => (who ? `${when}, by ${who}` : when);

const endings = {
  removed: "",
  replaced: " (replaced)",
  "role-changed": " (new role)",
} as const;
