import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type PrintableFile,
  type PrintableId,
  printableFileName,
  printableFiles,
} from "#app/domain/club/printables/printables.ts";
import { affirmationNames, agreementCatalogue } from "#app/domain/values/agreement-text/catalogue.ts";
import { logoForPaper } from "#app/files/encode-logo.server.ts";
import { qrPath } from "#app/files/qr-code.server.ts";
import { closePrintPool, printPrintable } from "#app/print/print.server.ts";
import type { PrintableContent } from "#app/print/printables/content.ts";
import { printable } from "#app/print/printables/printable.server.ts";
import { hasTool } from "#tests/support/has-tool.ts";
import { runs } from "#tests/support/runs.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

afterAll(closePrintPool);

const REGISTER = "https://goodside.example/register/lakeside-fc";
const RATING = "https://goodside.example/mobile-rating";
const CONTENT: PrintableContent = {
  clubName: "Lakeside FC",
  initials: "LF",
  accent: "#0d6e45",
  logo: null,
  season: "Fall 2026",
  contact: "office@lakeside.example",
  website: "lakesidefc.example",
  parents: { kind: "register", url: REGISTER },
  ratingUrl: RATING,
  ownParagraph: "Please keep dogs on a leash.",
  madeAt: "2026-11-26T12:00:00.000Z",
};
const pdfOf = (file: PrintableFile, content = CONTENT) => printable({ file, as: "pdf", content });
const pictureOf = async (id: PrintableId, content = CONTENT) =>
  Buffer.from(await printable({ file: { id, language: "en" }, as: "picture", content })).toString();
const named = printableFiles.map((file) => [printableFileName(file), file] as const);

/** Sizes after cutting, in points. */
const SIZES: Partial<Record<PrintableId, string>> = { banner: "5184 1728", "field-sign": "1224 792" };

// product/printables.md#printables
describe.each(named)("%s", (_, file) => {
  let bytes: Uint8Array;
  beforeAll(async () => {
    bytes = await pdfOf(file);
  });

  test("the file is a tagged PDF in its language, with its fonts, of its true size and at most 300 kB", () => {
    const text = Buffer.from(bytes).toString("latin1");
    expect(text).toMatch(/\/Marked true/);
    expect(text).toMatch(/\/DisplayDocTitle true/);
    expect(text).toContain(`/Lang (${file.language === "es" ? "es-US" : "en-US"}`);
    expect(text).toMatch(/\/S \/H1/);
    expect(text).toMatch(/\/FontFile2 /);
    expect(text).not.toMatch(/\/BaseFont \/Helvetica/);
    expect(bytes.length).toBeLessThan(300_000);
    const cut = SIZES[file.id];
    if (!cut) expect(text).toMatch(/\/MediaBox \[0 0 612 792\]/);
    else {
      const [width, height] = cut.split(" ").map(Number) as [number, number];
      expect(text).toContain(`/TrimBox [27 27 ${width + 27} ${height + 27}]`);
      expect(text).toContain(`/CropBox [27 27 ${width + 27} ${height + 27}]`);
      expect(text).toContain(`/BleedBox [18 18 ${width + 36} ${height + 36}]`);
    }
  });

  test("the same content gives the same file again", async () => {
    expect(Buffer.from(await pdfOf(file)).equals(Buffer.from(bytes))).toBe(true);
  });
});

