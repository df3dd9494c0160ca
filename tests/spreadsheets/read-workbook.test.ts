import { describe, expect, test } from "vitest";
import { readWorkbook } from "#app/spreadsheets/read-workbook.server.ts";
import { charactersRead } from "#tests/support/characters-read.ts";
import { workbookFiles, workbookOf, zipOf } from "#tests/support/workbook.ts";

const read = (bytes: Uint8Array, wanted = "Date") =>
  readWorkbook(bytes, { maxRows: 1_000, wanted: (rows) => rows.some(({ cells }) => cells.includes(wanted)) });
const rowsOf = (bytes: Uint8Array) => {
  const reading = read(bytes);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.rows;
};
const games = {
  name: "Games",
  rows: [
    ["Date", "Time", "Opponent"],
    [{ date: 46354 }, { time: 0.75 }, "Lions & <Bears>"],
  ],
};

describe("a workbook", () => {
  test("a workbook is read as text: dates, times and both, as a person writes them", () => {
    const rows = rowsOf(
      workbookOf({
        name: "A",
        rows: [["Date"], [{ date: 46354 }, { time: 0.75 }, { moment: 46354.4375 }, 12, 3.5]],
      }),
    );
    expect(rows).toEqual([
      { line: 1, cells: ["Date"] },
      { line: 2, cells: ["2026-11-28", "18:00", "2026-11-28 10:30", "12", "3.5"] },
    ]);
  });

  test("a workbook keeps its own row numbers, without empty rows and cells", () => {
    const rows = rowsOf(
      workbookOf({ name: "A", rows: [["Season schedule"], [], ["Date", null, "Time"], ["", " "], ["x"]] }),
    );
    expect(rows).toEqual([
      { line: 1, cells: ["Season schedule"] },
      { line: 3, cells: ["Date", "", "Time"] },
      { line: 5, cells: ["x"] },
    ]);
  });

  test("a workbook is its first sheet with the wanted columns, and hidden ones are ignored", () => {
    const notes = { name: "Notes", rows: [["Bring oranges"]] };
    const reading = read(
      workbookOf(notes, { ...games, name: "Old", hidden: true }, { ...games, name: "Spring & Fall" }),
    );
    expect(reading).toMatchObject({ ok: true, sheet: "Spring & Fall" });
    expect(read(workbookOf(notes, { name: "More", rows: [["x"]] }))).toMatchObject({
      ok: true,
      sheet: "Notes",
    });
  });

  test("a workbook may have been written with prefixes, inline texts, rich texts and formulas", () => {
    const files = workbookFiles([{ name: "A", rows: [["Date"]] }]).map((file) =>
      file.name === "xl/worksheets/sheet1.xml"
        ? {
            ...file,
            content:
              '<x:worksheet xmlns:x="y"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:r><x:t>Da</x:t></x:r><x:r><x:t>te</x:t></x:r></x:is></x:c><x:c t="str"><x:f>A1&amp;"x"</x:f><x:v>Lions</x:v></x:c><x:c t="e"><x:v>#REF!</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>',
          }
        : file,
    );
    expect(rowsOf(zipOf(files))).toEqual([{ line: 1, cells: ["Date", "Lions", "", "TRUE"] }]);
  });

  test("a workbook of the old Macintosh counts its days from 1904", () => {
    const files = workbookFiles([{ name: "A", rows: [["Date", { date: 44892 }]] }]).map((file) => ({
      ...file,
      content: String(file.content).replace("<workbook>", '<workbook><workbookPr date1904="1"/>'),
    }));
    expect(rowsOf(zipOf(files))).toEqual([{ line: 1, cells: ["Date", "2026-11-28"] }]);
  });
});

/** The sheets here have at most half a million; a bomb of 100 MB is refused unread. */
const MOST_CHARACTERS = 20_000_000;

