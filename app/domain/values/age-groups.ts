/** The age groups, spelled the same on every screen (product/teams.md#teams). */
export const ageGroups = [
  "U-6",
  "U-7",
  "U-8",
  "U-9",
  "U-10",
  "U-11",
  "U-12",
  "U-13",
  "U-14",
  "U-15",
  "U-16",
  "U-17",
  "U-18",
  "U-19",
  "Adult",
] as const;
export type AgeGroup = (typeof ageGroups)[number];

export const genders = ["Boys", "Girls", "Coed"] as const;
export type Gender = (typeof genders)[number];

/**
 * Finds the age group in a text ('U12', 'U-12', '12U', 'BU12', 'U12B', '10UB Boys', 'Under 12', 'Adult'), or null.
 */
export function readAgeGroup(text: string): AgeGroup | null {
  const plain = text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, " ")
    .trim();
  if (/\bADULTS?\b/.test(plain)) return "Adult";
  const found =
    /(?:^|[ BG])U(?:NDER)? ?(\d{1,2})(?!\d)/.exec(plain) ?? /(?:^|[ BG])(\d{1,2}) ?U(?:[ BG]|$)/.exec(plain);
  const group = found ? `U-${Number(found[1])}` : "";
  return ageGroups.find((known) => known === group) ?? null;
}

/** Reads 'B', 'Boys', 'Male', 'M'; 'G', 'Girls', 'Female', 'F'; 'Coed', 'Co-Ed', 'Mixed'; null for anything else. */
export function readGender(text: string): Gender | null {
  const plain = text.toLowerCase().replace(/[^a-z]/g, "");
  if (["b", "boy", "boys", "male", "m", "men"].includes(plain)) return "Boys";
  if (["g", "girl", "girls", "female", "f", "women"].includes(plain)) return "Girls";
  return ["coed", "mixed", "c"].includes(plain) ? "Coed" : null;
}
