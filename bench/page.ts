import { readFileSync, writeFileSync } from "node:fs";
import { type Line, markdownOf } from "./table.ts";

const PAGE = new URL("../docs/performance.md", import.meta.url);
const BLOCK = /(<!-- bench: ([a-z-]+) -->\n)[\s\S]*?(<!-- \/bench -->)/g;

/** Writes the measured areas into their blocks of docs/performance.md; the rest of the page stays unchanged. */
export function writePage(lines: readonly Line[], measuredOn: string): void {
  writeFileSync(PAGE, withMeasured(readFileSync(PAGE, "utf8"), lines, measuredOn));
}

/** @throws if the page has no block for an area, whose values would be lost */
export function withMeasured(page: string, lines: readonly Line[], measuredOn: string): string {
  const written = new Set<string>();
  const filled = page.replace(BLOCK, (block: string, start: string, area: string, end: string) => {
    const own = lines.filter((line) => line.area === area);
    if (own.length === 0) return block;
    written.add(area);
    return `${start}\n${measuredOn}\n\n${markdownOf(own)}\n\n${end}`;
  });
  const lost = lines.find(({ area }) => !written.has(area));
  if (lost) throw new Error(`docs/performance.md has no block of '${lost.area}'`);
  return filled;
}
