import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SidelineStrip, stripLabel } from "#app/ui/strip.tsx";

// product/leaderboards.md#sideline-strip
test.each([
  ["ppmpppxp", "last 8 games: 6 perfect, 1 minor, 1 major"],
  ["p", "last 1 game: 1 perfect"],
  ["-x", "last 2 games: 1 major, 1 not rated"],
  ["pss-", "last 4 games: 1 perfect, 2 sealed, 1 not rated"],
])("the strip %s reads '%s'", (marks, words) => {
  expect(stripLabel(marks)).toBe(words);
  expect(renderToStaticMarkup(<SidelineStrip marks={marks} />)).toContain(`>${words}</span>`);
});

test("a team without games reads 'No games yet'", () => {
  expect(renderToStaticMarkup(<SidelineStrip marks="" />)).toContain("No games yet");
});

test("each game appears on the line once, in its kind's path, inside the image", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("p", "m", "x", "s", "-"), { minLength: 1, maxLength: 20 }),
      (list) => {
        const html = renderToStaticMarkup(<SidelineStrip marks={list.join("")} />);
        // Strokes of each kind: a half dot and a ring have a hole, an envelope a flap.
        const kinds = [
          ["mark-20", "p", 1],
          ["mark-10", "m", 2],
          ["mark-0", "x", 2],
          ["mark-sealed", "s", 2],
          ["mark-none", "-", 1],
        ] as const;
        const width = Number(/viewBox="0 0 (\d+)/.exec(html)?.[1]);
        for (const [shape, mark, strokes] of kinds) {
          const [, path = ""] = new RegExp(`class="${shape}" d="([^"]+)"`).exec(html) ?? [];
          const starts = [...path.matchAll(/M([\d.]+) /g)].map(([, x]) => Number(x));
          expect(starts).toHaveLength(list.filter((item) => item === mark).length * strokes);
          expect(starts.every((x) => x > 4 && x < width - 4)).toBe(true);
        }
      },
    ),
  );
});
