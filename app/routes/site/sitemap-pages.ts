/** Pages that search engines may list, beside the clubs' own (product/pages.md#public-pages). */
export const PAGES = [
  "/",
  "/tour",
  "/leaders",
  "/faq",
  "/help",
  "/signup",
  "/contact",
  "/terms",
  "/privacy",
  "/cookies",
];
