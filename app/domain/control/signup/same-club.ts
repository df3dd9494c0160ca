import { searchText } from "#app/domain/values/search-text.ts";

/** What two sign-ups of one club have in common: names are compared without case, accents, spaces and punctuation. */
export const clubNameKey = (name: string) => searchText(name).replaceAll(" ", "");

/** The details by which a sign-up was confirmed to be another club's; changed details are asked about again. */
export const confirmationOf = (signup: { club_name: string; state: string; email: string }) =>
  [clubNameKey(signup.club_name), signup.state, signup.email.toLowerCase()].join("|");
