import { createHash } from "node:crypto";
import { migrations as club } from "#migrations/club/index.ts";
import { migrations as control } from "#migrations/control/index.ts";

/** A newer release has migrated the data: a process of that release has to take the place of this one. */
export class DataIsNewer extends Error {
  override name = "DataIsNewer";
  readonly code = "DATA_NEWER";

  constructor(names: readonly string[]) {
    super(`This database is newer than the program: ${names.join(", ")}`);
  }
}

/** Tells if the release before a migration can run on data that has it (CONTRIBUTING.md, A table). */
export const runsBeside = (name: string): boolean => name.endsWith("-beside");

/** @throws DataIsNewer if a database has a migration that this release lacks and cannot run beside */
export function refuseNewer(applied: readonly string[], known: readonly string[]): void {
  const newer = applied.filter((name) => !known.includes(name) && !runsBeside(name));
  if (newer.length > 0) throw new DataIsNewer(newer);
}

type Lists = Record<"control" | "club", readonly string[]>;
const OWN: Lists = { control: Object.keys(control), club: Object.keys(club) };
const KINDS = ["control", "club"] as const;
/** Lists only grow at their end, so that a count names their beginning, and its hash proves it. */
const hashOf = (lists: Lists) =>
  createHash("sha256")
    .update(KINDS.map((kind) => lists[kind].join()).join("\n"))
    .digest("hex")
    .slice(0, 8);

/** Names the migrations of this release in few letters, for `laterThan` of the next one. */
export const serving = (lists: Lists = OWN): string =>
  `${lists.control.length}/${lists.club.length}/${hashOf(lists)}`;

/** Lists this release's migrations that the release of a serving process lacks; null if unknown. */
export function laterThan(said: string, lists: Lists = OWN): string[] | null {
  const [, control, club, hash] = /\b(\d+)\/(\d+)\/(\w{8})\b/.exec(said) ?? [];
  const counts = { control: Number(control), club: Number(club) };
  const theirs = { control: lists.control.slice(0, counts.control), club: lists.club.slice(0, counts.club) };
  if (hash !== hashOf(theirs)) return null;
  return KINDS.flatMap((kind) => lists[kind].slice(counts[kind]).map((name) => `${kind}/${name}`));
}
