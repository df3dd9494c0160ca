import ts from "typescript";
import { describe, expect, test } from "vitest";
import { millisecondsOf, repeated, textsOf } from "#tests/support/repeated.ts";
import { sourcesIn } from "./sources.ts";

/** As much as a header, a parameter or a field of a form may hold. */
const LENGTH = 16_384;
/** Linear patterns take less than one; a quadratic one takes a hundred. */
const LIMIT_MS = 20;
/** Members of the classes in use; what else a pattern asks for is taken from itself. */
const ALPHABET = "aA0 .-\n";
/** What follows the repeated part. The second ends no match. */
const ENDS = ["", "\u0000"];

describe("a pattern takes time in proportion to the text, whatever is repeated in it", () => {
  test.each(sourcesIn("app").flatMap(patternsOf))("%s", (_, pattern) => {
    const units = [...new Set([...textsOf(ALPHABET, 2), ...literalsOf(pattern)])];
    const slow = units.flatMap((unit) =>
      ENDS.filter((end) => {
        const text = repeated(unit, LENGTH) + end;
        return millisecondsOf(() => text.replace(pattern, ""), LIMIT_MS) >= LIMIT_MS;
      }).map((end) => JSON.stringify(unit + end)),
    );
    expect(slow).toEqual([]);
  });
});

test("the test notices a quadratic pattern", () => {
  const text = `${repeated("a", LENGTH)}!`;
  expect(millisecondsOf(() => text.replace(/a+$/, ""), LIMIT_MS)).toBeGreaterThan(LIMIT_MS);
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
      true,
      path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    ),
  );
  return found;
}

/** The words and signs that a pattern itself asks for, alone and with a space, up to four characters of each. */
function literalsOf({ source }: RegExp): string[] {
  const words = source.match(/[A-Za-z]{2,}|[^\\\w\s[\](){}?*+|^$]/g) ?? [];
  return words.flatMap((word) => [word.slice(0, 4), `${word.slice(0, 3)} `, ` ${word}`, `${word}0`]);
}
