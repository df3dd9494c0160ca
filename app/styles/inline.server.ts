import { createHash } from "node:crypto";
import adminStyles from "./admin.css?inline";
import styles from "./bare.css?inline";
import boardStyles from "./extra/board.css?inline";
import caseStyles from "./extra/case.css?inline";
import gamesStyles from "./extra/games.css?inline";
import homeStyles from "./extra/home.css?inline";
import importStyles from "./extra/import.css?inline";
import plansStyles from "./extra/plans.css?inline";
import printablesStyles from "./extra/printables.css?inline";
import pulseStyles from "./extra/pulse.css?inline";
import ratingStyles from "./extra/rating.css?inline";
import reportStyles from "./extra/reports.css?inline";
import rewardsStyles from "./extra/rewards.css?inline";
import scheduleStyles from "./extra/schedule.css?inline";
import searchStyles from "./extra/search.css?inline";
import settingsStyles from "./extra/settings.css?inline";
import teamStyles from "./extra/team.css?inline";
import teamsStyles from "./extra/teams.css?inline";
import waitingStyles from "./extra/waiting.css?inline";
import fieldStyles from "./field.css?inline";
import type { ExtraStyle } from "./inline-styles.ts";
import landingStyles from "./landing.css?inline";
import parentStyles from "./parent.css?inline";

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
/** Stylesheet of the page for the phone at the field. */
export const fieldStyle: InlineStyle = inlineStyle(fieldStyles);
/** Smaller stylesheet of the pages behind a parent's link. */
export const parentStyle: InlineStyle = inlineStyle(parentStyles);
/** Styles without forms, for the landing page, the tour and the questions. */
export const landingStyle: InlineStyle = inlineStyle(landingStyles);
/** Styles of a few signed-in pages in addition to the linked stylesheet, so that the others need not fetch them. */
export const extraStyles: Record<ExtraStyle, InlineStyle> = {
  board: inlineStyle(boardStyles),
  case: inlineStyle(caseStyles),
  games: inlineStyle(gamesStyles),
  home: inlineStyle(homeStyles),
  import: inlineStyle(importStyles),
  plans: inlineStyle(plansStyles),
  pulse: inlineStyle(pulseStyles),
  rating: inlineStyle(ratingStyles),
  reports: inlineStyle(reportStyles),
  printables: inlineStyle(printablesStyles),
  rewards: inlineStyle(rewardsStyles),
  schedule: inlineStyle(scheduleStyles),
  search: inlineStyle(searchStyles),
  settings: inlineStyle(settingsStyles),
  team: inlineStyle(teamStyles),
  teams: inlineStyle(teamsStyles),
  waiting: inlineStyle(waitingStyles),
};
/** Stylesheet of staff pages. */
export const adminStyle: InlineStyle = inlineStyle(adminStyles);
