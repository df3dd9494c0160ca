import type { IncidentsTable } from "#app/db/club/schema.ts";

export const minorLabels: Record<IncidentsTable["official_was_minor"], string> = {
  yes: "Yes",
  no: "No",
  unknown: "Not known",
};
