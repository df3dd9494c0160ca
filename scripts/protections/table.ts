import type { Protection } from "#tests/protections.ts";

/** Lists each protection, the edit that removes it, and the tests that then fail. */
export function protectionTable(entries: readonly Protection[]): string {
  const rows = entries.map(
    ({ holds, file, without, tests }) =>
      `| ${holds} | \`${file}\`, \`${without.in}\` | ${tests.map((test) => `\`${test}\``).join(", ")} |`,
  );
  return ["| what holds | removed in | test that fails |", "| --- | --- | --- |", ...rows].join("\n");
}
