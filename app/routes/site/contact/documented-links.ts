import { href } from "#app/config/addresses.ts";
import { readResetType } from "#app/domain/control/passwords/labels.ts";

/**
 * Returns the page that a documented address of /contact redirects to, by the query of emails and bookmarks
 * (product/accounts.md#links); null for the contact form itself. The first match in this order decides.
 */
export function pageOfLink(query: URLSearchParams): string | null {
  const get = (...names: string[]) => names.map((name) => query.get(name)).find(Boolean) ?? undefined;
  if (query.has("forgot")) {
    const type = readResetType(get("forgot") ?? null);
    const named = get("forgot");
    const back = type || !named || named === "admin" ? undefined : "home";
    if (!type) return href("/admin/forgot-password", { sent: get("sent"), back });
    return href("/account/forgot-password", { for: type, sent: get("sent") });
  }
  if (query.has("reset")) return href("/account/reset-password", { token: get("reset") });
  if (query.has("setup") || query.has("code")) {
    return href("/account/set-up-password", { code: get("setup", "code"), token: get("token") });
  }
  if (query.has("welcome") || (query.get("success") === "invite" && !query.has("token"))) {
    return href("/account/welcome", { role: get("role"), teams: get("teams") });
  }
  if (["invite", "role", "teamId"].some((name) => query.has(name))) {
    return href("/account/invitation", {
      role: get("invite", "role"),
      team: get("team", "teamId"),
      token: get("token"),
    });
  }
  if (query.has("dashboard")) return "/dashboard";
  return null;
}
