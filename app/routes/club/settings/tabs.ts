/** The tabs of the settings, in their order (product.md#settings). */
export const settingsTabs = [
  { tab: "profile", label: "Club Profile" },
  { tab: "teams", label: "Teams Management" },
  { tab: "users", label: "Users & Roles" },
  { tab: "notifications", label: "Notifications" },
  { tab: "activity", label: "Activity" },
] as const;

export type SettingsTab = (typeof settingsTabs)[number]["tab"];

/** The tab that an address asks for with `?tab=`; the first one where it names none. */
export function tabOf(request: Request): SettingsTab {
  const asked = new URL(request.url).searchParams.get("tab");
  return settingsTabs.find(({ tab }) => tab === asked)?.tab ?? "profile";
}
