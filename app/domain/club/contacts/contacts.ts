import { nameKey, normalName } from "#app/domain/values/names.ts";

/** A parent to be added, with the children that the source names. */
export interface NewContact {
  /** '' where only the address is known. */
  name: string;
  /** A valid address, in any case. */
  email: string;
  language?: "en" | "es";
  children: readonly NewChild[];
}

export interface NewChild {
  /** A name or initials. */
  name: string;
  teamId: string | null;
  /** U-6 to U-19, or ''. */
  ageGroup: string;
}

/** Returns an address as it is compared: one person has one (product/parents.md#contacts). */
export const emailKey = (email: string) => email.trim().toLowerCase();

/** Returns the sort key of parents in lists: the name, or the address if no name is known. */
export const contactKey = ({ name, email }: { name: string; email: string }) =>
  normalName(name) || emailKey(email);

/** Tells the children of one parent apart: names that differ only in case, accents and punctuation are one. */
export const childKey = (name: string) => nameKey(name) || name.trim().toLowerCase();
