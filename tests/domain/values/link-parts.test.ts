import { expect, test } from "vitest";
import { linkParts } from "#app/domain/values/link-parts.ts";
import { charactersRead } from "#tests/support/characters-read.ts";

const linked = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

test("http and https addresses become links, everything else stays text", () => {
  expect(linkParts("See https://club.example/day?x=1&y=2, then come.")).toEqual([
    { text: "See " },
    { text: "https://club.example/day?x=1&y=2", href: "https://club.example/day?x=1&y=2" },
    { text: ", then come." },
  ]);
  expect(linked("http://a.example and HTTPS://B.example/x.")).toEqual([
    "http://a.example",
    "HTTPS://B.example/x",
  ]);
  expect(linkParts("No links here")).toEqual([{ text: "No links here" }]);
  expect(linkParts("")).toEqual([]);
});

test("what ends a sentence or a bracket is no part of an address", () => {
  expect(linked("(https://a.example/x). https://b.example/y!? https://c.example/]")).toEqual([
    "https://a.example/x",
    "https://b.example/y",
    "https://c.example/",
  ]);
});

test("no other scheme, markup or nameless host becomes a link", () => {
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,x",
    "JaVaScRiPt://a.example/%0aalert(1)",
    "<a href=https:>x</a>",
    "https://",
    "https://localhost/x",
  ]) {
    expect(linked(text), text).toEqual([]);
  }
  expect(linked('https://a.example/"><script>alert(1)</script>')).toEqual(["https://a.example/"]);
});

test("the pieces are the text, whatever it is, and take linear time", async () => {
  const text = `a https://a.example/b.. c\nhttps://d.example${"!".repeat(50_000)}${"https://".repeat(20_000)}`;
  let parts: ReturnType<typeof linkParts> = [];
  const read = await charactersRead(() => {
    parts = linkParts(text);
  });
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(read).toBeLessThan(20 * text.length);
});
