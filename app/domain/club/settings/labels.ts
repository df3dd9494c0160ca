import { contrastOf, type Hex, LEAST_CONTRAST } from "#app/domain/values/club-colors.ts";
import { LARGE_LOGO, LOGOS_AN_HOUR, type LogoProblem, MAX_LOGO_MB, MAX_LOGO_MEGAPIXELS } from "./logo.ts";
import { MOST_AGREEMENT_DAYS } from "./profile.ts";

/** Returns why a club's color is refused. */
export const unreadableColorLabel = (color: Hex) =>
  `${color} is too light: text in this color could not be read (contrast ${contrastOf(color).toFixed(1)}, at least ${LEAST_CONTRAST} is needed)`;

export const zipCodeLabel = "Enter a ZIP code of five digits, for example 78701, or leave it empty";
export const websiteLabel =
  "Enter a web address that starts with https:// or http://, for example https://lakesidefc.example";
export const agreementDaysLabel = `Enter a whole number of days from 1 to ${MOST_AGREEMENT_DAYS}`;

/** Messages for a refused logo, with the remedy. */
export const logoProblemLabels: Record<LogoProblem, string> = {
  missing: "Choose a picture: a PNG or JPEG file",
  "too-large": `The file is larger than ${MAX_LOGO_MB} MB: save it smaller, then upload it again`,
  svg: "This is an SVG file, which can carry scripts. Save the logo as PNG, then upload that",
  "not-picture": "This file is no PNG and no JPEG picture. Save the logo as PNG, then upload that",
  "too-many-pixels": `The picture has more than ${MAX_LOGO_MEGAPIXELS} million pixels: save it smaller. ${LARGE_LOGO} by ${LARGE_LOGO} are enough`,
  broken: "This picture is damaged or incomplete. Save it once more as PNG, then upload that",
  "no-room": "The server has no room for the file right now. Please try again later",
  "rate-limited": `Your club has uploaded ${LOGOS_AN_HOUR} logos in the last hour. Please try again later`,
};
