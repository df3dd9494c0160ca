/** What clubs keep their teams in today; staff see it, to help with the first import (product.md#sign-up). */
export const existingPlatforms = {
  teamsnap: "TeamSnap",
  sportsengine: "SportsEngine",
  gotsport: "GotSport",
  playmetrics: "PlayMetrics",
  "sports-connect": "Sports Connect",
  spreadsheets: "Spreadsheets",
  other: "Something else",
} as const;

export const existingPlatformIds = Object.keys(existingPlatforms) as (keyof typeof existingPlatforms)[];
