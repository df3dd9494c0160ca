import { open } from "node:fs/promises";
import type { Sharp } from "sharp";
import {
  type EncodedLogo,
  LARGE_LOGO,
  type LogoProblem,
  MAX_LOGO_MEGAPIXELS,
  pictureKind,
  SMALL_LOGO,
  SMALL_LOGO_BYTES,
} from "#app/domain/club/settings/logo.ts";

type Encoded = { ok: true; logo: EncodedLogo } | { ok: false; problem: LogoProblem };
type SharpModule = typeof import("sharp").default;

const START_BYTES = 1024;
const MAX_PIXELS = MAX_LOGO_MEGAPIXELS * 1_000_000;
/** A picture that takes longer is rejected. */
const TIMEOUT_SECONDS = 10;
/** Qualities of the small picture, until it fits. */
const QUALITIES = [85, 65, 45, 25, 5];

let loaded: Promise<SharpModule> | undefined;

/** Loads libvips for the first logo, with PNG and JPEG as the only formats for uploads. */
function loadSharp(): Promise<SharpModule> {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({
      // An upload is read from its file. WebP is read from memory only: our own encoding.
      operation: ["VipsForeignLoadPngFile", "VipsForeignLoadJpegFile", "VipsForeignLoadWebpBuffer"],
    });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loaded;
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * Makes a logo of an uploaded file: decoded by its content, upright, at most 512 pixels wide and high, and encoded
 * again as WebP, so that only the picture remains of the file (product/clubs.md#club-logo). Runs in libvips' own
 * threads, one picture at a time. A header with too many pixels is refused before unpacking.
 */
export function encodeLogo(path: string): Promise<Encoded> {
  const work = turn.then(() => encode(path));
  turn = work.catch(() => undefined);
  return work;
}

async function encode(path: string): Promise<Encoded> {
  const kind = pictureKind(await startOf(path));
  if (kind === "svg") return { ok: false, problem: "svg" };
  if (kind === null) return { ok: false, problem: "not-picture" };
  const sharp = await loadSharp();
  const options = { limitInputPixels: MAX_PIXELS, failOn: "truncated", sequentialRead: true } as const;
  try {
    const { format, width, height } = await sharp(path, { ...options, limitInputPixels: false }).metadata();
    if (format !== kind) return { ok: false, problem: "broken" };
    if (width * height > MAX_PIXELS) return { ok: false, problem: "too-many-pixels" };
    const { data: large, info } = await fitted(sharp(path, options), LARGE_LOGO)
      .webp({ quality: 90 })
      .toBuffer({ resolveWithObject: true });
    const small = await smallOf(() => fitted(sharp(path, options), SMALL_LOGO));
    return { ok: true, logo: { small, large, width: info.width, height: info.height } };
  } catch (error) {
    // Libvips throws plain errors for pictures it cannot decode; its messages name functions, not a remedy for users.
    if (error instanceof Error) return { ok: false, problem: "broken" };
    throw error;
  }
}

const fitted = (picture: Sharp, size: number) =>
  picture
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .toColorspace("srgb")
    .resize(size, size, { fit: "inside", withoutEnlargement: true });

async function smallOf(picture: () => Sharp): Promise<Buffer> {
  let small = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    small = await picture().webp({ quality }).toBuffer();
    if (small.length <= SMALL_LOGO_BYTES) break;
  }
  return small;
}

async function startOf(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Mean lightness, of 255, from which a logo would be lost on white paper. */
const LIGHT = 220;

/**
 * Converts a stored logo for print: PNG or JPEG, whichever is smaller, on white. A light logo with transparency,
 * invisible on white paper, gets `ground` as its background.
 */
export async function logoForPaper(
  stored: Uint8Array,
  ground: string,
): Promise<{ picture: Uint8Array; type: "image/png" | "image/jpeg" }> {
  const sharp = await loadSharp();
  const background = (await isLight(sharp, stored)) ? ground : "#ffffff";
  const onPaper = () => sharp(stored).timeout({ seconds: TIMEOUT_SECONDS }).flatten({ background });
  const png = await onPaper().png({ compressionLevel: 9 }).toBuffer();
  const jpeg = await onPaper().jpeg({ quality: 88, chromaSubsampling: "4:4:4" }).toBuffer();
  return png.length <= jpeg.length
    ? { picture: new Uint8Array(png), type: "image/png" }
    : { picture: new Uint8Array(jpeg), type: "image/jpeg" };
}

/** Tells whether the visible part of a transparent picture is light. */
async function isLight(sharp: SharpModule, stored: Uint8Array): Promise<boolean> {
  const small = await sharp(stored).resize(32, 32, { fit: "inside" }).ensureAlpha().raw().toBuffer();
  let [seen, light] = [0, 0];
  for (let at = 0; at < small.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = small.subarray(at, at + 4);
    seen += alpha;
    light += alpha * (0.3 * red + 0.59 * green + 0.11 * blue);
  }
  const isTransparent = seen < (small.length / 4) * 250;
  return isTransparent && seen > 0 && light / seen > LIGHT;
}

/**
 * Converts a stored logo to PNG, at most `pixels` wide and high, because PDF has no WebP.
 * @returns null for an unreadable picture
 */
export async function pngOf(stored: Uint8Array, pixels: number): Promise<Buffer | null> {
  const sharp = await loadSharp();
  try {
    return await sharp(Buffer.from(stored))
      .resize(pixels, pixels, { fit: "inside", withoutEnlargement: true })
      .png({ palette: true })
      .toBuffer();
  } catch {
    // Libvips' messages name functions, and the caller works without a picture.
    return null;
  }
}
