import { brand } from "#app/config/brand.ts";

/** A color as `#rrggbb`, in lower case. */
export type Hex = `#${string}`;

/** What the accent's custom properties in tokens.css become. */
export interface AccentColors {
  pitch: Hex;
  /** Stronger, for links and buttons under the pointer. */
  pitchDeep: Hex;
  /** A quiet ground for the current menu item. */
  pitchSoft: Hex;
  /** Text on `pitch` and `pitchDeep`. */
  onPitch: Hex;
}

/** WCAG 2 AA for text of normal size (product.md#club-color). */
export const LEAST_CONTRAST = 4.5;
const WHITE: Hex = "#ffffff";
const BLACK: Hex = "#000000";
const { paper, night } = brand.colors;

/** Text in the club's color on paper, and white text on a button of that color. */
export const contrastOf = (color: Hex): number => Math.min(contrast(color, paper), contrast(color, WHITE));

/** The color itself where it is readable, else the nearest darker shade that is. */
export function readableShade(color: Hex): Hex {
  return mixUntil(color, BLACK, (shade) => isReadable(shade));
}

/** Whether a club may take the color as its accent (product.md#club-color). */
export const isReadable = (color: Hex): boolean =>
  contrastOf(color) >= LEAST_CONTRAST && contrast(color, softOf(color, WHITE)) >= LEAST_CONTRAST;

/** The light theme's accent, for a readable color. */
export function lightAccent(color: Hex): AccentColors {
  return { pitch: color, pitchDeep: mix(color, BLACK, 0.2), pitchSoft: softOf(color, WHITE), onPitch: WHITE };
}

/** The dark theme's accent: the color, lightened until it reads on the dark ground. */
export function darkAccent(color: Hex): AccentColors {
  const pitchSoft = mix(color, night, 0.75);
  const reads = (shade: Hex) =>
    [night, pitchSoft].every((ground) => contrast(shade, ground) >= LEAST_CONTRAST + 1);
  const pitch = mixUntil(color, WHITE, reads);
  return { pitch, pitchDeep: mix(pitch, WHITE, 0.25), pitchSoft, onPitch: mix(color, BLACK, 0.8) };
}

/** The contrast ratio of two colors by WCAG 2, from 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [lighter = 1, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const softOf = (color: Hex, ground: Hex) => mix(color, ground, 0.9);

function mixUntil(color: Hex, target: Hex, done: (shade: Hex) => boolean): Hex {
  for (let part = 0; part < 100; part += 1) {
    const shade = mix(color, target, part / 100);
    if (done(shade)) return shade;
  }
  return target;
}

/** @param part of `target`, from 0 to 1 */
function mix(color: Hex, target: Hex, part: number): Hex {
  const [from, to] = [channels(color), channels(target)];
  const mixed = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(color: Hex): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (color: Hex): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
