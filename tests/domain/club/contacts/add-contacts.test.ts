import { expect, test } from "vitest";
import { MOST_BULK_ENTRIES, readBulkAddresses } from "#app/domain/club/contacts/add-contacts.server.ts";
import { charactersRead } from "#tests/support/characters-read.ts";

const read = (text: string) => {
  const { contacts, duplicates, rejected } = reading(text);
  return { emails: contacts.map(({ email }) => email), duplicates, rejected };
};
function reading(text: string) {
  const read = readBulkAddresses(text);
  if (!read.ok) throw new Error(read.problem);
  return read;
}

// product/parents.md#email-collection
test("splits on new lines, commas and semicolons, and drops nothing", () => {
  expect(read("a@x.example, b@x.example;c@x.example\r\nd@x.example\n\n no at sign ;A@X.example,e@,")).toEqual(
    {
      emails: ["a@x.example", "b@x.example", "c@x.example", "d@x.example"],
      duplicates: 1,
      rejected: ["no at sign", "e@"],
    },
  );
});

test("reading takes the addresses of one entry apart, unless one of them is none", () => {
  const joined =
    "a@x.example/b@x.example\nc@x.example & d@x.example\ne@x.example and A@x.example | f@x.example";
  expect(read(joined)).toEqual({
    emails: ["a", "b", "c", "d", "e", "f"].map((name) => `${name}@x.example`),
    duplicates: 1,
    rejected: [],
  });
  expect(read("a@x.example / b@")).toEqual({ emails: [], duplicates: 0, rejected: ["a@x.example / b@"] });
  expect(read("tom&jerry@x.example").emails).toEqual(["tom&jerry@x.example"]);
});

test("reading takes names along as mail programs copy them, where they can be shown", () => {
  const { contacts } = reading('"Ann Cole" <ann@x.example>; Evil\u202E <bob@x.example>; <cy@x.example>');
  expect(contacts.map(({ name, email }) => [name, email])).toEqual([
    ["Ann Cole", "ann@x.example"],
    ["", "bob@x.example"],
    ["", "cy@x.example"],
  ]);
});

test("reading takes linear time for a megabyte of hostile text", async () => {
  const text = `${"<".repeat(500_000)}${"@a".repeat(250_000)}`;
  expect(await charactersRead(() => readBulkAddresses(text))).toBeLessThan(20 * text.length);
  const joined = "a@x.example&".repeat(80_000);
  expect(await charactersRead(() => readBulkAddresses(joined))).toBeLessThan(20 * joined.length);
});

test("no more than the allowed entries are read, whatever they are", () => {
  const of = (count: number) => readBulkAddresses("x;".repeat(count));
  expect(of(MOST_BULK_ENTRIES)).toMatchObject({ ok: true, contacts: [], duplicates: 0 });
  expect(of(MOST_BULK_ENTRIES + 1)).toEqual({ ok: false, problem: "too-many" });
  const joined = (count: number) =>
    readBulkAddresses(Array.from({ length: count }, (_, n) => `a${n}@x.example`).join("&"));
  expect(joined(MOST_BULK_ENTRIES)).toMatchObject({ ok: true });
  expect(joined(MOST_BULK_ENTRIES + 1)).toEqual({ ok: false, problem: "too-many" });
});
