import { contrastOf, type Hex, LEAST_CONTRAST } from "#app/domain/values/club-colors.ts";
import type { FieldLabels } from "#app/forms/stale-form.ts";

/** The color form's field, as people read it. */
export const colorFieldLabels: FieldLabels<{ color: Hex | null }> = {
  color: { label: "Color", read: (color) => color ?? "Goodside's green" },
};

/** Why a club's color is refused. */
export const unreadableColorLabel = (color: Hex) =>
  `${color} is too light: text in this color could not be read (contrast ${contrastOf(color).toFixed(1)}, at least ${LEAST_CONTRAST} is needed)`;
