import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Status } from "#app/ui/status.tsx";

const shapeOf = (html: string) => /<path d="([^"]+)"/.exec(html)?.[1];

test("a status is its word and its own shape, and waiting is plain text", () => {
  const done = renderToStaticMarkup(<Status kind="done">Signed</Status>);
  const act = renderToStaticMarkup(<Status kind="act">Expired</Status>);
  const bad = renderToStaticMarkup(<Status kind="bad">Declined</Status>);
  const plain = renderToStaticMarkup(<Status kind="plain">Pending</Status>);
  const words = (html: string) => html.replaceAll(/<[^>]*>/g, "");
  expect([done, act, bad, plain].map(words)).toEqual(["Signed", "Expired", "Declined", "Pending"]);
  expect(new Set([done, act, bad].map(shapeOf)).size).toBe(3);
  for (const html of [done, act, bad]) expect(html).toContain('aria-hidden="true"');
  expect(plain).not.toContain("badge");
  expect(shapeOf(plain)).toBeUndefined();
});
