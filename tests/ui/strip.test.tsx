import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SidelineStrip, stripLabel } from "#app/ui/strip.tsx";

// product.md#sideline-strip
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

test("each game appears on the line once, in its own shape, inside the image", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("p", "m", "x", "s", "-"), { minLength: 1, maxLength: 20 }),
      (list) => {
        const html = renderToStaticMarkup(<SidelineStrip marks={list.join("")} />);
        const drawn = (shape: string) => html.split(`class="${shape}"`).length - 1;
        const count = (mark: string) => list.filter((item) => item === mark).length;
        expect(["mark-20", "mark-10", "mark-0", "mark-sealed", "mark-none"].map(drawn)).toEqual(
          ["p", "m", "x", "s", "-"].map(count),
        );
        const width = Number(/viewBox="0 0 (\d+)/.exec(html)?.[1]);
        const places = [...html.matchAll(/cx="([\d.]+)"/g)].map((match) => Number(match[1]));
        expect(places.every((x) => x > 4 && x < width - 4)).toBe(true);
      },
    ),
  );
});
