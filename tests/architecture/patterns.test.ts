import ts from "typescript";
import { describe, expect, test } from "vitest";
import { isLinear, slowTexts } from "#tests/support/pattern-steps.ts";
import { repeated, textsOf } from "#tests/support/repeated.ts";
import { sourcesIn } from "./sources.ts";

/** Length at which a quadratic pattern takes at least twice the counted steps. */
const LENGTH = 2_000;
/** Members of the classes in use; a pattern's other characters come from the pattern itself. */
const ALPHABET = "aA0 .-\n";
/** Text before the repeated part: a match starts there, or later. */
const STARTS = ["", "\u0000", "x"];
/** Text after the repeated part. The second ends no match. */
const ENDS = ["", "\u0000"];

describe("a pattern takes time in proportion to the text, whatever is repeated in it", () => {
  test.each(sourcesIn("app").flatMap(patternsOf))("%s takes linear time", (_, pattern) => {
    const units = [...new Set([...textsOf(ALPHABET, 2), ...literalsOf(pattern)])];
    const starts = [...new Set([...STARTS, ...signsOf(pattern)])];
    const texts = starts.flatMap((start) =>
      units.flatMap((unit) => ENDS.map((end) => start + repeated(unit, LENGTH) + end)),
    );
    expect(slowTexts(pattern, texts)).toEqual([]);
  });
});

test.each([
  [/a+$/, "aaa\0"],
  [/[\s|-]+$/, "x   \0"],
  [/^(a+)+$/, "aaa\0"],
  [/"(?:\d+ ?)+"/, '"111x'],
  [/\s*$/m, "x   \0"],
  [/[^@]+@/u, "aaa"],
])("%s is noticed if it is repeated in %j", (pattern, text) => {
  const middle = text.slice(1, 2).repeat(LENGTH);
  expect(isLinear(pattern, text[0] + middle + text.slice(3))).toBe(false);
});

test.each([
  [/^[\s|-]+/, " "],
  [/(?<![\s|-])[\s|-]+$/, " "],
  [/"[^"]*"/g, '"'],
  [/a+b?/g, "a"],
])("%s is linear, whatever number of %j it reads", (pattern, unit) => {
  for (const length of [100, LENGTH, 60_000])
    expect(isLinear(pattern, `x${unit.repeat(length)}\0`)).toBe(true);
});

function patternsOf({ path, text }: { path: string; text: string }): [name: string, pattern: RegExp][] {
  const found: [string, RegExp][] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push([`${path} ${node.text}`, new RegExp(node.text.slice(1, end), node.text.slice(end + 1))]);
    }
    ts.forEachChild(node, walk);
  };
  walk(
    ts.createSourceFile(
      path,
      text,
      ts.ScriptTarget.Latest,
      false,
      path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    ),
  );
  return found;
}

/** Lists the characters in a pattern itself: those that start a quotation, a tag or a path. */
const signsOf = ({ source }: RegExp) => source.match(/[^\\\w\s[\](){}?*+|^$]/g) ?? [];

/** Lists the words and characters in a pattern itself, alone and with a space, up to four characters of each. */
function literalsOf({ source }: RegExp): string[] {
  const words = source.match(/[A-Za-z]{2,}|[^\\\w\s[\](){}?*+|^$]/g) ?? [];
  return words.flatMap((word) => [word.slice(0, 4), `${word.slice(0, 3)} `, ` ${word}`, `${word}0`]);
}
