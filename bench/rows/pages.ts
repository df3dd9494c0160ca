import { cpuAgainstAnchor } from "../fixtures/cpu-ratio.ts";
import type { Row } from "../row.ts";

/** The CPU cost of a page against a stock Remix server (bench/anchor) that renders the same HTML. */
export const rows: Row[] = ["/dashboard", "/teams", "/rating", "/leaderboard"].map((path) => ({
  area: "pages",
  what: `${path}: CPU per request against the anchor`,
  unit: "times",
  better: "less",
  floor: 0.9,
  goal: 0.6,
  measure: () => cpuAgainstAnchor(path),
}));
