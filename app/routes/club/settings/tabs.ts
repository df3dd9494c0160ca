import { href } from "#app/config/addresses.ts";

/** The sections of the settings with an address of their own there (product/clubs.md#settings). */
const tabs = ["profile", "look", "games", "agreements", "teams", "users", "activity"] as const;
export type SettingsTab = (typeof tabs)[number];

/** Returns the address that a tab's forms redirect to. */
export const tabAddress = (tab: SettingsTab) => href("/club/settings", { tab });

export type SettingsSection = SettingsTab | "rating-policy" | "public-page";

interface Section {
  /** Pages with an address elsewhere have their own frame, unless they are a `SettingsSection`. */
  key: SettingsSection | "notifications" | "team-emails" | "leave";
  href: string;
  label: string;
  about: string;
}

const inTabs = (key: SettingsTab, label: string, about: string): Section => ({
  key,
  href: tabAddress(key),
  label,
  about,
});

/** Everything that a club can set, in the order of the list. */
export const sections: readonly Section[] = [
  inTabs("profile", "Club Profile", "Name, contact, package"),
  inTabs("look", "Logo & Color", "How pages and emails look"),
  {
    key: "public-page",
    href: href("/club/public-page"),
    label: "Public Page",
    about: "Figures and a badge for all",
  },
  inTabs("users", "Users & Roles", "Who may do what"),
  inTabs("teams", "Teams Management", "Add, edit, remove"),
  inTabs("games", "Time Zone & Leaderboard", "Your clock, and who is ranked"),
  {
    key: "rating-policy",
    href: href("/club/settings/rating-policy"),
    label: "Rating Policy",
    about: "Two ratings, one score",
  },
  inTabs("agreements", "Agreements", "Days, reminders, your words"),
  {
    key: "notifications",
    href: href("/notifications"),
    label: "Notifications",
    about: "Which emails you get",
  },
  {
    key: "team-emails",
    href: href("/teams/email-settings"),
    label: "Email Settings",
    about: "Which emails teams get",
  },
  inTabs("activity", "Activity", "Who changed what"),
  {
    key: "leave",
    href: href("/club/leave"),
    label: "Download or Leave",
    about: "One file, or cancel",
  },
];

export const sectionOf = (key: SettingsSection): Section =>
  sections.find((section) => section.key === key) as Section;

/** Returns the tab of an address (`?tab=`), by default the first one. */
export function tabOf(request: Request): SettingsTab {
  const asked = new URL(request.url).searchParams.get("tab");
  return tabs.find((tab) => tab === asked) ?? "profile";
}
