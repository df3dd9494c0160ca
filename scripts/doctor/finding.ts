/** The result of one check. */
export interface Finding {
  /** warn: works, but needs attention; WRONG: does not work, or will not for long. */
  level: "ok" | "warn" | "WRONG";
  /** The thing that was checked, in a word or two. */
  about: string;
  says: string;
  /** Remedy; empty if all is well. */
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

/** Formats one line: `WRONG  disk: 12 MB are free; make room`. */
export const formatFinding = ({ level, about, says, todo }: Finding): string =>
  `${level.padEnd(5)}  ${about}: ${says}${todo ? ` -> ${todo}` : ""}`;
