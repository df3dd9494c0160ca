import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AverageFigure } from "#app/ui/average-figure.tsx";

const draw = (average: number | null) => renderToStaticMarkup(<AverageFigure average={average} />);
const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/g, "");

test.each([
  [20, "20.0 of 20", 100],
  [19.2, "19.2 of 20", 96],
  [50 / 3, "16.7 of 20", 83.3],
  [0, "0.0 of 20", 0],
])("the average %d reads '%s' over a bar of %d percent", (average, words, length) => {
  const html = draw(average);
  expect(wordsOf(html)).toBe(words);
  expect(html).toContain(`<rect class="bar-fill" width="${length}"`);
});

test.each([20, 19.2, 10, 0])("the average %d wears no mark of a single game", (average) => {
  expect(draw(average)).not.toMatch(/mark-|score-|circle/);
});

test("an average without a rated game has no value and no bar", () => {
  expect(wordsOf(draw(null))).toBe("Not rated yet");
  expect(draw(null)).not.toContain("svg");
});
