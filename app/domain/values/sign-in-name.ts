export interface SignInName {
  /**
   * A club signs in with its code; people, and administrators who prefer it, with an email
   * (product/accounts.md#accounts).
   */
  method: "club-code" | "email";
  /** Key of accounts and failure counts: lower case, a code without any white space. */
  name: string;
}

/** Reads what was typed as 'Club code or email': 'demo 1' is DEMO1 (product/accounts.md#accounts). */
export function signInName(typed: string): SignInName {
  if (typed.includes("@")) return { method: "email", name: typed.trim().toLowerCase() };
  return { method: "club-code", name: clubCodeTyped(typed) };
}

/** Returns a club code as it is stored, from one as it was typed: without white space, in lower case. */
export function clubCodeTyped(typed: string): string {
  return typed.replace(/\s/gu, "").toLowerCase();
}

/** Returns the name that staff's failures are counted under: never that of a club's member with the same email. */
export const staffSignInName = (email: string) => `staff ${email}`;
