/** A club's logo: what may be uploaded, and what becomes of it (product/clubs.md#club-logo). */
export const MAX_LOGO_MB = 5;
export const MAX_LOGO_BYTES = MAX_LOGO_MB * 1024 * 1024;
export const MAX_LOGO_MEGAPIXELS = 16;
/** Width and height of what is stored, in pixels: for pages and prints, and for the crest in the menu. */
export const LARGE_LOGO = 512;
export const SMALL_LOGO = 96;
/** The crest's picture is part of a page's first visit. */
export const SMALL_LOGO_BYTES = 3_000;
/** Uploads of a club in an hour. */
export const LOGOS_AN_HOUR = 30;

/** A logo as we encoded it: WebP without metadata. */
export interface EncodedLogo {
  small: Buffer;
  large: Buffer;
  /** Size of the large one, in pixels. */
  width: number;
  height: number;
}

export type LogoProblem =
  | "missing"
  | "too-large"
  | "svg"
  | "not-picture"
  | "too-many-pixels"
  | "broken"
  | "no-room"
  | "rate-limited";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** Detects a picture's type by its first bytes, whatever its name says: only PNG and JPEG are decoded. */
export function pictureKind(start: Uint8Array): "png" | "jpeg" | "svg" | null {
  const begins = (bytes: number[]) => bytes.every((byte, index) => start[index] === byte);
  if (begins(PNG)) return "png";
  if (begins(JPEG)) return "jpeg";
  const text = new TextDecoder("latin1").decode(start.subarray(0, 1024)).replace(/^ï»¿/, "").trimStart();
  return text.startsWith("<") && /<svg|<\?xml|<!doctype svg/i.test(text) ? "svg" : null;
}
