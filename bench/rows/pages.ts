import { cpuAgainstAnchor, unchangedAgainstAnchor, unchangedAlone } from "../fixtures/cpu-ratio.ts";
import type { Row } from "../row.ts";

const paths = ["/dashboard", "/teams", "/rating", "/leaderboard"];
/** Pages that the anchor does not have. */
const morePaths = ["/schedule", "/reports", "/agreements"];

export const rows: Row[] = [
  /** The CPU cost of a page against a stock Remix server (bench/anchor) that renders the same HTML. */
  ...paths.map(
    (path): Row => ({
      area: "pages",
      what: `${path}: CPU per request against the anchor`,
      unit: "times",
      better: "less",
      floor: 0.9,
      goal: 0.6,
      measure: () => cpuAgainstAnchor(path),
    }),
  ),
  /** The same page again, unchanged, as a remembered user's browser requests it. */
  ...paths.map(
    (path): Row => ({
      area: "pages",
      what: `${path} unchanged: times fewer CPU than the anchor`,
      unit: "times",
      better: "more",
      floor: 10,
      goal: 25,
      measure: () => unchangedAgainstAnchor(path),
    }),
  ),
  ...morePaths.map(
    (path): Row => ({
      area: "pages",
      what: `${path} unchanged: CPU of a 304`,
      unit: "ms",
      better: "less",
      floor: 1,
      goal: 0.5,
      measure: () => unchangedAlone(path),
    }),
  ),
];
