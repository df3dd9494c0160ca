/**
 * A club's stored logo as PNG, at most so many pixels wide and high: PDF knows no WebP. Of buffers only WebP is decoded.
 * @returns null for what cannot be read
 */
export async function pngOf(webp: Uint8Array, pixels: number): Promise<Buffer | null> {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  // What may be decoded holds for the whole process: uploads are PNG and JPEG files (encode-logo.server.ts).
  const files = ["VipsForeignLoadPngFile", "VipsForeignLoadJpegFile"];
  sharp.unblock({ operation: ["VipsForeignLoadWebpBuffer", ...files] });
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    return await sharp(Buffer.from(webp))
      .resize(pixels, pixels, { fit: "inside", withoutEnlargement: true })
      .png({ palette: true })
      .toBuffer();
  } catch {
    // Libvips' words name functions, and what it goes into is good without a picture.
    return null;
  }
}
