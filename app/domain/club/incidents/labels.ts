import type { IncidentsTable } from "#app/db/club/schema.ts";
import type { TypedField } from "#app/forms/lost-form.ts";
import type { FieldLabels } from "#app/forms/stale-form.ts";
import type { IncidentNote } from "./incident-form.server.ts";

export const minorLabels: Record<IncidentsTable["official_was_minor"], string> = {
  yes: "Yes",
  no: "No",
  unknown: "Not known",
};

/** How the form of an incident note names its fields. */
export const noteFieldLabels: FieldLabels<IncidentNote> = {
  what: { label: "What happened" },
  when: { label: "When in the game" },
  minor: { label: "Was the official a minor?", read: (minor) => minorLabels[minor] },
  level: {
    label: "U.S. Soccer level",
    read: (level) => (level === null ? "Does not apply" : `Level ${level}`),
  },
  status: { label: "Status", read: (status) => (status === "open" ? "Open" : "Closed") },
};

/** What was written into the note's form; its choices are quickly made again. */
export const typedNote = (values: Record<string, string | string[]>): TypedField[] => [
  { label: noteFieldLabels.what.label, value: String(values.what ?? "") },
  { label: noteFieldLabels.when.label, value: String(values.when ?? "") },
];
