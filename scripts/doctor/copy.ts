import { statSync } from "node:fs";
import { type CopyTarget, copyTargetName } from "#app/config/copy-target.ts";
import { COPY_LATE_SECONDS, readCopyState, secondsSinceCopy } from "#app/db/copy-state.server.ts";
import { type Finding, ok, warn, wrong } from "./finding.ts";
import { formatAge } from "./work.ts";

const MOST_NAMES = 5;
/** More than two rounds. */
const WELL_SECONDS = 60;

/** Checks how far the continuous copy lags, and what it lacks. */
export function ofCopy(dataDir: string, target: CopyTarget, at: Date): Finding[] {
  const name = copyTargetName(target);
  const state = readCopyState(dataDir);
  if (!state || state.to !== name)
    return [wrong("copy", `nothing was copied to ${name} yet`, "start the site, and look at its log")];
  const { asOf, problem, failed } = state;
  const seconds = secondsSinceCopy(state, at);
  const says = asOf
    ? `copied ${formatAge(seconds * 1000)} ago to ${name}`
    : `the first copy to ${name} is not whole after ${formatAge(seconds * 1000)}`;
  const because = problem ? `${says}; ${problem}` : says;
  const found = [
    seconds > COPY_LATE_SECONDS
      ? wrong("copy", because, "is the jobs process well, the disk mounted, and is there room?")
      : seconds > WELL_SECONDS || problem
        ? warn("copy", because, "look again in a minute")
        : ok("copy", because),
  ];
  for (const one of failed.slice(0, MOST_NAMES))
    found.push(
      wrong("copy", `${one.name} cannot be copied: ${one.problem}`, "npm run verify, then restore that club"),
    );
  if (failed.length > MOST_NAMES)
    found.push(
      wrong("copy", `and ${failed.length - MOST_NAMES} more files cannot be copied`, "npm run verify"),
    );
  if (target.kind === "folder" && sameDisk(dataDir, target.path))
    found.push(
      warn("copy", `${name} lies on the disk of the data`, "copy to another disk: both would go together"),
    );
  return found;
}

function sameDisk(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false })?.dev);
  return first !== undefined && first === second;
}
