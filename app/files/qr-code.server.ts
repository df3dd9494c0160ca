import { encode } from "uqr";

/** Light modules around the code, as ISO 18004 asks for. */
const BORDER = 4;
/** Pixels of a module in the PNG: a code of 37 modules and its border is 1,620 wide, enough for a poster. */
const MODULE_PIXELS = 36;

/** Encodes a text at level Q: a quarter of the code may be dirty or torn. */
const modulesOf = (text: string) => encode(text, { ecc: "Q", border: BORDER, boostEcc: false });

/** Returns the dark modules of a QR code as the data of an SVG path, and the size of its square. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = modulesOf(text);
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { path, size };
}

/** Draws a QR code as SVG: one path of dark modules on white. */
export function qrSvg(text: string): string {
  const { path, size } = qrPath(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`;
}

/** Draws a QR code as PNG. */
export async function qrPng(text: string): Promise<Buffer> {
  const { data, size } = modulesOf(text);
  const pixels = Buffer.alloc(size * size, 255);
  data.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) pixels[y * size + x] = 0;
    });
  });
  const { default: sharp } = await import("sharp");
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * MODULE_PIXELS, size * MODULE_PIXELS, { kernel: "nearest" })
    .toColorspace("b-w")
    .png()
    .toBuffer();
}
