import { parse as parseSync } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { detectEncoding, textOf } from "#app/spreadsheets/encoding.server.ts";
import { matchColumns, normalHeader } from "#app/spreadsheets/headers.ts";
import { detectDelimiter, readCsv } from "#app/spreadsheets/read-csv.server.ts";
import { writeCsv } from "#app/spreadsheets/write-csv.server.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = async (content: string | Uint8Array, maxRows = 1000) => {
  const reading = await readCsv(typeof content === "string" ? bytesOf(content) : content, { maxRows });
  if (!reading.ok) throw new Error(reading.problem);
  return reading;
};
const cells = async (content: string | Uint8Array) => (await read(content)).rows.map((row) => row.cells);

describe("reading", () => {
  test("line numbers are the file's: blank rows and records over several lines count", async () => {
    const { rows } = await read('a,b\r\n\r\n1,"two\r\nlines"\r\n,\r\n3,4\r\n,,\r\n\r\n');
    expect(rows).toEqual([
      { line: 1, cells: ["a", "b"] },
      { line: 3, cells: ["1", "two\nlines"] },
      { line: 6, cells: ["3", "4"] },
    ]);
  });

  test.each([
    ["\n", "line feeds"],
    ["\r\n", "Windows"],
    ["\r", "an old Macintosh"],
  ])("line endings %j are read (%s)", async (ending) => {
    expect(await cells(["a,b", "1,2", "3,4"].join(ending))).toEqual([
      ["a", "b"],
      ["1", "2"],
      ["3", "4"],
    ]);
  });

  test("a Windows line ending split between two slices stays one", async () => {
    const first = `a,${"x".repeat(32 * 1024 - 3)}`;
    expect(await cells(`${first}\r\nb,c\r\n`)).toEqual([
      ["a", "x".repeat(32 * 1024 - 3)],
      ["b", "c"],
    ]);
  });

  test("a letter split between two slices stays one", async () => {
    const text = `${"é".repeat(40_000)},1\n`;
    expect((await cells(`a${text}`))[0]?.[0]).toBe(`a${"é".repeat(40_000)}`);
  });

  test.each([
    ["date,opponent\n2026,A;B;C;D\n", ","],
    ["date;opponent\n2026;A, B, C\n", ";"],
    ["date\topponent\n2026\tA, B\n", "\t"],
    ['"a;b;c;d","e"\n1,2\n', ","],
    ["one column\n", ","],
  ])("the delimiter of %j", (text, delimiter) => expect(detectDelimiter(text)).toBe(delimiter));

  test("UTF-8 is read with and without byte order mark, otherwise Windows-1252", async () => {
    const umlauts = "Müller’s Café";
    expect(await cells(`\uFEFF${umlauts},1`)).toEqual([[umlauts, "1"]]);
    expect(await cells(`${umlauts},1`)).toEqual([[umlauts, "1"]]);
    const windows = Uint8Array.from([
      0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x92, 0x73, 0x20, 0x43, 0x61, 0x66, 0xe9,
    ]);
    expect((await read(windows)).encoding).toBe("windows-1252");
    expect(await cells(windows)).toEqual([[umlauts]]);
  });

  test("stray quotation marks inside a cell are part of it", async () => {
    expect(await cells('a,The "Hawks" team,c\n')).toEqual([["a", 'The "Hawks" team', "c"]]);
  });
});

describe("malformed files", () => {
  test.each([
    ["a workbook", Uint8Array.from([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0])],
    ["a picture", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])],
    ["UTF-16 without a byte order mark", Uint8Array.from([0x61, 0, 0x2c, 0])],
    ["control characters", Uint8Array.from({ length: 400 }, (_, n) => (n % 8) + 1)],
  ])("%s is not text", async (_what, bytes) => {
    expect(await readCsv(bytes, { maxRows: 10 })).toEqual({ ok: false, problem: "not-text" });
  });

  test("an empty file has no rows", async () => expect(await cells("")).toEqual([]));

  test("a quotation mark that is never closed is reported, and does not swallow 10 MB", async () => {
    const text = `a,b\n1,"open\n${"x,y\n".repeat(2_500_000)}`;
    const reading = await readCsv(bytesOf(text), { maxRows: 1_000_000 });
    expect(reading).toEqual({ ok: false, problem: "long-row", line: 2 });
    const short = await readCsv(bytesOf('a,b\n1,"open\nx,y\n'), { maxRows: 10 });
    expect(short).toEqual({ ok: false, problem: "open-quote", line: 2 });
  });

  test("10 MB without a line break are not a row, whether text or only commas", async () => {
    for (const character of ["a", ","]) {
      const reading = await readCsv(bytesOf(`a,b\n${character.repeat(10_000_000)}`), { maxRows: 10 });
      expect(reading).toEqual({ ok: false, problem: "long-row", line: 2 });
    }
  });

  test("a row of more than 256 columns is refused, unless the rest is empty, as Excel writes it", async () => {
    const wide = `a,b\n1,2${",".repeat(16_382)}`;
    expect((await read(wide)).rows[1]?.cells).toHaveLength(256);
    expect(await readCsv(bytesOf(`${wide}x\n`), { maxRows: 10 })).toEqual({
      ok: false,
      problem: "too-many-columns",
      line: 2,
    });
  });

  test("reading stops at more cells than fit into memory", async () => {
    const reading = await readCsv(bytesOf(`${"a,".repeat(250)}b\n`.repeat(20_500)), { maxRows: 100_000 });
    expect(reading).toEqual({ ok: false, problem: "too-many-cells" });
  });

  test("reading stops at more rows than allowed", async () => {
    const reading = await readCsv(bytesOf("a,b\n".repeat(500)), { maxRows: 100 });
    expect(reading).toEqual({ ok: false, problem: "too-many-rows" });
  });

  test("any bytes give a result", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
        const reading = await readCsv(bytes, { maxRows: 100 });
        expect(typeof reading.ok).toBe("boolean");
      }),
    );
  });

  test("other work runs while a large file is read", async () => {
    const bytes = bytesOf('2026-11-28,"Field 1, Austin",Hawks,Comets\n'.repeat(60_000));
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 1);
    await readCsv(bytes, { maxRows: 100_000 });
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
  });
});

