/** The length of a password, everywhere (product/accounts.md#passwords). */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 128;
/** The lowest score that a club's setup accepts (product/accounts.md#passwords). */
export const SETUP_SCORE = 3;

const criteria: readonly (readonly [name: string, met: (password: string) => boolean])[] = [
  ["At least 8 characters", (password) => password.length >= MIN_PASSWORD],
  ["One uppercase letter", (password) => /\p{Lu}/u.test(password)],
  ["One lowercase letter", (password) => /\p{Ll}/u.test(password)],
  ["One number", (password) => /\p{Nd}/u.test(password)],
  ["One special character", (password) => /[^\p{L}\p{Nd}\s]/u.test(password)],
];

/** The five criteria of strength, as the setup page lists them. */
export const strengthCriteria = criteria.map(([name]) => name);

export interface PasswordStrength {
  /** Number of the five criteria that are met. */
  score: number;
  label: "Weak" | "Fair" | "Strong";
  missing: string[];
}

/**
 * Rates a club's first password: Weak up to 1, Fair up to 3, Strong above. One whose length is refused, or that is
 * known to be common, is Weak whatever its score, so that the word agrees with the rules
 * (product/accounts.md#passwords).
 */
export function passwordStrength(password: string, common = false): PasswordStrength {
  const missing = criteria.filter(([, met]) => !met(password)).map(([name]) => name);
  const score = criteria.length - missing.length;
  const refused = common || password.length < MIN_PASSWORD || password.length > MAX_PASSWORD;
  return { score, label: refused || score <= 1 ? "Weak" : score <= 3 ? "Fair" : "Strong", missing };
}

/** Returns the first broken rule of a new password after a reset, or null (product/accounts.md#passwords). */
export function resetPasswordProblem(password: string): string | null {
  if (password.length < MIN_PASSWORD) return "Password must be at least 8 characters long";
  if (!/\p{Ll}/u.test(password)) return "Password must contain at least one lowercase letter";
  if (!/\p{Lu}/u.test(password)) return "Password must contain at least one uppercase letter";
  if (!/\p{Nd}/u.test(password)) return "Password must contain at least one number";
  return null;
}

/** Returns the first problem of a club's first password, its strength before its length; null for none. */
export function setupPasswordProblem(password: string): string | null {
  if (passwordStrength(password).score < SETUP_SCORE)
    return "Password is too weak. Please follow the requirements.";
  if (password.length < MIN_PASSWORD) return "Password must be at least 8 characters long";
  return password.length > MAX_PASSWORD ? `Use at most ${MAX_PASSWORD} characters` : null;
}