describe("codes", () => {
  test.each([
    ["banner", REGISTER],
    ["rating-card", RATING],
  ] as const)("codes of the %s are vectors of %s, with the address below them", async (id, url) => {
    const picture = await pictureOf(id);
    expect(picture).toContain(qrPath(url).path);
  });

  test("codes of the rating card are at least 25 mm wide", async () => {
    const picture = await pictureOf("rating-card");
    const scales = [...picture.matchAll(/ scale\(([\d.]+)\)"/g)].map(([, scale]) => Number(scale));
    expect(Math.max(...scales) * qrPath(RATING).size).toBeGreaterThan((25 / 25.4) * 72);
  });

  test("codes link the website if registration is closed, and are left out without one", async () => {
    const url = "https://lakesidefc.example";
    const website = await pictureOf("banner", { ...CONTENT, parents: { kind: "website", url } });
    expect(website).toContain(qrPath(url).path);
    const none = await pictureOf("banner", { ...CONTENT, parents: null });
    expect(none).not.toContain("h1v1h-1z");
  });
});

describe("a club", () => {
  const LONG =
    "Verein für Bewegungsspiele und Leibesübungen der Vereinigten Nachbarschaften am Großen Seeufer von 1897";
  test.each([
    ["with a very long name", { clubName: LONG, initials: "VF" }],
    ["whose name is one endless word", { clubName: "x".repeat(80), initials: "X" }],
    ["without a website, a contact or a season", { website: "", contact: "", season: "", parents: null }],
    ["whose color is black", { accent: "#000000" as const }],
    ["whose letters the font lacks", { clubName: "李小龍 🎉", initials: "李" }],
    ["with signs of direction in its name", { clubName: "\u202Egnp.exe\u2066", initials: "G" }],
    ["with a long paragraph of its own", { ownParagraph: "Bring water, and share it.\n\n".repeat(70) }],
  ])("%s gets every sheet", async (name, change) => {
    // In `npm test` each kind of club has a third of the sheets, and each sheet some kinds.
    const files = printableFiles.filter((_, index) => (index + name.length) % runs(3, 1) === 0);
    for (const file of files) {
      const bytes = await pdfOf(file, { ...CONTENT, ...change });
      expect(bytes.length, file.id).toBeGreaterThan(5_000);
      expect(bytes.length, file.id).toBeLessThan(300_000);
    }
  });

  test("a club has its logo on the sheets instead of its initials, even one of the largest size", async () => {
    const noise = Buffer.alloc(512 * 512 * 3, 0).map((_, index) => (index * 7919) % 251);
    const stored = await sharp(noise, { raw: { width: 512, height: 512, channels: 3 } })
      .webp({ quality: 90 })
      .toBuffer();
    const logo = { ...(await logoForPaper(stored, "#0d6e45")), width: 512, height: 512 };
    for (const file of printableFiles) {
      const bytes = await pdfOf(file, { ...CONTENT, logo });
      expect(bytes.length, file.id).toBeLessThan(300_000);
      expect(Buffer.from(bytes).toString("latin1"), file.id).toMatch(/\/Subtype \/Image/);
    }
    expect(await pictureOf("banner", { ...CONTENT, logo })).toContain(`data:${logo.type};base64,`);
  });

  test("a white logo with transparency is printed on the club's color, any other on white", async () => {
    const corner = async (color: string) => {
      const dot = await sharp({ create: { width: 40, height: 40, channels: 4, background: color } })
        .extend({ top: 40, bottom: 40, left: 40, right: 40, background: "#00000000" })
        .webp({ lossless: true })
        .toBuffer();
      const { picture } = await logoForPaper(dot, "#0d6e45");
      sharp.unblock({ operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer"] });
      const { data } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
      return [data[0], data[1], data[2]];
    };
    expect(await corner("#ffffff")).toEqual([0x0d, 0x6e, 0x45]);
    expect(await corner("#b42318")).toEqual([255, 255, 255]);
  });
});

test("the worker prints them too", async () => {
  const file = { id: "field-sign", language: "es" } as const;
  const pdf = await printPrintable({ file, as: "pdf", content: CONTENT });
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe("%PDF-");
});

/** With Debian's poppler-utils and zbar-tools, if installed. */
describe.runIf(hasTool("pdftotext"))("read by poppler", () => {
  const folder = temporaryFolder();
  const path = (file: PrintableFile) => join(folder, printableFileName(file));
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    for (const file of printableFiles) writeFileSync(path(file), await pdfOf(file));
  });
  const words = (id: PrintableId, language: "en" | "es" = "en") =>
    execFileSync("pdftotext", ["-raw", path({ id, language }), "-"], { encoding: "utf8" }).replace(
      /\s+/g,
      " ",
    );

  test("the sign shows its sentence first, then its consequences", () => {
    expect(words("field-sign")).toMatch(/^Respect the referee Thank them, whatever the score\..*Lakeside FC/);
    expect(words("field-sign", "es")).toMatch(/^Respete al árbitro Dele las gracias/);
  });

  test.each(["en", "es"] as const)(
    "the agreement in %s has every sentence that is agreed to, in order",
    (language) => {
      const { text } = agreementCatalogue(language);
      const read = words("agreement", language);
      const places = affirmationNames.map((name) => read.indexOf(text.affirmations[name]));
      expect(places.every((place) => place > 0)).toBe(true);
      expect([...places].sort((one, other) => one - other)).toEqual(places);
      expect(read).toContain("Lakeside FC");
      expect(read).not.toContain("{club}");
      expect(read).not.toContain(text.electronicHeading);
    },
  );

  test.each([
    ["banner", REGISTER],
    ["pocket-card", REGISTER],
    ["agreement", REGISTER],
    ["rating-card", RATING],
  ] as const)("the address is below the code of the %s", (id, url) => {
    expect(words(id).replaceAll(" ", "")).toContain(url.replace("https://", ""));
  });

  test.runIf(hasTool("zbarimg")).each([
    ["banner", REGISTER, 1, "30"],
    ["pocket-card", REGISTER, 10, "150"],
    ["agreement", REGISTER, 1, "150"],
    ["rating-card", RATING, 4, "150"],
  ] as const)("the gray copy of the %s has codes that a phone reads", (id, url, count, dpi) => {
    const picture = join(folder, id);
    execFileSync("pdftoppm", ["-gray", "-r", dpi, path({ id, language: "en" }), picture]);
    const read = execFileSync("sh", ["-c", `zbarimg -q ${picture}-*.pgm 2>/dev/null || true`], {
      encoding: "utf8",
    });
    expect(read.trim().split("\n")).toEqual(Array.from({ length: count }, () => `QR-Code:${url}`));
  });
});
