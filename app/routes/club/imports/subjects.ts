import { href } from "#app/config/addresses.ts";

/** Kind of records that are imported. */
export type Subject = keyof typeof importPages;

/** Pages of each subject's imports: they look alike but have their own addresses and words. */
export const importPages = {
  games: {
    start: "/schedule/import",
    list: "/schedule/imports",
    back: "/schedule",
    crumbs: [
      { label: "Schedule", href: "/schedule" },
      { label: "Import", href: "/schedule/import" },
    ],
    show: (importId: string) => href("/schedule/imports/:importId", { importId }),
    teams: (importId: string) => href("/schedule/imports/:importId/teams", { importId }),
    columns: (importId: string) => href("/schedule/imports/:importId/columns", { importId }),
    finish: (importId: string) => href("/schedule/imports/:importId/games", { importId }),
    problems: (importId: string) => href("/schedule/imports/:importId/problems.csv", { importId }),
    undo: (importId: string) => href("/schedule/imports/:importId/undo", { importId }),
    thing: "game",
    all: "your schedule",
    done: "Imported schedule",
    neededColumns: "A date is needed, and an opponent, both sides or a title that names them.",
    openTeams: "",
    undoes:
      "The games it added are deleted, and the games it changed go back to how they were. Teams that it created are deleted, unless they have a game, a child or staff by now. Nothing else changes.",
    undone: "Your schedule is as it was before.",
    see: { label: "See the schedule", href: "/schedule" },
  },
  contacts: {
    start: "/advanced-import",
    list: "/advanced-import",
    back: "/advanced-import",
    crumbs: [{ label: "Data Import", href: "/advanced-import" }],
    show: (importId: string) => href("/advanced-import/:importId", { importId }),
    teams: (importId: string) => href("/advanced-import/:importId/teams", { importId }),
    columns: (importId: string) => href("/advanced-import/:importId/columns", { importId }),
    finish: (importId: string) => href("/advanced-import/:importId/contacts", { importId }),
    problems: (importId: string) => href("/advanced-import/:importId/problems.csv", { importId }),
    undo: (importId: string) => href("/advanced-import/:importId/undo", { importId }),
    thing: "contact",
    all: "your contacts",
    done: "Imported contacts",
    neededColumns: "Only the parent's email address is needed.",
    openTeams: " Create them, or say which of yours they are.",
    undoes:
      "The contacts it added are deleted with their children and unsent agreements, and what it changed goes back to how it was. Teams that it created are deleted, unless they have a game, a child or staff by now. Nothing else changes.",
    undone: "Your contacts are as they were before.",
    see: { label: "See the agreements", href: "/agreements" },
  },
} as const;

/** Links back from a step of an import: the list, the start, the preview. */
export const importCrumbs = (subject: Subject, importId: string) => [
  ...importPages[subject].crumbs,
  { label: "Preview", href: importPages[subject].show(importId) },
];
