import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runsOf } from "#app/files/print-runs.ts";

/** A font with Chinese and Japanese letters, if the machine has one. */
const WIDE = "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf";

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

/** Prints lines with the fonts of the settings, and reads the text back. */
async function printed(lines: readonly string[], fonts: string) {
  vi.stubEnv("PRINT_FONTS", fonts);
  const { collect, missingLetters, newDocument, printable, REGULAR } = await import(
    "#app/files/pdf-document.server.ts"
  );
  const doc = newDocument({ size: "LETTER", tagged: true });
  const done = collect(doc);
  for (const line of lines) doc.font(REGULAR).fontSize(10).text(printable(line));
  doc.end();
  const file = await done;
  const text = execFileSync("pdftotext", ["-", "-"], { input: file }).toString().normalize("NFC");
  const clean = text.replace(/[\u200e\u200f\u202a-\u202e]/g, "");
  return { text: clean, size: file.length, missing: missingLetters(lines.join(" ")) };
}

// product/printables.md#letters-in-print
describe("names in any script", () => {
  test("Arabic and Hebrew are printed in their order, words and all", async () => {
    const { text, missing } = await printed(["Name: محمد علي", "Parent שלום כהן here", "Nguyễn Thị Ánh"], "");
    expect(text).toContain("محمد علي");
    expect(text).toContain("שלום כהן");
    expect(text).toContain("Nguyễn Thị Ánh");
    expect(missing).toEqual([]);
  });

  test("letters that no font has are listed", async () => {
    const { missing } = await printed(["李小龙 and 李 🦄 Zoë"], "");
    expect(missing).toEqual(["李", "小", "龙", "🦄"]);
  });

  test.runIf(existsSync(WIDE))(
    "a font of the settings prints what DejaVu lacks, in a small file",
    async () => {
      const { text, size, missing } = await printed(["Player: 李小龙, かな (U-12) 김"], WIDE);
      expect(text).toContain("Player: 李小龙, かな (U-12)");
      expect(missing).toEqual(["김"]);
      expect(size).toBeLessThan(60_000);
    },
  );

  test("a setting that names no font is refused at the start", async () => {
    await expect(printed(["李"], "/nowhere/font.ttf")).rejects.toThrow("/nowhere/font.ttf is no font");
  });
});

test("words to the left keep their numbers, brackets and neighbors in place", () => {
  const order = (line: string) => runsOf(line, [0], () => true).map(({ text }) => text);
  expect(order("a שלום 12 כהן b")).toEqual(["a ", " כהן", "12", "שלום ", " b"]);
  expect(order("שלום (כהן) b")).toEqual(["שלום )כהן(", " b"]);
});
