import type { GamesTable } from "#app/db/club/schema.ts";
import { formatClock, formatDate } from "#app/domain/values/times.ts";
import type { LeftReason } from "./day-change.ts";
import type { EditableStatus, EditProblem } from "./game-changes.ts";
import type { GamePhase } from "./game-rules.ts";

export const phaseName: Record<GamePhase, string> = {
  upcoming: "Upcoming",
  rescheduled: "Rescheduled",
  "in-progress": "In progress",
  completed: "Completed",
  cancelled: "Cancelled",
};

export const statusName: Record<EditableStatus, string> = {
  scheduled: "Scheduled",
  rescheduled: "Rescheduled",
  cancelled: "Cancelled",
  completed: "Completed",
};

/** 'vs. Lions' at home, 'at Lions' away: how every page and email names an opponent. */
export function opponentLabel(game: Pick<GamesTable, "opponent" | "home_away">): string {
  return `${game.home_away === "home" ? "vs." : "at"} ${game.opponent}`;
}

/** 'Hawks vs. Lions' at home, 'Hawks at Lions' away. */
export function gameTitle(game: Pick<GamesTable, "opponent" | "home_away"> & { team_name: string }): string {
  return `${game.team_name} ${opponentLabel(game)}`;
}

/** 'First game Sat, Nov 28, 9:00 AM': what a team that has not played yet waits for. `today` is YYYY-MM-DD. */
export function firstGameLabel({ date, time }: Pick<GamesTable, "date" | "time">, today: string): string {
  return `First game ${formatDate(date, today)}, ${time ? formatClock(time) : "time TBD"}`;
}

/** Why a game cannot be cancelled or deleted. */
export const gameProblemLabels = {
  "rated-cancel": "This game has a rating, so it was played: it cannot be cancelled",
  "rated-delete": "This game has a rating, so it was played: it cannot be deleted",
} as const;

/** Why an edit is refused, by the form's field. */
export const editProblemLabels: Record<EditProblem, Record<string, string>> = {
  "rated-future": {
    date: "This game has a rating, so it was played: it cannot be moved into the future",
  },
  "rated-cancel": { status: gameProblemLabels["rated-cancel"] },
  "not-played-yet": { status: "This game has not kicked off yet: it cannot be completed" },
};

/** Why a game of a rained-out day stays as it is. */
export const leftLabels: Record<LeftReason, string> = {
  gone: "no longer on the schedule",
  changed: "changed by somebody meanwhile",
  rated: "has a rating, so it was played",
};

export const noTimeLabel = "Enter the kick-off time, or tick TBD";
