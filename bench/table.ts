import { type Figure, type Row, type Verdict, verdict } from "./row.ts";

/** A measured row as text. */
export interface Line {
  area: string;
  what: string;
  figure: string;
  floor: string;
  goal: string;
  met: string;
  note: string;
  failed: boolean;
  /** Distance of the value from the best possible; a failed one is farthest. */
  badness: number;
}

const said: Record<Verdict, string> = { goal: "goal", floor: "floor", missed: "NO", "": "" };

/** @param figure null if it could not be measured */
export function lineOf(row: Row, figure: Figure | null): Line {
  const { area, what, better, floor, goal, unit } = row;
  const bound = (limit: number | null) =>
    limit === null ? "" : `${better === "less" ? "≤" : "≥"} ${say(limit)}`;
  return {
    area,
    what,
    figure: figure ? `${say(figure.figure)} ${unit}`.trim() : "failed",
    floor: bound(floor),
    goal: bound(goal),
    met: figure ? said[verdict(row, figure.figure)] : "NO",
    note: figure?.note ?? "",
    failed: figure === null,
    badness: figure ? (better === "less" ? figure.figure : -figure.figure) : Number.POSITIVE_INFINITY,
  };
}

const say = (figure: number) =>
  figure.toLocaleString("en-US", { maximumSignificantDigits: Math.abs(figure) >= 1000 ? 21 : 3 });

const columns = ["area", "what", "figure", "floor", "goal", "met", "note"] as const;

export function printTable(lines: Line[], machine: string): void {
  const table = [Object.fromEntries(columns.map((name) => [name, name])) as unknown as Line, ...lines];
  const widths = columns.map((name) => Math.max(...table.map((line) => line[name].length)));
  console.log(`\n${machine}\n`);
  for (const line of table)
    console.log(
      columns
        .map((name, at) => line[name].padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

const shownColumns = columns.filter((name) => name !== "area");

/** The page has the worst rows of a larger area; the command prints them all. */
const MOST_ROWS = 30;

/** Formats the rows of one area as a table, padded like the page's formatter. */
export function markdownOf(lines: readonly Line[]): string {
  const worst = lines.toSorted((one, other) => other.badness - one.badness);
  const shown = lines.length > MOST_ROWS ? worst.slice(0, MOST_ROWS) : lines;
  const last = shown.at(-1);
  const rows = [
    [...shownColumns],
    ...shown.map((line) => shownColumns.map((name) => line[name].replaceAll("|", "\\|"))),
  ];
  const widths = shownColumns.map((_, at) => Math.max(3, ...rows.map((row) => row[at]?.length ?? 0)));
  const cells = (texts: readonly string[]) =>
    `| ${texts.map((text, at) => text.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const [head = [], ...rest] = rows.map(cells);
  return [
    head,
    cells(widths.map((width) => "-".repeat(width))),
    ...rest,
    ...(shown === lines || !last
      ? []
      : ["", `${lines.length - shown.length} more: ${last.figure} or better.`]),
  ].join("\n");
}
