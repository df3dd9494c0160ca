/** A club's badge in CSS pixels: wide enough for its longest sentence in any system's font. */
export const BADGE = { width: 260, height: 56 } as const;
