import { clubFields } from "#app/domain/values/club-fields.ts";
import type { Field } from "#app/forms/fields.ts";

/** The fields of the second step. */
export const detailsFields = {
  ...clubFields,
  estimatedPlayers: {
    label: "Estimated Number of Players",
    max: 12,
    required: "Enter the estimated number of players",
  },
  existingPlatform: { label: "Software that you use today" },
  description: { label: "Additional Information", max: 2000 },
} as const satisfies Record<string, Field>;
