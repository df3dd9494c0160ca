import { strToU8, zipSync } from "fflate";

/** Builds documents as clubs send them, and hostile ones. */
export const pdf = (text = "Roster: 640 players") =>
  Buffer.from(`%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\n% ${text}\n%%EOF\n`, "latin1");

const parts = (folder: "word" | "xl", more: Record<string, Uint8Array> = {}) => ({
  "[Content_Types].xml": strToU8("<Types/>"),
  [`${folder}/${folder === "word" ? "document" : "workbook"}.xml`]: strToU8("<x/>"),
  ...more,
});

export const docx = (more: Record<string, Uint8Array> = {}) => Buffer.from(zipSync(parts("word", more)));
export const xlsx = (more: Record<string, Uint8Array> = {}) => Buffer.from(zipSync(parts("xl", more)));

/** Builds a small file whose directory says that it unpacks to 500 MB; really packing that takes seconds. */
export function bomb(): Buffer {
  const file = docx({ "word/media/image1.bin": new Uint8Array(1024) });
  const name = "word/media/image1.bin";
  // APPNOTE.TXT 4.3.7 and 4.3.12: offset of the unpacked size in a local header and in an entry of the directory.
  for (const [signature, size, path] of [
    [0x04034b50, 22, 30],
    [0x02014b50, 24, 46],
  ] as const) {
    for (let at = 0; at + path + name.length <= file.length; at += 1) {
      const named = file.subarray(at + path, at + path + name.length).toString("latin1") === name;
      if (named && file.readUInt32LE(at) === signature) file.writeUInt32LE(500 * 1024 * 1024, at + size);
    }
  }
  return file;
}

export const ole = (...streams: string[]) =>
  Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(512),
    ...streams.map((name) => Buffer.from(name, "utf16le")),
  ]);
