import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Icon } from "#app/ui/icon.tsx";

const drawn = (name: Parameters<typeof Icon>[0]["name"]) => renderToStaticMarkup(<Icon name={name} />);

test("paths that follow each other are drawn as one, each from its own first point", () => {
  expect(drawn("close")).toContain('<path d="M18 6 6 18M6 6l12 12"/></svg>');
  expect(drawn("ratings")).toContain('<path d="M13 5h8M13 12h8M13 19h8M3 17l2 2 4-4M3 7l2 2 4-4"/></svg>');
});

test("other shapes stay between them", () => {
  expect(drawn("help")).toContain(
    '<circle cx="12" cy="12" r="10"/><path d="M4.93 4.93l4.24 4.24M14.83 9.17l4.24-4.24M14.83 14.83l4.24 4.24M9.17 14.83l-4.24 4.24"/><circle cx="12" cy="12" r="4"/>',
  );
  expect(drawn("search")).toContain('<path d="m21 21-4.34-4.34"/><circle cx="11" cy="11" r="8"/>');
});
