import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Badge, ScoreBadge, SealedBadge } from "#app/ui/badge.tsx";

test.each([
  [20, "20 Perfect Behavior", "mark-20"],
  [10, "10 Minor Issues", "mark-10"],
  [0, "0 Major Incident", "mark-0"],
] as const)("the badge of %i reads '%s' and has its own shape", (score, words, shape) => {
  const html = renderToStaticMarkup(<ScoreBadge score={score} />);
  expect(html.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ")).toContain(words);
  expect(html).toContain(`class="${shape}"`);
});

test("the badge of a sealed result has its own shape and no score's color", () => {
  const html = renderToStaticMarkup(<SealedBadge />);
  expect(html.replaceAll(/<[^>]*>/g, "")).toBe("Sealed");
  expect(html).toContain('class="mark-sealed"');
  expect(html).toContain(`class="badge"`);
});

test("a state is words without the color or the shape of a score", () => {
  const html = renderToStaticMarkup(<Badge strong>Expired</Badge>);
  expect(html).toBe('<span class="badge badge-strong">Expired</span>');
});
