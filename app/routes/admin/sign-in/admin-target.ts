import { safeRedirect } from "#app/auth/redirect-target.ts";

/** Where staff were headed, if that is a page of staff; else the dashboard. */
export function adminTarget(query: URLSearchParams): string {
  const target = safeRedirect(query.get("redirect"), "/admin");
  return /^\/admin(?:[/?]|$)/.test(target) && !/^\/admin\/(?:login|sign-out)/.test(target)
    ? target
    : "/admin";
}
