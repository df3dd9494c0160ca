/** Of a download that is checked byte by byte. @param name plain ASCII */
export const exportHeaders = (name: string) => ({
  "Content-Type": "application/json; charset=utf-8",
  "Content-Disposition": `attachment; filename="${name}"`,
  "Content-Security-Policy": "sandbox",
  "Cache-Control": "no-store",
});
