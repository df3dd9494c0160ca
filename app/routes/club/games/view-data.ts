import { conflictsOf, gamePhase, isOpenToRate, wasMoved } from "#app/domain/club/games/game-rules.ts";
import { opponentLabel, phaseName, TAKEN_OUT } from "#app/domain/club/games/labels.ts";
import type { ScheduledGame } from "#app/domain/club/schedule/schedule.server.ts";
import {
  formatMonth,
  type ScheduleFilters,
  scheduleAddress,
  shownDays,
} from "#app/domain/club/schedule/schedule-filters.ts";
import { type ClubUser, managesTeam, ratingSides } from "#app/domain/club/staff/club-user.ts";
import { addDays, addMonths, daysBetween, sundayOf } from "#app/domain/values/days.ts";
import { dateAt, formatClock, formatDate, formatDay, formatDaySpan } from "#app/domain/values/times.ts";

/** A link to another week or month, named by its dates. */
interface Step {
  href: string;
  label: string;
}

interface Steps {
  /** 'November 15 to 21' */
  title: string;
  previous: Step;
  next: Step;
  /** Link to the current one, unless it is shown. */
  now: Step | null;
}

export interface ShownDay {
  /** YYYY-MM-DD */
  date: string;
  /** 'Saturday, November 21' */
  heading: string;
  /** '21' */
  number: string;
  isToday: boolean;
  /** True if the day is in the month; a month's table starts on a Sunday and ends on a Saturday. */
  inMonth: boolean;
  games: GameView[];
  /** Address of the week view at this day, for games that do not fit in a cell. */
  href: string;
}

/** A view of whole days: of a week, or of a month in weeks. */
export interface DaysView extends Steps {
  view: "week" | "month";
  days: ShownDay[];
  shown: number;
}

/**
 * Lays out the games of a week or a month by day.
 * @param games of these days, all phases, by kick-off
 * @param@param show makes a row of a game, given whether its team has another one at the same time
 */
export function daysView(
  filters: ScheduleFilters & { view: "week" | "month" },
  games: readonly ScheduledGame[],
  {
    today,
    at,
    show,
  }: { today: string; at: Date; show: (game: ScheduledGame, collides: boolean) => GameView },
): DaysView {
  const { from, to } = shownDays(filters, today);
  const conflicts = conflictsOf(games);
  const chosen = games.filter((game) => isChosen(game, filters.phase, at));
  const shown = new Map<string, ScheduledGame[]>();
  for (const game of chosen) shown.set(game.date, [...(shown.get(game.date) ?? []), game]);
  const [first, last] = filters.view === "week" ? [from, to] : [sundayOf(from), addDays(sundayOf(to), 6)];
  return {
    view: filters.view,
    ...(filters.view === "week" ? weekSteps(filters, from, today) : monthSteps(filters, from, today)),
    days: daysBetween(first, last).map((date) => ({
      date,
      heading: formatDay(date, today),
      number: String(Number(date.slice(8))),
      isToday: date === today,
      inMonth: date >= from && date <= to,
      games: (shown.get(date) ?? []).map((game) => show(game, conflicts.has(game.id))),
      href: `${scheduleAddress({ ...filters, view: "week", week: sundayOf(date) })}#day-${date}`,
    })),
    shown: chosen.length,
  };
}

const isChosen = (game: ScheduledGame, phase: ScheduleFilters["phase"], at: Date) =>
  phase === "" || (phase === "rescheduled" ? wasMoved(game) : gamePhase(game, at) === phase);

function weekSteps(filters: ScheduleFilters, sunday: string, today: string): Steps {
  const step = (week: string, label = formatDaySpan(week, addDays(week, 6), today, "short")): Step => ({
    href: scheduleAddress({ ...filters, week }),
    label,
  });
  return {
    title: formatDaySpan(sunday, addDays(sunday, 6), today),
    previous: step(addDays(sunday, -7)),
    next: step(addDays(sunday, 7)),
    now: sunday === sundayOf(today) ? null : step("", "This week"),
  };
}

function monthSteps(filters: ScheduleFilters, first: string, today: string): Steps {
  const month = first.slice(0, 7);
  const step = (to: string, label = formatMonth(to)): Step => ({
    href: scheduleAddress({ ...filters, month: to }),
    label,
  });
  return {
    title: formatMonth(month),
    previous: step(addMonths(month, -1)),
    next: step(addMonths(month, 1)),
    now: month === today.slice(0, 7) ? null : step("", "This month"),
  };
}

/** Formats a game for the schedule of a user; `collides`: its team has another game at the same time. */
export function viewScheduledGame(
  game: ScheduledGame,
  { user, timezone, at, collides }: { user: ClubUser; timezone: string; at: Date; collides: boolean },
) {
  const rateable = isOpenToRate(game, at);
  const today = dateAt(at, timezone);
  return {
    id: game.id,
    teamId: game.team_id,
    team: game.teamName,
    ageGroup: game.ageGroup,
    opponent: opponentLabel(game),
    day: formatDay(game.date, today),
    time: game.time && formatClock(game.time),
    past: game.past,
    was: game.original_date ? formatSlot(game.original_date, game.original_time, today) : null,
    location: game.location,
    phase: gamePhase(game, at),
    phaseName: game.takenOut ? TAKEN_OUT : phaseName[gamePhase(game, at)],
    takenOut: game.takenOut,
    // A game that is excluded from the stats shows no score.
    score: game.takenOut ? null : game.final_score,
    sealed: game.sealed,
    rateable,
    rates: rateable && !game.ratedByViewer && ratingSides(user, game.team_id).length > 0,
    manages: managesTeam(user, game.team_id),
    rated: game.rated,
    collides,
  };
}

export type GameView = ReturnType<typeof viewScheduledGame>;

/** Returns 'Sat, Nov 21, 6:00 PM' or 'Sat, Nov 21, time TBD', by the club's clock. */
export function formatSlot(date: string, time: string | null, today: string): string {
  return `${formatDate(date, today)}, ${time ? formatClock(time) : "time TBD"}`;
}
