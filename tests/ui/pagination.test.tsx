import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PageLinks, Pagination } from "#app/ui/pagination.tsx";

test("a single page has no pagination, and the first and last page no dead links", () => {
  const href = (page: number) => `?page=${page}`;
  expect(renderToStaticMarkup(<Pagination page={1} pages={1} href={href} />)).toBe("");
  const first = renderToStaticMarkup(<Pagination page={1} pages={3} href={href} />);
  expect(first).not.toContain("Previous");
  expect(first).toContain('href="?page=2"');
  const last = renderToStaticMarkup(<Pagination page={3} pages={3} href={href} />);
  expect(last).not.toContain("Next");
});

test("an uncounted list links the existing pages", () => {
  expect(renderToStaticMarkup(<PageLinks before={null} after={null} />)).toBe("");
  const first = renderToStaticMarkup(<PageLinks before={null} after={["Older", "?before=1"]} />);
  expect(first).toMatch(
    /<nav[^>]*aria-label="Pages"><span><\/span> <a[^>]*href="\?before=1"[^>]*>Older<\/a><\/nav>/,
  );
  const last = renderToStaticMarkup(
    <PageLinks before={["Newest", "/"]} after={null} label="Pages of refunds" />,
  );
  expect(last).toMatch(/aria-label="Pages of refunds"><a[^>]*>Newest<\/a> <span>/);
});
