import { brand } from "#app/config/brand.ts";

/** A color as `#rrggbb`, in lower case. */
export type Hex = `#${string}`;

/** Values of the accent's custom properties in tokens.css. */
export interface AccentColors {
  pitch: Hex;
  /** Stronger, for links and buttons under the pointer. */
  pitchDeep: Hex;
  /** A quiet ground for the current menu item. */
  pitchSoft: Hex;
  /** Text on `pitch` and `pitchDeep`. */
  onPitch: Hex;
}

/** WCAG 2 AA for text of normal size (product/clubs.md#club-color). */
export const LEAST_CONTRAST = 4.5;
const WHITE: Hex = "#ffffff";
const BLACK: Hex = "#000000";
const { paper, night } = brand.colors;

/** Returns the lower contrast of text in the club's color on paper, and white text on a button of that color. */
export const contrastOf = (color: Hex): number => Math.min(contrast(color, paper), contrast(color, WHITE));

/** Returns the color itself if it is readable, otherwise the nearest darker shade that is. */
export function readableShade(color: Hex): Hex {
  return firstShade((part) => mix(color, BLACK, part), isReadable);
}

/** Tells whether a club may take the color as its accent (product/clubs.md#club-color). */
export const isReadable = (color: Hex): boolean =>
  contrastOf(color) >= LEAST_CONTRAST && contrast(color, softOf(color, WHITE)) >= LEAST_CONTRAST;

/** Returns the light theme's accent, for a readable color. */
export function lightAccent(color: Hex): AccentColors {
  return { pitch: color, pitchDeep: mix(color, BLACK, 0.2), pitchSoft: softOf(color, WHITE), onPitch: WHITE };
}

/** Returns the dark theme's accent: the color, lightened until it reads on the dark ground. */
export function darkAccent(color: Hex): AccentColors {
  const pitchSoft = mix(color, night, 0.75);
  const reads = (shade: Hex) =>
    [night, pitchSoft].every((ground) => contrast(shade, ground) >= LEAST_CONTRAST + 1);
  const pitch = firstShade((part) => lighten(color, part), reads);
  return { pitch, pitchDeep: mix(pitch, WHITE, 0.25), pitchSoft, onPitch: mix(color, BLACK, 0.8) };
}

/** Returns the contrast ratio of two colors by WCAG 2, from 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [lighter = 1, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const softOf = (color: Hex, ground: Hex) => mix(color, ground, 0.9);

/**
 * Returns the first of a hundred shades, from the color itself to the end of its scale, that will do; otherwise the
 * end.
 */
function firstShade(shadeAt: (part: number) => Hex, willDo: (shade: Hex) => boolean): Hex {
  for (let step = 0; step < 100; step += 1) {
    const shade = shadeAt(step / 100);
    if (willDo(shade)) return shade;
  }
  return shadeAt(1);
}

/**
 * Raises the lightness of a color in HSL and keeps hue and saturation: mixed with white, it would turn gray.
 * @param part of the way to white, from 0 to 1
 */
function lighten(color: Hex, part: number): Hex {
  const shares = channels(color).map((value) => value / 255);
  const [low, high] = [Math.min(...shares), Math.max(...shares)];
  const lightness = (low + high) / 2;
  const room = (at: number) => 1 - Math.abs(2 * at - 1);
  const lighter = lightness + (1 - lightness) * part;
  const stretch = room(lightness) === 0 ? 0 : room(lighter) / room(lightness);
  return hexOf(shares.map((share) => (lighter + (share - lightness) * stretch) * 255));
}

/** @param part of `target`, from 0 to 1 */
function mix(color: Hex, target: Hex, part: number): Hex {
  const [from, to] = [channels(color), channels(target)];
  return hexOf(from.map((value, index) => value + ((to[index] ?? 0) - value) * part));
}

const hexOf = (values: number[]): Hex =>
  `#${values.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

function luminance(color: Hex): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (color: Hex): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
