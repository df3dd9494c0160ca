import type { EditProblem } from "./game-changes.ts";

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