describe("writing", () => {
  const cell = fc.string({ unit: fc.constantFrom(..."ab1 ,;\"'\n=+-@é\t") }).map((text) => text.trim());
  const harmless = (text: string) => !/^['\t\r]/.test(text);

  test("written cells are read back unchanged", async () => {
    const rows = fc.array(fc.tuple(cell, cell, fc.constant("end")), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        rows.filter((all) => all.flat().every(harmless)),
        async (all) => {
          expect(await cells(writeCsv([["one,", "two,", "three,"], ...all]))).toEqual([
            ["one,", "two,", "three,"],
            ...all,
          ]);
        },
      ),
    );
  });

  test("no cell starts a formula", () => {
    const text = writeCsv([["=1+1", "+1", "-1", "@x", "\tx", "\rx", "plain"]]);
    expect(text.startsWith("\uFEFF")).toBe(true);
    expect(text).toContain("'=1+1,'+1,'-1,'@x");
    expect(text.endsWith("plain\r\n")).toBe(true);
    for (const start of ["=", "+", "-", "@"]) expect(text).not.toMatch(new RegExp(`(^|,)"?\\${start}`));
  });
});

test("a formula behind white space is neutralized too, and read back unchanged", async () => {
  const cells = [" =1+1", "\u00a0+1", "\n@x", "\t -1", "  plain", "\uff1d1"];
  const text = writeCsv([cells]);
  const written = parseSync(text, { bom: true, record_delimiter: "\r\n" })[0] as string[];
  for (const [index, cell] of written.entries()) {
    expect(/^\s*[=+\-@\uff1d]/.test(cell)).toBe(false);
    expect(cell).toBe(index === 4 ? cells[index] : `'${cells[index]}`);
  }
  const read = await readCsv(new TextEncoder().encode(text), { maxRows: 5 });
  expect(read.ok && read.rows[0]?.cells).toEqual(cells);
});

describe("headers", () => {
  test.each([
    ["Home Team*", "home team"],
    ["External Game ID", "external game id"],
    ["Team1_Is_Home", "team 1 is home"],
    ["teamName", "team name"],
    ["  E-mail ", "email"],
    ["Fecha (día)", "fecha dia"],
    ["Home/Away", "home away"],
    ["P1 E-Mail", "p 1 email"],
  ])("%s is %s", (header, normal) => expect(normalHeader(header)).toBe(normal));

  const aliases = {
    date: { names: ["date", "game date"] },
    location: { names: ["location", "field"], firstWins: true },
  };

  test("two equally good columns are ambiguous, unless the first wins", () => {
    expect(matchColumns(["Date", "Field", "Location"], aliases)).toEqual({
      columns: { date: 0, location: 2 },
      ambiguous: [],
    });
    expect(matchColumns(["Date", "Game Date"], aliases).ambiguous).toEqual([
      { field: "date", headers: ["Date", "Game Date"] },
    ]);
    expect(matchColumns(["Field", "Field"], aliases).ambiguous).toHaveLength(1);
  });

  test("any header becomes words of letters and digits", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (header) => {
        expect(normalHeader(header)).toMatch(/^([a-z0-9]+( [a-z0-9]+)*)?$/);
      }),
    );
  });

  test("only the start of a header of 100 KB is read", () => {
    for (const part of ["e mail", "a1", "É", "__"])
      expect(normalHeader(part.repeat(30_000)).length).toBeLessThan(500);
  });
});

test("the encoding is detected from the whole file, not its start", async () => {
  const bytes = new Uint8Array(200_000).fill(0x61);
  expect(await detectEncoding(bytes)).toBe("utf-8");
  bytes[150_000] = 0xe9;
  expect(await detectEncoding(bytes)).toBe("windows-1252");
  let text = "";
  for await (const slice of textOf(bytes, "windows-1252")) text += slice;
  expect(text.length).toBe(200_000);
  expect(text[150_000]).toBe("é");
});
