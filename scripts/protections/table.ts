import type { Protection } from "#tests/protections.ts";

/** The protections as docs/protections.md shows them. */
export function protectionTable(entries: readonly Protection[]): string {
  const rows = entries.map(
    ({ protection, file, tests }) =>
      `| ${protection} | \`${file}\` | ${tests.map((test) => `\`${test}\``).join(", ")} |`,
  );
  return ["| what holds | taken away in | turns red |", "| --- | --- | --- |", ...rows].join("\n");
}
