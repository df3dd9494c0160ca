import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Pagination } from "#app/ui/pagination.tsx";

test("a single page has no pagination, and the first and last page no dead links", () => {
  const href = (page: number) => `?page=${page}`;
  expect(renderToStaticMarkup(<Pagination page={1} pages={1} href={href} />)).toBe("");
  const first = renderToStaticMarkup(<Pagination page={1} pages={3} href={href} />);
  expect(first).not.toContain("Previous");
  expect(first).toContain('href="?page=2"');
  const last = renderToStaticMarkup(<Pagination page={3} pages={3} href={href} />);
  expect(last).not.toContain("Next");
});
