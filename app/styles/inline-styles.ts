import { createContext } from "react";

/** Rules of a few pages only: app/styles/pages. */
export type ExtraStyle =
  | "board"
  | "case"
  | "games"
  | "home"
  | "import"
  | "plans"
  | "printables"
  | "pulse"
  | "rating"
  | "reports"
  | "rewards"
  | "schedule"
  | "search"
  | "settings"
  | "team"
  | "teams"
  | "waiting";

/** Stylesheets as text, provided by entry.server because pages cannot import `.server` modules. */
export const InlineStyles = createContext<{
  /** The whole stylesheet, for pages that inline it. */
  bare: string;
  /** That of the page for the phone at the field. */
  field: string;
  /** The part of it that a parent's page needs. */
  parent: string;
  /** The part that pages without forms need. */
  landing: string;
  /** What a signed-in page carries beside the linked stylesheet. */
  extra?: string;
  /** That of the pages of platform staff. */
  admin: string;
  /** The color of the page's club, where it chose one. */
  accent?: string;
}>({ bare: "", field: "", parent: "", landing: "", admin: "" });
