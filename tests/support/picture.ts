import sharp from "sharp";

/** Opens a stored picture for tests: the app itself only reads files, and only PNG and JPEG ones. */
export function look(picture: Buffer | ArrayBuffer) {
  sharp.unblock({ operation: ["VipsForeignLoadWebpBuffer", "VipsForeignLoadJpegBuffer"] });
  return sharp(Buffer.from(picture as ArrayBuffer));
}
