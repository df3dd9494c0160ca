import { COMMON_PASSWORD, isCommonPassword } from "./common-passwords.server.ts";
import { resetPasswordProblem, setupPasswordProblem } from "./password-rules.ts";

interface NewPassword {
  password: string;
  confirmPassword: string;
}
type Errors = Partial<Record<keyof NewPassword, string>>;

/** Lists a chosen password's problems after a reset, by field; null for none. */
export const resetPasswordErrors = (typed: NewPassword) => errorsOf(resetPasswordProblem, typed);

/** Lists the problems of a club's first password, by field; null for none. */
export const setupPasswordErrors = (typed: NewPassword) => errorsOf(setupPasswordProblem, typed);

function errorsOf(
  problemOf: (password: string) => string | null,
  { password, confirmPassword }: NewPassword,
): Errors | null {
  const problem = problemOf(password) ?? (isCommonPassword(password) ? COMMON_PASSWORD : null);
  if (problem) return { password: problem };
  return password === confirmPassword ? null : { confirmPassword: "Passwords do not match" };
}
