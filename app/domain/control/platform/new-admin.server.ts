import { COMMON_PASSWORD, isCommonPassword } from "#app/domain/control/passwords/common-passwords.server.ts";
import { MIN_PASSWORD } from "#app/domain/control/passwords/password-rules.ts";
import { isPlatformRole } from "./roles.ts";

/** The first broken rule of a new administrator's last step, at its field; null if none is (product.md#platform-staff). */
export function newAdminProblem(typed: {
  password: string;
  confirmPassword: string;
  role: string;
  terms: boolean;
}): Record<string, string> | null {
  const { password, confirmPassword, role, terms } = typed;
  if (password.length < MIN_PASSWORD) return { password: "Password must be at least 8 characters long" };
  if (isCommonPassword(password)) return { password: COMMON_PASSWORD };
  if (password !== confirmPassword) return { confirmPassword: "Passwords do not match" };
  if (!isPlatformRole(role)) return { role: "Please select a role" };
  return terms ? null : { terms: "Please accept the terms and conditions" };
}
