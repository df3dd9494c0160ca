import type { CopiedData } from "./describe-own-data.ts";

/** A copy as plain text that anybody can read: a line for each value, lists indented under their name. */
export const asText = (data: CopiedData): string => `${linesOf(data, "").join("\n")}\n`;

function linesOf(data: CopiedData, indent: string): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (Array.isArray(value)) return listOf(name, value as readonly CopiedData[], indent);
    if (value !== null && typeof value === "object")
      return [`${indent}${name}:`, ...linesOf(value as CopiedData, `${indent}  `)];
    return [
      `${indent}${name}: ${inWords(value as string | number | boolean | null).replaceAll("\n", `\n${indent}  `)}`,
    ];
  });
}

function listOf(name: string, items: readonly CopiedData[], indent: string): string[] {
  const heading = `${indent}${name} (${items.length})`;
  const parts = items.flatMap((item) => [...linesOf(item, `${indent}  `), ""]);
  return ["", heading, ...parts];
}

function inWords(value: string | number | boolean | null): string {
  if (value === null || value === "") return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
