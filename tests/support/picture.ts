import sharp from "sharp";

/** A stored picture, for tests to look into: the app itself only reads files, and only PNG and JPEG ones. */
export function look(picture: Buffer | ArrayBuffer) {
  sharp.unblock({ operation: ["VipsForeignLoadWebpBuffer", "VipsForeignLoadJpegBuffer"] });
  return sharp(Buffer.from(picture as ArrayBuffer));
}
