import { type AccentColors, darkAccent, type Hex, lightAccent } from "#app/domain/values/club-colors.ts";
import { memoize } from "#app/runtime/memoize.ts";
import accentSheet from "./accent.css?inline";
import { type InlineStyle, inlineStyle } from "./inline.server.ts";

/**
 * Returns the stylesheet that draws a page in a club's color, in both themes.
 * @param color a readable one, as #rrggbb
 */
export const accentStyle = memoize((color: string): InlineStyle => {
  const colors = new Map([...placed(lightAccent(color as Hex), 0), ...placed(darkAccent(color as Hex), 1)]);
  return inlineStyle(accentSheet.replace(/#a000\d\d/g, (place) => colors.get(place) ?? place).trim());
});

/** Lists each color with its position in accent.css. */
const placed = ({ pitch, pitchDeep, pitchSoft, onPitch }: AccentColors, theme: 0 | 1) =>
  [pitch, pitchDeep, pitchSoft, onPitch].map(
    (color, index) => [`#a000${theme}${index + 1}`, color] as [string, string],
  );
