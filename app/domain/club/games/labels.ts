import type { GamesTable } from "#app/db/club/schema.ts";
import { dateAt, formatClock, formatDate } from "#app/domain/values/times.ts";
import type { LeftReason } from "./day-change.ts";
import type { EditableStatus, EditProblem } from "./game-changes.ts";
import type { GamePhase } from "./game-rules.ts";
import type { TakenOut, TakeOutReason } from "./take-out.ts";

export const phaseName: Record<GamePhase, string> = {
  upcoming: "Upcoming",
  rescheduled: "Rescheduled",
  "in-progress": "In progress",
  completed: "Completed",
  cancelled: "Cancelled",
};

/** The status of a game that an administrator took out of all figures. */
export const TAKEN_OUT = "Taken out";

export const statusName: Record<EditableStatus, string> = {
  scheduled: "Scheduled",
  rescheduled: "Rescheduled",
  cancelled: "Cancelled",
  completed: "Completed",
};

/** Returns 'vs. Lions' at home, 'at Lions' away: how every page and email names an opponent. */
export function opponentLabel(game: Pick<GamesTable, "opponent" | "home_away">): string {
  return `${game.home_away === "home" ? "vs." : "at"} ${game.opponent}`;
}

/** Returns 'Hawks vs. Lions' at home, 'Hawks at Lions' away. */
export function gameTitle(game: Pick<GamesTable, "opponent" | "home_away"> & { team_name: string }): string {
  return `${game.team_name} ${opponentLabel(game)}`;
}

/** Returns 'First game Sat, Nov 28, 9:00 AM': what a team that has not played yet waits for. `today` is YYYY-MM-DD. */
export function firstGameLabel({ date, time }: Pick<GamesTable, "date" | "time">, today: string): string {
  return `First game ${formatDate(date, today)}, ${time ? formatClock(time) : "time TBD"}`;
}

/** Messages for a game that cannot be cancelled or deleted. */
export const gameProblemLabels = {
  "rated-cancel": "This game has a rating, so it was played: it cannot be cancelled",
  "rated-delete": "This game has a rating, so it was played: it cannot be deleted",
  "taken-out": "This game was taken out of the figures. Put it back first.",
} as const;

/** Advice for a rated game that should not exist. */
export const TAKE_OUT_INSTEAD =
  "A duplicate, a game of the wrong team or one that was not played can be taken out of the figures by an administrator.";

export const takeOutReasonName: Record<TakeOutReason, string> = {
  duplicate: "It is here twice",
  "wrong-team": "It belongs to another team",
  "not-played": "It was not played, or forfeited",
};

/** Returns 'Taken out of all figures on Sep 3 by Kim Lee: it is here twice. Entered again by the league.' */
export function takenOutLabel({ why, note, byName, at }: TakenOut, timezone: string, today: string): string {
  const reason = takeOutReasonName[why];
  return `Taken out of all figures on ${formatDate(dateAt(at, timezone), today)} by ${byName}: ${reason.slice(0, 1).toLowerCase()}${reason.slice(1)}.${note ? ` ${note}` : ""}`;
}

/** Messages for a refused edit, by the form's field. */
export const editProblemLabels: Record<EditProblem, Record<string, string>> = {
  "rated-future": {
    date: "This game has a rating, so it was played: it cannot be moved into the future",
  },
  "rated-cancel": { status: gameProblemLabels["rated-cancel"] },
  "not-played-yet": { status: "This game has not kicked off yet: it cannot be completed" },
  "taken-out": { status: gameProblemLabels["taken-out"] },
};

/** Labels for unchanged games of a rained-out day. */
export const leftLabels: Record<LeftReason, string> = {
  gone: "no longer on the schedule",
  changed: "changed by somebody meanwhile",
  rated: "has a rating, so it was played",
};

export const noTimeLabel = "Enter the kick-off time, or tick TBD";
