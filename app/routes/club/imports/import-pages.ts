import { href } from "#app/config/addresses.ts";

/** What is imported. */
export type Subject = keyof typeof importPages;

/** The pages of each subject's imports: they look alike and have addresses of their own. */
export const importPages = {
  games: {
    start: "/schedule/import",
    list: "/schedule/imports",
    crumbs: [
      { label: "Schedule", href: "/schedule" },
      { label: "Import", href: "/schedule/import" },
    ],
    show: (importId: string) => href("/schedule/imports/:importId", { importId }),
    teams: (importId: string) => href("/schedule/imports/:importId/teams", { importId }),
    columns: (importId: string) => href("/schedule/imports/:importId/columns", { importId }),
    problems: (importId: string) => href("/schedule/imports/:importId/problems.csv", { importId }),
    undo: (importId: string) => href("/schedule/imports/:importId/undo", { importId }),
  },
  contacts: {
    start: "/advanced-import",
    list: "/advanced-import",
    crumbs: [{ label: "Data Import", href: "/advanced-import" }],
    show: (importId: string) => href("/advanced-import/:importId", { importId }),
    teams: (importId: string) => href("/advanced-import/:importId/teams", { importId }),
    columns: (importId: string) => href("/advanced-import/:importId/columns", { importId }),
    problems: (importId: string) => href("/advanced-import/:importId/problems.csv", { importId }),
    undo: (importId: string) => href("/advanced-import/:importId/undo", { importId }),
  },
} as const;

/** The way back from a step of an import: the list, the start, the preview. */
export const importCrumbs = (subject: Subject, importId: string) => [
  ...importPages[subject].crumbs,
  { label: "Preview", href: importPages[subject].show(importId) },
];
