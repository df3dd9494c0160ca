import { createHash } from "node:crypto";
import adminStyles from "./admin.css?inline";
import styles from "./bare.css?inline";
import boardStyles from "./board.css?inline";
import caseStyles from "./case.css?inline";
import fieldStyles from "./field.css?inline";
import importStyles from "./import.css?inline";
import type { ExtraStyle } from "./inline-styles.ts";
import landingStyles from "./landing.css?inline";
import parentStyles from "./parent.css?inline";
import plansStyles from "./plans.css?inline";
import printablesStyles from "./printables.css?inline";
import pulseStyles from "./pulse.css?inline";
import reportStyles from "./reports.css?inline";
import scheduleStyles from "./schedule.css?inline";
import searchStyles from "./search.css?inline";
import settingsStyles from "./settings.css?inline";
import teamStyles from "./team.css?inline";

/** A stylesheet inside a page, with the hash by which the content security policy allows it. */
export interface InlineStyle {
  css: string;
  sha256: string;
}

export const inlineStyle = (css: string): InlineStyle => ({
  css,
  sha256: createHash("sha256").update(css).digest("base64"),
});

/** The stylesheet, for pages that inline it to save a round trip. */
export const bareStyle: InlineStyle = inlineStyle(styles);
/** The one of the page for the phone at the field. */
export const fieldStyle: InlineStyle = inlineStyle(fieldStyles);
/** The smaller one of the pages behind a parent's link. */
export const parentStyle: InlineStyle = inlineStyle(parentStyles);
/** Without forms: the landing page's, the tour's and the questions'. */
export const landingStyle: InlineStyle = inlineStyle(landingStyles);
/** What a few signed-in pages carry beside the linked stylesheet, so that the others need not fetch it. */
export const extraStyles: Record<ExtraStyle, InlineStyle> = {
  board: inlineStyle(boardStyles),
  case: inlineStyle(caseStyles),
  import: inlineStyle(importStyles),
  plans: inlineStyle(plansStyles),
  pulse: inlineStyle(pulseStyles),
  reports: inlineStyle(reportStyles),
  printables: inlineStyle(printablesStyles),
  schedule: inlineStyle(scheduleStyles),
  search: inlineStyle(searchStyles),
  settings: inlineStyle(settingsStyles),
  team: inlineStyle(teamStyles),
};
/** The one of the pages of platform staff. */
export const adminStyle: InlineStyle = inlineStyle(adminStyles);
