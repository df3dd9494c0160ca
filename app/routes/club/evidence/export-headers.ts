/**
 * Headers of a download that is checked byte by byte.
 * @param name plain ASCII
 */
export const exportHeaders = (name: string, type = "application/json; charset=utf-8") => ({
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="${name}"`,
  "Content-Security-Policy": "sandbox",
  "Cache-Control": "no-store",
});
