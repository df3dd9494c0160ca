import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Icon } from "#app/ui/icon.tsx";
import { toTenths } from "#app/ui/round-path.ts";

const drawn = (name: Parameters<typeof Icon>[0]["name"]) => renderToStaticMarkup(<Icon name={name} />);

test("consecutive paths are drawn as one, each from its own first point", () => {
  expect(drawn("close")).toContain('<path d="M18 6 6 18M6 6l12 12"/></svg>');
  expect(drawn("ratings")).toContain('<path d="M13 5h8M13 12h8M13 19h8M3 17l2 2 4-4M3 7l2 2 4-4"/></svg>');
});

test("other shapes stay between them", () => {
  expect(drawn("help")).toContain(
    '<circle cx="12" cy="12" r="10"/><path d="M4.9 4.9l4.3 4.3M14.8 9.2l4.3-4.3M14.8 14.8l4.3 4.3M9.2 14.8l-4.3 4.3"/><circle cx="12" cy="12" r="4"/>',
  );
  expect(drawn("search")).toContain('<path d="m21 21-4.3-4.3"/><circle cx="11" cy="11" r="8"/>');
});

test("numbers are rounded to tenths at a point, so that no error adds up", () => {
  expect(toTenths("M0 0l.04 .04 .04 .04 .04 .04h.04v1.26z")).toBe("M0 0l0 0 .1 .1 0 0h.1v1.3z");
  // An arc's flags and numbers that begin with a point may stand without blanks.
  expect(toTenths("M1 1a.25.25 0 0 1-.48 0")).toBe("M1 1a.3 .3 0 0 1-.5 0");
  expect(toTenths("M2 21a5 5 0 012.911-4.544A9.96 2 0 0 0 3.333 4")).toBe(
    "M2 21a5 5 0 0 1 2.9-4.5A10 2 0 0 0 3.3 4",
  );
  expect(toTenths("M1.11 1c.25.25.5-.5 1.04 0s1 1.06 2 2")).toBe("M1.1 1c.3 .3 .5-.5 1.1 0s1 1.1 2 2");
});
