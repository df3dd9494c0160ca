/** Makes a browser forget the pages that it keeps, including those that Back would show (docs/decisions/028). */
export const FORGET_PAGES = { "Clear-Site-Data": '"cache"' } as const;
