import type { Field } from "#app/forms/fields.ts";
import type { PrintableSettings } from "./printables.ts";

export const printableFields = {
  clubName: { label: "Club Name", max: 80, required: "Enter the club's name as it should be printed" },
  clubLogo: { label: "Print our logo", read: (printed: boolean) => (printed ? "Yes" : "No") },
  season: { label: "Season", max: 40 },
  contactInfo: { label: "Contact", max: 120 },
  websiteUrl: { label: "Website", max: 200 },
} as const satisfies Record<keyof PrintableSettings, Field>;
