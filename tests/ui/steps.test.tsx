import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Steps } from "#app/ui/steps.tsx";

test("each step states in text whether it is done or current", () => {
  const html = renderToStaticMarkup(<Steps current={2} names={["Package", "Details", "Payment"]} />);
  const items = html.match(/<li.*?<\/li>/g) ?? [];
  expect(items).toHaveLength(3);
  expect(items[0]).toContain("Step 1 of 3, done");
  expect(items[1]).toContain('aria-current="step"');
  expect(items[2]).not.toContain("done");
});
