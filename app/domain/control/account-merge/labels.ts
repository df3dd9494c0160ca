/** Days in which a merge of two accounts can be undone (product/support.md#merging-accounts). */
export const UNDO_DAYS = 30;

export type MergeProblem = keyof typeof mergeProblems;

/** Messages for two accounts that are not merged. */
export const mergeProblems = {
  same: "These are one account already.",
  gone: "One of the accounts is gone. Search again.",
  club: "A club’s own account is the club’s, not a person’s: it cannot be merged.",
  merged: "One of the accounts is merged into another already.",
  staff: "One of the addresses belongs to Goodside’s staff: it cannot be merged with a club’s account.",
  moving: "Another merge of one of the accounts is still on its way. Wait until it is done.",
  "email-change":
    "One of the accounts is changing its email. Wait until that is confirmed, or ask them to cancel it.",
} as const;

/** Messages for a merge that is not undone. */
export const undoProblems = {
  over: "The 30 days are over: it cannot be undone any more.",
  later: "One of the accounts took part in a later merge. Undo that one first.",
  undone: "It is undone already.",
} as const;

export const mergeStates = {
  moving: "On its way",
  done: "Merged",
  undoing: "Being undone",
  undone: "Undone",
} as const;

export const mergedAwayText = (email: string): string =>
  `This account is now part of another one of yours. Sign in with ${email}.`;
