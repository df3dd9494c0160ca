/** The console's commands: these and no others, never free text (product/operations.md#console). */
export const consoleCommands = {
  "verify-club": {
    label: "Verify a Club’s File",
    about: "club",
    brief: "Reads one file whole and names what is broken",
    does: [
      "It reads every page of the club’s file, compares indexes with their tables, follows every reference from row to row, and checks the chain of its audit log.",
      "Nothing is changed. The club is served meanwhile; a large file takes some seconds, in which emails and boards wait.",
    ],
  },
  "rebuild-boards": {
    label: "Rebuild the Boards",
    about: null,
    brief: "Reads every club’s teams into the leaderboard again",
    does: [
      "It orders one piece of background work for each club, which reads the club’s file and writes its rows of the boards again where they differ.",
      "Everything else goes first, so with thousands of clubs it takes a while. No rating and no score is changed.",
    ],
  },
  "run-jobs": {
    label: "Run Due Jobs",
    about: null,
    brief: "Tries what was put off again, at once",
    does: [
      "Background work that failed waits longer after each try, up to six hours. Once the cause is mended, this makes all of it due now.",
      "What was given up stays under Work, and is tried again there. Nothing is done twice.",
    ],
  },
  "clear-lock": {
    label: "Clear a Lock",
    about: null,
    brief: "Frees jobs that a dead process still holds",
    does: [
      "A process that was killed holds its job for up to five minutes. This frees such jobs now, and they run again from where they were.",
      "Other locks end elsewhere: a locked sign-in on the page of the person or colleague, an import that stopped within a minute by itself.",
    ],
  },
} as const satisfies Record<
  string,
  { label: string; about: "club" | null; brief: string; does: readonly string[] }
>;

export type ConsoleCommand = keyof typeof consoleCommands;

export const isConsoleCommand = (name: string): name is ConsoleCommand =>
  Object.hasOwn(consoleCommands, name);
