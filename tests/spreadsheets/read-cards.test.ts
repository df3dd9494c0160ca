import { describe, expect, test } from "vitest";
import { isCards, readCards } from "#app/spreadsheets/read-cards.server.ts";
import { charactersRead } from "#tests/support/characters-read.ts";

const bytesOf = (text: string, encoding: "utf8" | "latin1" | "utf16le" = "utf8") =>
  Buffer.from(text, encoding);
async function cardsOf(bytes: Uint8Array | string) {
  const read = await readCards(typeof bytes === "string" ? bytesOf(bytes) : bytes, { maxCards: 10 });
  if (!read.ok) throw new Error(read.problem);
  return read.cards;
}
const card = (...lines: string[]) => ["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n");
const only = async (...lines: string[]) => (await cardsOf(card(...lines)))[0];

// product/imports.md#contacts-import
describe("a card", () => {
  test("a card of an iPhone has a name and addresses in groups, the preferred one first", async () => {
    expect(
      await only(
        "VERSION:3.0",
        "N:Müller;Anna;Maria;;",
        "FN:Anna Maria Müller",
        "item1.EMAIL;type=INTERNET:work@home.example",
        "EMAIL;type=INTERNET;type=HOME;type=pref:anna@home.example",
        "item1.X-ABLabel:_$!<Other>!$_",
        "EMAIL:ANNA@home.example",
        "NOTE:EMAIL;type=INTERNET:note@home.example",
      ),
    ).toEqual({
      line: 1,
      first: "Anna",
      last: "Müller",
      full: "Anna Maria Müller",
      addresses: ["anna@home.example", "work@home.example", "ANNA@home.example"],
    });
  });

  test("a card of version 4 has preferences by number, and addresses as links", async () => {
    expect(
      await only(
        "VERSION:4.0",
        'FN;LANGUAGE="x:y":Kim\\, "the Coach" Poe',
        "EMAIL;PREF=2;TYPE=home:kim@home.example",
        'EMAIL;PREF=1;TYPE="work,pref":mailto:poe@home.example',
      ),
    ).toMatchObject({
      first: "",
      full: 'Kim, "the Coach" Poe',
      addresses: ["poe@home.example", "kim@home.example"],
    });
  });

  test("a card of version 2.1 has quoted characters, their set, and continued lines", async () => {
    expect(
      await only(
        "VERSION:2.1",
        "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BC=",
        "ller;J=C3=BCr=",
        "gen;;;",
        "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:J=FCrgen M=FCller",
        "EMAIL;PREF;INTERNET:juergen@home.example",
        "PHOTO;ENCODING=BASE64;TYPE=JPEG:/9j/4AAQSkZJRgABAQ",
        " BEGIN:VCARDAAAA",
        "",
      ),
    ).toMatchObject({
      first: "Jürgen",
      last: "Müller",
      full: "Jürgen Müller",
      addresses: ["juergen@home.example"],
    });
  });

  test("a card has folded lines, escapes and further given names", async () => {
    expect(await only("N:O'Neil\\; Jr.;Ana,Mar", "\tía;;;", "EMAIL:an", " a@home.example")).toMatchObject({
      last: "O'Neil; Jr.",
      first: "Ana María",
      addresses: ["ana@home.example"],
    });
  });

  test("a card inside a card is not read, nor is a group", async () => {
    const cards = await cardsOf(
      card(
        "FN:Pat",
        "AGENT:",
        "BEGIN:VCARD",
        "FN:Secretary",
        "EMAIL:s@home.example",
        "END:VCARD",
        "EMAIL:pat@home.example",
      ) +
        card("KIND:group", "FN:Team", "EMAIL:team@home.example") +
        card("X-ADDRESSBOOKSERVER-KIND:group", "FN:All", "EMAIL:all@home.example"),
    );
    expect(cards).toMatchObject([{ full: "Pat", addresses: ["pat@home.example"] }]);
  });
});

test("a file is read in any of the usual encodings, even one that breaks off", async () => {
  const text = "BEGIN:VCARD\nFN:Zoë\nEMAIL:zoe@home.example";
  for (const bytes of [
    bytesOf(text),
    bytesOf(`\uFEFF${text}`),
    bytesOf(text, "latin1"),
    bytesOf(`\uFEFF${text}`, "utf16le"),
  ]) {
    expect(isCards(bytes)).toBe(true);
    expect(await cardsOf(bytes)).toMatchObject([{ line: 1, full: "Zoë", addresses: ["zoe@home.example"] }]);
  }
  expect(isCards(bytesOf("parent_email\nBEGIN:VCARD"))).toBe(false);
});

describe("a hostile file", () => {
  test("a hostile file yields no more cards than wanted", async () => {
    expect(await readCards(bytesOf(card("FN:Pat").repeat(11)), { maxCards: 10 })).toEqual({
      ok: false,
      problem: "too-many-rows",
    });
  });

  test.each<[string, string]>([
    ["one line of a megabyte", `PHOTO:${"A".repeat(1_000_000)}`],
    ["one name of a megabyte", `FN:${"A\\;".repeat(333_000)}`],
    ["a name folded into 300,000 lines", `FN:A${"\n B".repeat(300_000)}`],
    ["a quoted name of 300,000 lines", `FN;ENCODING=QUOTED-PRINTABLE:=${"\nB=".repeat(300_000)}`],
    ["an address of a megabyte of parameters", `EMAIL${';a="'.repeat(250_000)}`],
    ["100,000 addresses", "EMAIL:a@home.example\n".repeat(50_000)],
    ["cards in cards", "BEGIN:VCARD\n".repeat(80_000)],
    ["semicolons", `N:${";".repeat(1_000_000)}`],
    ["blanks", `${" ".repeat(1_000)}\n`.repeat(1_000)],
  ])("a hostile file with %s is read in linear time", async (_, lines) => {
    const text = card(lines, "EMAIL:z@home.example");
    let cards: Awaited<ReturnType<typeof cardsOf>> = [];
    const read = await charactersRead(async () => {
      cards = await cardsOf(text);
    });
    expect(read).toBeLessThan(20 * text.length);
    expect(cards).toHaveLength(1);
    expect(cards[0]?.full.length).toBeLessThanOrEqual(8_000);
    expect(cards[0]?.addresses.length).toBeLessThanOrEqual(20);
  });
});
