import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brand } from "#app/config/brand.ts";
import {
  contrast,
  darkAccent,
  type Hex,
  isReadable,
  LEAST_CONTRAST,
  lightAccent,
  readableShade,
} from "#app/domain/values/club-colors.ts";

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value): Hex => `#${value.toString(16).padStart(6, "0")}`);

describe("a club's color", () => {
  test("contrast is that of WCAG", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
    expect(contrast("#0d6e45", "#0d6e45")).toBe(1);
  });

  test("navy, maroon and Goodside's green are club colors; gold, sky and white are refused", () => {
    for (const color of ["#14213d", "#7b1e3a", brand.colors.pitch] as const)
      expect(isReadable(color)).toBe(true);
    for (const color of ["#f5c518", "#7ec8e3", "#ffffff"] as const) expect(isReadable(color)).toBe(false);
  });

  test("the proposed shade is readable, and the color itself where that is", () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const shade = readableShade(color);
        expect(isReadable(shade)).toBe(true);
        if (isReadable(color)) expect(shade).toBe(color);
      }),
    );
  });

  test("every pair of accent and ground has enough contrast in both themes", () => {
    fc.assert(
      fc.property(anyColor, (any) => {
        const color = readableShade(any);
        for (const [accent, grounds] of [
          [lightAccent(color), [brand.colors.paper, "#ffffff"]],
          [darkAccent(color), [brand.colors.night, "#161f1a"]],
        ] as const) {
          for (const ground of [...grounds, accent.pitchSoft] as Hex[])
            expect(contrast(accent.pitch, ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
          for (const fill of [accent.pitch, accent.pitchDeep])
            expect(contrast(accent.onPitch, fill)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
        }
      }),
      { numRuns: 500 },
    );
  });
});
