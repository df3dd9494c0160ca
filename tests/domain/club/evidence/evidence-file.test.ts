import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextRecord, type StoredRecord } from "#app/domain/club/evidence/evidence.ts";
import {
  ENTRIES_LINE,
  type ExportSubject,
  exportClosing,
  exportEntry,
  exportOpening,
} from "#app/domain/club/evidence/evidence-file.ts";
import { readEvidenceFile } from "#app/domain/club/evidence/read-evidence-file.server.ts";
import { canonicalJson, sha256 } from "#app/domain/values/hash-chain.ts";

const CLUB = { code: "lakeside", name: 'Lakeside "FC" \\ Ünïted' };
const TEXT = 'Sideline agreement\n\nFrom "us": 50 % off \\ and\n';
const AT = "2026-11-22T12:00:00.000Z";
type Entry = StoredRecord & { person: string | null };

/** Builds a chain of signatures; the persons of `erased` ones are gone and their erasures stand at its end. */
function chainOf(signatures: number, erased: number[] = []): Entry[] {
  const entries: Entry[] = [];
  const add = (kind: "signed" | "erased", number: number) => {
    const person = canonicalJson({
      ...{
        name: `O'Parent $HOME * ${number}`,
        email: `p${number}@home.example`,
        ip: "192.0.2.1",
        reason: "",
      },
      ...{
        players: 'A, "B" \\ C',
        salt: `${number}`,
        signature: "P.",
        teams: ["Hawks"],
        userAgent: "Lynx  2",
      },
    });
    const signed = kind === "signed";
    const record = nextRecord(
      {
        ...{ id: `${kind}-${number}`, kind, club: CLUB, agreement: `a-${number}`, issue: 1, at: AT },
        ...{ language: "en", electronicConsent: signed, signatureDate: null, enteredBy: null },
        text: signed ? { version: "1", hash: sha256(TEXT) } : null,
        affirmations: signed ? { positiveSupport: true } : null,
        person: signed ? sha256(person) : null,
      },
      entries.at(-1) ?? null,
    );
    entries.push({ ...record, person: signed && !erased.includes(number) ? person : null });
  };
  for (let number = 1; number <= signatures; number += 1) add("signed", number);
  for (const number of erased) add("erased", number);
  return entries;
}

function fileOf(entries: Entry[], agreement: string | null = null): string {
  const subject: ExportSubject = { club: CLUB, agreement, exportedAt: AT };
  const last = entries.at(-1);
  const head = last && agreement === null ? { seq: last.seq, hash: last.hash } : null;
  return [
    exportOpening(subject),
    ...entries.map((entry, index) => exportEntry(entry, index === 0)),
    exportClosing(new Map([[sha256(TEXT), TEXT]]), head, entries.length),
  ].join("");
}

