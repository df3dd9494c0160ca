import { strToU8, zipSync } from "fflate";

/** Documents as clubs send them, and as nobody should. */
export const pdf = (text = "Roster: 640 players") =>
  Buffer.from(`%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\n% ${text}\n%%EOF\n`, "latin1");

const parts = (folder: "word" | "xl", more: Record<string, Uint8Array> = {}) => ({
  "[Content_Types].xml": strToU8("<Types/>"),
  [`${folder}/${folder === "word" ? "document" : "workbook"}.xml`]: strToU8("<x/>"),
  ...more,
});

export const docx = (more: Record<string, Uint8Array> = {}) => Buffer.from(zipSync(parts("word", more)));
export const xlsx = (more: Record<string, Uint8Array> = {}) => Buffer.from(zipSync(parts("xl", more)));

/** 500 MB of zeros in half a megabyte. */
export const bomb = () => docx({ "word/media/image1.bin": new Uint8Array(500 * 1024 * 1024) });

export const ole = (...streams: string[]) =>
  Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(512),
    ...streams.map((name) => Buffer.from(name, "utf16le")),
  ]);
