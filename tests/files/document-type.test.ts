import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8 } from "fflate";
import { expect, test } from "vitest";
import { checkDocument } from "#app/files/document-type.server.ts";
import { bomb, docx, ole, pdf, xlsx } from "../support/documents.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const check = async (name: string, content: Buffer) => {
  const path = join(folder, "document");
  writeFileSync(path, content);
  const checked = await checkDocument(path, name);
  return checked.ok ? checked.type : checked.problem;
};

test.each([
  ["roster.pdf", pdf(), "pdf"],
  ["Roster.PDF", pdf(), "pdf"],
  ["roster.docx", docx(), "docx"],
  ["roster.xlsx", xlsx(), "xlsx"],
  ["roster.doc", ole("WordDocument"), "doc"],
  ["roster.xls", ole("Workbook"), "xls"],
  ["roster.exe", pdf(), "extension"],
  ["roster", pdf(), "extension"],
  ["roster.pdf", docx(), "content"],
  ["roster.pdf", Buffer.from("<html>%PDF-1.7 %%EOF"), "content"],
  ["roster.pdf", Buffer.from("%PDF-1.7 cut off"), "content"],
  ["roster.pdf", Buffer.from("%PDF-1.7 <script>alert(1)</script> %%EOF"), "two-kinds"],
  ["roster.pdf", Buffer.concat([pdf(), docx(), Buffer.from("%%EOF")]), "two-kinds"],
  ["roster.docx", pdf(), "content"],
  ["roster.docx", xlsx(), "content"],
  ["roster.docx", docx().subarray(0, 60), "content"],
  ["roster.docx", Buffer.concat([docx(), Buffer.from("MZ tail")]), "content"],
  ["roster.docx", docx({ "word/vbaProject.bin": strToU8("x") }), "macros"],
  ["roster.xlsx", xlsx({ "xl/vbaProject.bin": strToU8("x") }), "macros"],
  ["roster.xls", ole("Workbook", "_VBA_PROJECT"), "macros"],
  ["roster.doc", ole("Workbook"), "content"],
  ["roster.doc", pdf(), "content"],
  ["roster.xls", Buffer.alloc(0), "content"],
])("%s is judged by its content", async (name, content, expected) => {
  expect(await check(name, content)).toBe(expected);
});

test("a bomb is refused by its directory, without unpacking it", async () => {
  expect(await check("roster.docx", bomb())).toBe("bomb");
});
