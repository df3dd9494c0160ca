import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DataTable } from "#app/ui/data-table.tsx";

test("each cell names its column, so that a row can become a card", () => {
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