async function* chunks(file: string | Uint8Array, size = 1_000) {
  const bytes = Buffer.from(file);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
const check = (file: string | Uint8Array, size?: number) => readEvidenceFile(chunks(file, size));
async function problemsOf(file: string): Promise<string[]> {
  const read = await check(file);
  if (!read.ok) return [read.problem];
  const problems = read.report.problems.map(({ seq, problem }) => `${seq} ${problem}`);
  return read.report.named === read.report.records ? problems : [...problems, "count"];
}

/** Runs the steps in a file as a stranger would. @returns the messages of those that pass */
function followSteps(file: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "goodside-stranger-"));
  try {
    writeFileSync(join(folder, "evidence.json"), file);
    const { steps } = JSON.parse(file) as { steps: string[] };
    const commands = steps.filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
    // The file itself contains them, not only its decoded JSON.
    for (const command of commands) expect(file).toContain(command);
    const script = `${commands.join("\n")}\ntrue\n`;
    const said = execFileSync("sh", ["-c", script], { cwd: folder, encoding: "utf8", stdio: "pipe" });
    return said.split("\n").filter((line) => /^\d\. [A-Z]/.test(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const PASSED = ["1. EVERY RECORD IS WHOLE", "2. THE CHAIN IS UNBROKEN", "3. EVERY PERSON IS WHOLE"].concat([
  "4. EVERY TEXT IS WHOLE",
  "5. EVERY TEXT IS THERE",
]);

// product/evidence.md#evidence-exports
describe("an export", () => {
  test("an export is JSON and whole, in chunks of any size", async () => {
    const file = fileOf(chainOf(7, [2, 5]));
    expect(JSON.parse(file).entries).toHaveLength(9);
    for (const size of [1, 7, 100_000]) {
      const read = await check(file, size);
      expect(read).toMatchObject({ ok: true, report: { records: 9, problems: [], from: AT } });
    }
  });

  test("an export of one agreement shows what was signed", async () => {
    const [, , third] = chainOf(4);
    const read = await check(fileOf(third ? [third] : [], "a-3"));
    expect(read).toMatchObject({
      ok: true,
      report: { problems: [], shown: [{ person: { email: "p3@home.example" }, text: TEXT }] },
    });
  });

  test("an export is read from within a PDF, and not where there are two", async () => {
    const file = fileOf(chainOf(2));
    const pdf = `%PDF-1.7\n9 0 obj\n<< >>\nstream\n${file}\nendstream\n\xff\xfe binary`;
    expect(await check(pdf)).toMatchObject({ ok: true, report: { records: 2 } });
    expect(await check(pdf + pdf)).toEqual({ ok: false, problem: "several" });
  });

  test("an export survives Windows line ends and a byte order mark", async () => {
    expect(await problemsOf(`\uFEFF${fileOf(chainOf(3)).replaceAll("\n", "\r\n")}`)).toEqual([]);
  });
});

describe("a stranger with sha256sum", () => {
  test("a stranger with sha256sum finds a whole export whole, with erased persons, quotes and shell characters in it", () => {
    const entries = chainOf(6, [2, 4]);
    expect(followSteps(fileOf(entries))).toEqual([...PASSED, `6. THE HEAD IS ${entries.at(-1)?.hash}`]);
  });

  test("a stranger with sha256sum finds one agreement whole", () => {
    const [first] = chainOf(1);
    expect(followSteps(fileOf(first ? [first] : [], "a-1"))).toEqual(
      PASSED.filter((line) => !line.startsWith("2")),
    );
  });

  test("a stranger with sha256sum finds a changed record, person and text, a removed and a moved record", () => {
    const entries = chainOf(5);
    const file = fileOf(entries);
    const missing = (broken: string) => {
      const said = followSteps(broken);
      return PASSED.filter((line) => !said.includes(line)).map((line) => line.slice(0, 1));
    };
    expect(missing(file.replace('"agreement":"a-3"', '"agreement":"a-9"'))).toEqual(["1", "2"]);
    expect(missing(file.replace("p3@home", "p9@home"))).toEqual(["3"]);
    expect(missing(file.replace(entries[1]?.person ?? "", "null"))).toEqual(["3"]);
    const base64 = Buffer.from(TEXT).toString("base64");
    expect(missing(file.replace(base64, Buffer.from("Other").toString("base64")))).toEqual(["4", "5"]);
    expect(missing(fileOf(entries.toSpliced(2, 1)))).toEqual(["2"]);
    const [one, two] = entries.slice(1, 3) as [Entry, Entry];
    expect(missing(fileOf(entries.toSpliced(1, 2, two, one)))).toEqual(["2"]);
  });
});

test("a stranger finds a person who was cut out beside one who was erased", () => {
  const entries = chainOf(4, [2]);
  const file = fileOf(entries);
  expect(followSteps(file)).toContain("3. EVERY PERSON IS WHOLE");
  expect(followSteps(file.replace(entries[2]?.person ?? "", "null"))).not.toContain(
    "3. EVERY PERSON IS WHOLE",
  );
});

describe("what is broken is told by its record", () => {
  const entries = chainOf(6);
  test.each([
    [
      "a changed record",
      () => fileOf(entries).replace('"agreement":"a-3"', '"agreement":"a-9"'),
      ["3 changed"],
    ],
    ["a changed person", () => fileOf(entries).replace("p4@home", "p9@home"), ["4 person-changed"]],
    ["a removed record", () => fileOf(entries.toSpliced(2, 1)), ["4 missing"]],
    ["a removed first record", () => fileOf(entries.slice(1)), ["2 missing"]],
    [
      "a cut end with an older head",
      () => fileOf(entries).replace(exportEntry(entries[5] as Entry, false), ""),
      ["6 cut-off", "count"],
    ],
    [
      "a removed person",
      () => fileOf(entries).replace(entries[1]?.person ?? "", "null"),
      ["2 person-missing"],
    ],
  ])("%s", async (_, broken, problems) => {
    expect(await problemsOf(broken())).toEqual(problems);
  });

  test("a moved pair", async () => {
    const [one, two] = entries.slice(1, 3) as [Entry, Entry];
    const problems = await problemsOf(fileOf(entries.toSpliced(1, 2, two, one)));
    expect(problems).toContain("2 unlinked");
    expect(problems).toContain("3 missing");
  });

  test("a record of another club, and of another agreement in an excerpt", async () => {
    expect(
      await problemsOf(fileOf(entries).replace('"club":{"code":"lakeside"', '"club":{"code":"other"')),
    ).toContain("1 foreign");
    expect(await problemsOf(fileOf(entries.slice(0, 1), "a-2"))).toEqual(["1 foreign"]);
  });

  test("a changed byte anywhere in records, persons and texts", async () => {
    const file = Buffer.from(fileOf(chainOf(3)));
    const start = file.indexOf('"entries"');
    const end = file.indexOf('"head"');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: start, max: end - 4 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const changed = Buffer.from(file);
          changed[at] = ((changed[at] ?? 0) + by) % 256;
          // A carriage return before a line's end says nothing.
          fc.pre(changed[at] !== 0x0d);
          const read = await check(changed);
          expect(read.ok && read.report.problems.length === 0).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("any other file", () => {
  test.each([
    ["nothing", "", "not-evidence"],
    ["something else", '{"a":1}', "not-evidence"],
    ["saved again by another program", () => JSON.stringify(JSON.parse(fileOf(chainOf(2)))), "damaged"],
    ["cut in the middle", () => fileOf(chainOf(2)).slice(0, -300), "damaged"],
    ["one long line", "x".repeat(3_000_000), "not-evidence"],
  ])("%s", async (_, file, problem) => {
    expect(await check(typeof file === "string" ? file : file())).toEqual({ ok: false, problem });
  });

  test("hostile records are changed records", async () => {
    const [first] = chainOf(1) as [Entry];
    const hostile = [
      "[".repeat(200_000),
      `{"affirmations":null,"seq":1e999}`,
      `${first.record.slice(0, -1)},"__proto__":{"ok":true}}`,
      first.record.replace('"issue":1', '"issue":1,"issue":1'),
      first.record.replace('"seq":1', '"seq":1.0'),
      "null",
    ];
    for (const record of hostile) {
      const entry = { ...first, record, hash: sha256(record) };
      expect(await problemsOf(fileOf([entry]))).toContain("1 changed");
    }
  });
});

test("a file of line breaks without end is given up, before our first line and after it", async () => {
  async function* endless(opening: string) {
    yield Buffer.from(opening);
    for (;;) yield Buffer.alloc(64 * 1024, "\n");
  }
  expect(await readEvidenceFile(endless(""), 5_000)).toEqual({ ok: false, problem: "not-evidence" });
  const [opening = ""] = fileOf([]).split(ENTRIES_LINE);
  expect(await readEvidenceFile(endless(opening), 5_000)).toEqual({ ok: false, problem: "damaged" });
});
