import { href } from "#app/config/addresses.ts";

/** The way back from a step of an import: the schedule, the list of imports, the preview. */
export const importCrumbs = (importId: string) => [
  { label: "Schedule", href: "/schedule" },
  { label: "Import", href: "/schedule/import" },
  { label: "Preview", href: href("/schedule/imports/:importId", { importId }) },
];