describe("a hostile workbook", () => {
  const withSheet = (sheet: string, claims?: number) =>
    zipOf(
      workbookFiles([games]).map((file) =>
        file.name === "xl/worksheets/sheet1.xml" ? { name: file.name, content: sheet, claims } : file,
      ),
    );
  const sheet = (content: string) => withSheet(`<worksheet><sheetData>${content}</sheetData></worksheet>`);
  const problemOf = async (bytes: Uint8Array) => {
    const before = process.memoryUsage().rss;
    let reading: ReturnType<typeof read> | undefined;
    const characters = await charactersRead(() => {
      reading = read(bytes);
    });
    expect(characters).toBeLessThan(MOST_CHARACTERS);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
    return reading?.ok ? reading.rows : reading?.problem;
  };

  test.each([
    ["an entry that says it is 300 MB", () => withSheet("<a/>", 300 * 1024 * 1024), "workbook-too-large"],
    ["a bomb", () => withSheet(`<a>${" ".repeat(100 * 1024 * 1024)}</a>`), "workbook-too-large"],
    [
      "a bomb that says it is small",
      () => withSheet(`<a>${" ".repeat(100 * 1024 * 1024)}</a>`, 1_000),
      "broken-workbook",
    ],
    [
      "2,000 entries",
      () => zipOf(Array.from({ length: 2_000 }, (_, index) => ({ name: `${index}`, content: "x" }))),
      "workbook-too-large",
    ],
    [
      "two entries of one name",
      () => zipOf([...workbookFiles([games]), ...workbookFiles([games])]),
      "broken-workbook",
    ],
    ["no workbook inside", () => zipOf([{ name: "word/document.xml", content: "<a/>" }]), "broken-workbook"],
    ["a file that ends in the middle", () => workbookOf(games).subarray(0, 600), "broken-workbook"],
    [
      "a row of a number that no sheet has",
      () => sheet('<row r="99999999999"><c r="A1"><v>1</v></c></row>'),
      "too-many-rows",
    ],
    [
      "a column that no schedule has",
      () => sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>'),
      "too-many-columns",
    ],
    ["broken XML", () => sheet("<row><c></row"), "broken-workbook"],
    ["more rows than are read", () => sheet("<row><c><v>1</v></c></row>".repeat(2_000)), "too-many-rows"],
  ])("a hostile workbook is refused: %s", async (_, make, problem) => {
    expect(await problemOf(make())).toBe(problem);
  });

  test("a hostile workbook is refused: one part that is two sheets, which would be read twice", async () => {
    const files = workbookFiles([games, { ...games, name: "Again" }]).map((file) => ({
      ...file,
      content: String(file.content).replaceAll("worksheets/sheet2.xml", "worksheets/sheet1.xml"),
    }));
    expect(await problemOf(zipOf(files))).toBe("broken-workbook");
  });

  test("a hostile workbook is refused: more tags than a sheet of full cells has, even if they were empty cells", () => {
    const cells = sheet(`<row>${"<c/>".repeat(600)}</row>`);
    const wanted = () => true;
    expect(readWorkbook(cells, { maxRows: 10, maxTags: 500, wanted })).toEqual({
      ok: false,
      problem: "too-many-cells",
    });
    expect(readWorkbook(cells, { maxRows: 10, maxTags: 1_000, wanted })).toMatchObject({
      ok: true,
      rows: [],
    });
  });

  test("a hostile workbook with far rows takes no memory for those between", async () => {
    expect(await problemOf(sheet('<row r="1048576"><c r="B1048576"><v>7</v></c></row>'))).toEqual([
      { line: 1_048_576, cells: ["", "7"] },
    ]);
  });

  test("a hostile workbook with a million nested tags is skipped", async () => {
    expect(await problemOf(sheet(`${"<a>".repeat(20_000)}${"</a>".repeat(20_000)}`))).toEqual([]);
  });

  test("a hostile workbook with entities of its own gets none of them", async () => {
    const bomb = withSheet(
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="str"><v>&a;&b;</v></c></row></sheetData></worksheet>',
    );
    expect(await problemOf(bomb)).toEqual([{ line: 1, cells: ["&a;&b;"] }]);
  });

  test("a hostile workbook with a very long text is cut", async () => {
    const [row] = (await problemOf(sheet(`<row><c t="str"><v>${"x".repeat(100_000)}</v></c></row>`))) as {
      cells: string[];
    }[];
    expect(row?.cells[0]).toHaveLength(2_000);
  });
});
