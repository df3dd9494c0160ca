import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { replaceThrough } from "./copy.server.ts";

/** A file in what is copied to: which data folder writes there. Without it nothing is written or deleted. */
export const COPY_MARK = "continuous-copy.json";

const mark = z.object({
  /** The data folder's id (`CopyState.owner`). */
  owner: z.string(),
  /** The machine, for people. */
  host: z.string(),
  /** Another one at each look: who finds one that is not its own has company. */
  look: z.string(),
  /** Commit time up to which the copy is complete; null before the first is whole. */
  asOf: z.string().nullable(),
});
export type CopyMark = z.infer<typeof mark>;

export const formatMark = (content: CopyMark): string => `${JSON.stringify(content)}\n`;

/** @throws if it is damaged */
export const parseMark = (text: string): CopyMark => mark.parse(JSON.parse(text));

const state = z.object({
  /** A random id of this data folder, never copied. */
  owner: z.string(),
  /** Targets this data folder has copied to: a known one without its mark is not mounted. */
  known: z.array(z.string()),
  to: z.string(),
  /** Start of copying there. */
  since: z.string(),
  /** Commit time up to which the copy is complete; null before the first is whole. */
  asOf: z.string().nullable(),
  /** Files that could not be copied, with the reason; their last sound copies stay. */
  failed: z.array(z.object({ name: z.string(), problem: z.string() })),
  /** Reason why the last look copied nothing. */
  problem: z.string().nullable(),
});

/** State of a data folder's continuous copy. */
export type CopyState = z.infer<typeof state>;

const pathOf = (dataDir: string) => join(dataDir, "continuous-copy.json");

/** @returns null where nothing was ever copied from here */
export function readCopyState(dataDir: string): CopyState | null {
  const path = pathOf(dataDir);
  return existsSync(path) ? state.parse(JSON.parse(readFileSync(path, "utf8"))) : null;
}

export const writeCopyState = (dataDir: string, content: CopyState): void =>
  replaceThrough(pathOf(dataDir), `${JSON.stringify(content)}\n`);

/** A copy that is older than this is trouble: a look is due every 20 seconds. */
export const COPY_LATE_SECONDS = 5 * 60;

/**
 * Seconds by which the copy lags behind, at most; before the first is whole, since copying began. A moment in the
 * future counts as old: the clock was set back, and a look would have come since.
 */
export const secondsSinceCopy = ({ asOf, since }: CopyState, at: Date): number =>
  Math.abs(at.getTime() - Date.parse(asOf ?? since)) / 1000;
