import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { pictureKind, SMALL_LOGO_BYTES } from "#app/domain/club/settings/logo.ts";
import { encodeLogo } from "#app/files/encode-logo.server.ts";
import { charactersRead } from "#tests/support/characters-read.ts";
import { look } from "#tests/support/picture.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const folder = temporaryFolder();
let files = 0;
const encode = (bytes: Uint8Array, name = "logo.png") => {
  files += 1;
  const path = join(folder, `${files}-${name}`);
  writeFileSync(path, bytes);
  return encodeLogo(path);
};
const good = async (bytes: Uint8Array) => {
  const encoded = await encode(bytes);
  if (!encoded.ok) throw new Error(`Refused: ${encoded.problem}`);
  return encoded.logo;
};

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: "#1f4e8c" } });
/** Draws a picture, left half red, right half blue. */
const halves = (width: number, height: number) =>
  plain(width, height).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: "#ff0000" } },
      left: 0,
      top: 0,
    },
  ]);

// product/clubs.md#club-logo
describe("a good picture", () => {
  test("a good picture fits into 512 pixels, keeps its shape, and is WebP in both sizes", async () => {
    const logo = await good(await plain(1600, 400).png().toBuffer());
    expect([logo.width, logo.height]).toEqual([512, 128]);
    expect(await look(logo.large).metadata()).toMatchObject({ format: "webp", width: 512, height: 128 });
    expect(await look(logo.small).metadata()).toMatchObject({ format: "webp", width: 96, height: 24 });
  });

  test("a good picture is not enlarged, and its transparency stays", async () => {
    const clear = sharp({ create: { width: 40, height: 20, channels: 4, background: "#00000000" } });
    const logo = await good(await clear.png().toBuffer());
    expect(await look(logo.large).metadata()).toMatchObject({ width: 40, height: 20, hasAlpha: true });
  });

  test("a good picture costs a page's first visit at most 3 kB, however busy it is", async () => {
    const raw = { width: 512, height: 512, channels: 3 as const };
    const noise = sharp(randomBytes(512 * 512 * 3), { raw });
    expect((await good(await noise.png().toBuffer())).small.length).toBeLessThanOrEqual(SMALL_LOGO_BYTES);
  });

  test("a picture that the camera took sideways ends upright, without the camera's notes", async () => {
    // Orientation 6: the stored rows are columns, and the left half is on top.
    const photo = await halves(200, 100)
      .jpeg()
      .withExif({ IFD0: { Artist: "Ada Moreno" }, IFD3: { GPSLatitude: "30/1 16/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await look(photo).metadata()).orientation).toBe(6);
    expect(photo.includes("Ada Moreno")).toBe(true);
    const { large, width, height } = await good(photo);
    expect([width, height]).toEqual([100, 200]);
    const { exif, icc, xmp, orientation } = await look(large).metadata();
    expect({ exif, icc, xmp, orientation }).toEqual({});
    expect(large.includes("Moreno")).toBe(false);
    const { data, info } = await look(large).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const [red = 0, , blue = 0] = data.subarray(0, 3);
    expect(red).toBeGreaterThan(blue);
    const [lastRed = 0, , lastBlue = 0] = data.subarray(info.size - 3);
    expect(lastBlue).toBeGreaterThan(lastRed);
  });

  test("a PNG named .jpg is recognized by its content", async () => {
    expect((await encode(await plain(20, 20).png().toBuffer(), "logo.jpg")).ok).toBe(true);
  });
});

describe("an attack", () => {
  const refused = async (bytes: Uint8Array, name?: string) => {
    const encoded = await encode(bytes, name);
    return encoded.ok ? "taken" : encoded.problem;
  };

  test.each([
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["an SVG with a declaration", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["an SVG behind a byte order mark and blanks", "\u{feff}\n  <svg/>"],
  ])("%s is refused as one, whatever its name", async (_, text) => {
    expect(await refused(Buffer.from(text), "logo.png")).toBe("svg");
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["a web page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a GIF", Buffer.from("GIF89a\u0001\u0000\u0001\u0000")],
    ["a PDF", Buffer.from("%PDF-1.7 ...")],
    ["a zip file", Buffer.from("PK\u0003\u0004")],
    [
      "a picture behind a byte of something else",
      Buffer.concat([Buffer.from(" "), Buffer.from([0x89, 0x50])]),
    ],
  ])("%s is not a picture", async (_, bytes) => {
    expect(await refused(bytes)).toBe("not-picture");
  });

  test("a picture that unpacks to 900 million pixels is refused by its header", async () => {
    // Its pixels are not there: a decoder would call it broken.
    expect(await refused(bomb(30_000, 30_000))).toBe("too-many-pixels");
  });

  test("a picture whose header promises more than it holds is refused as damaged", async () => {
    const whole = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer();
    expect(await refused(whole.subarray(0, whole.length / 2))).toBe("broken");
    expect(await refused(whole.subarray(0, 8))).toBe("broken");
    const photo = await halves(300, 300).jpeg().toBuffer();
    expect(await refused(photo.subarray(0, photo.length / 2))).toBe("broken");
  });

  test("only the picture is left of a file that is also a web page, a script or an archive", async () => {
    const payload = "<script>alert(document.domain)</script>PK\u0003\u0004";
    const png = await plain(64, 64)
      .png()
      .withExif({ IFD0: { ImageDescription: payload } })
      .toBuffer();
    const jpeg = await halves(64, 64).jpeg().toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, payload.length + 2]), Buffer.from(payload)]);
    for (const polyglot of [
      Buffer.concat([png, Buffer.from(payload)]),
      Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(payload)]),
    ]) {
      const { small, large } = await good(polyglot);
      for (const picture of [small, large]) {
        expect(picture.includes("script")).toBe(false);
        expect(picture.includes("PK\u0003\u0004")).toBe(false);
      }
    }
  });

  test("an upload reaches only the decoders of PNG and JPEG files", async () => {
    await good(await plain(20, 20).png().toBuffer());
    const path = join(folder, "drawing.png");
    writeFileSync(path, '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');
    await expect(sharp(path).metadata()).rejects.toThrow("unsupported image format");
    await expect(sharp(Buffer.from("GIF89a")).metadata()).rejects.toThrow("unsupported image format");
  });

  test("a damaged picture holds up no other", async () => {
    const fine = await plain(20, 20).png().toBuffer();
    const answers = await Promise.all([encode(fine.subarray(0, 40)), encode(fine), encode(fine)]);
    expect(answers.map(({ ok }) => ok)).toEqual([false, true, true]);
  });
});

test("the kind of a picture is read in linear time", async () => {
  for (const long of [" ".repeat(1_000_000), "<".repeat(1_000_000), "<!--".repeat(300_000)])
    expect(await charactersRead(() => pictureKind(Buffer.from(long)))).toBeLessThan(10 * long.length);
});

/** Builds a PNG whose header claims a size, with a small part of its pixels. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(4_000_000));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
