import { safeRedirect } from "#app/auth/redirect-target.ts";

/** Returns the staff page that the user asked for; otherwise the dashboard. */
export function adminTarget(query: URLSearchParams): string {
  const target = safeRedirect(query.get("redirect"), "/admin");
  return /^\/admin(?:[/?]|$)/.test(target) && !/^\/admin\/(?:login|sign-out)/.test(target)
    ? target
    : "/admin";
}
