import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CopyButton, DataTable, Pagination, ScoreBadge } from "#app/ui/pieces.tsx";
import { Steps } from "#app/ui/steps.tsx";

test.each([
  [20, "20 Perfect Behavior", "mark-20"],
  [10, "10 Minor Issues", "mark-10"],
  [0, "0 Major Incident", "mark-0"],
] as const)("the badge of %i says %s and draws its own shape", (score, words, shape) => {
  const html = renderToStaticMarkup(<ScoreBadge score={score} />);
  expect(html.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ")).toContain(words);
  expect(html).toContain(`class="${shape}"`);
});

test("each cell of a table knows its column, so that a row can be a card", () => {
  const html = renderToStaticMarkup(
    <DataTable
      caption="Teams"
      columns={[{ name: "Team" }, { name: "Games", numeric: true }]}
      rows={[{ key: "1", cells: ["<Hawks>", 8] }]}
    />,
  );
  expect(html).toContain('<td data-label="Team">&lt;Hawks&gt;</td>');
  expect(html).toContain('<td data-label="Games" class="numeric">8</td>');
  expect(html).toContain("Teams</caption>");
});

test("a list of one page has no pagination; the ends have no dead links", () => {
  const href = (page: number) => `?page=${page}`;
  expect(renderToStaticMarkup(<Pagination page={1} pages={1} href={href} />)).toBe("");
  const first = renderToStaticMarkup(<Pagination page={1} pages={3} href={href} />);
  expect(first).not.toContain("Previous");
  expect(first).toContain('href="?page=2"');
  const last = renderToStaticMarkup(<Pagination page={3} pages={3} href={href} />);
  expect(last).not.toContain("Next");
});

test("a copy button is hidden until a script can make it copy", () => {
  expect(renderToStaticMarkup(<CopyButton text="x">Copy link</CopyButton>)).toMatch(/<button[^>]* hidden=""/);
});

test("the steps say in words which are done and which is now", () => {
  const html = renderToStaticMarkup(<Steps current={2} names={["Package", "Details", "Payment"]} />);
  const items = html.match(/<li.*?<\/li>/g) ?? [];
  expect(items).toHaveLength(3);
  expect(items[0]).toContain("Step 1 of 3, done");
  expect(items[1]).toContain('aria-current="step"');
  expect(items[2]).not.toContain("done");
});
