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
  /** Styles of the page for the phone at the field. */
  field: string;
  /** The part of it that a parent's page needs. */
  parent: string;
  /** The part that pages without forms need. */
  landing: string;
  /** Styles of a signed-in page in addition to the linked stylesheet. */
  extra?: string;
  /** Styles of staff pages. */
  admin: string;
  /** Color of the page's club, if it chose one. */
  accent?: string;
}>({ bare: "", field: "", parent: "", landing: "", admin: "" });
