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
/** A picture that takes longer is given up. */
const TIMEOUT_SECONDS = 10;
/** Qualities of the small picture, until it fits. */
const QUALITIES = [85, 65, 45, 25, 5];

let loaded: Promise<SharpModule> | undefined;

/** Loads libvips when the first logo comes, with nothing that reads other formats than PNG and JPEG. */
function loadSharp(): Promise<SharpModule> {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: ["VipsForeignLoadPngFile", "VipsForeignLoadJpegFile"] });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loaded;
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * Makes a logo of an uploaded file: decoded by its content, upright, at most 512 pixels wide and high, encoded anew as
 * WebP, so that nothing of the file but its picture is left (product.md#club-logo). It runs in libvips' own threads,
 * one picture at a time, and refuses by its header what would unpack to too many pixels.
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
    // Libvips throws plain errors for what it cannot decode; its words name functions, not what a user could mend.
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
