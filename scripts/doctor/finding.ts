/** What one look at an installation says. */
export interface Finding {
  /** warn: it works, and somebody should know; WRONG: it does not, or will not for long. */
  level: "ok" | "warn" | "WRONG";
  /** What was looked at, in a word or two. */
  about: string;
  says: string;
  /** What to do about it; nothing where all is well. */
  todo?: string;
}

export const ok = (about: string, says: string): Finding => ({ level: "ok", about, says });
export const warn = (about: string, says: string, todo: string): Finding => ({
  level: "warn",
  about,
  says,
  todo,
});
export const wrong = (about: string, says: string, todo: string): Finding => ({
  level: "WRONG",
  about,
  says,
  todo,
});

/** One line: `WRONG  disk: 12 MB are free; make room`. */
export const formatFinding = ({ level, about, says, todo }: Finding): string =>
  `${level.padEnd(5)}  ${about}: ${says}${todo ? ` -> ${todo}` : ""}`;
