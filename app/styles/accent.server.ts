import { type AccentColors, darkAccent, type Hex, lightAccent } from "#app/domain/values/club-colors.ts";
import { memoize } from "#app/runtime/memoize.ts";
import { type InlineStyle, inlineStyle } from "./inline.server.ts";

/** The stylesheet that draws a page in a club's color, in both themes. @param color a readable one, as #rrggbb */
export const accentStyle = memoize(
  (color: string): InlineStyle =>
    inlineStyle(
      `:root{${properties(lightAccent(color as Hex))}}` +
        `@media (prefers-color-scheme:dark){:root{${properties(darkAccent(color as Hex))}}}`,
    ),
);

const properties = ({ pitch, pitchDeep, pitchSoft, onPitch }: AccentColors) =>
  `--pitch:${pitch};--pitch-deep:${pitchDeep};--pitch-soft:${pitchSoft};--on-pitch:${onPitch}`;
