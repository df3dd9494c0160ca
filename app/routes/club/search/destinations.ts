import type { href } from "#app/config/addresses.ts";
import { costOf, nearest, searchedWords } from "#app/domain/club/search/match.ts";
import { type Capability, may, type Role } from "#app/permissions/club-permissions.ts";
import { sections } from "#app/routes/club/settings/tabs.ts";

/** A page that search can find. */
interface Destination {
  href: string;
  label: string;
  about: string;
  category: "Page" | "Settings" | "Quick action";
  needs: Capability;
  /** Other words for it. */
  also?: string;
  /** Set if it enters data, so it is not offered while the club is read-only (product/billing.md#term). */
  enters?: true;
}

/** Addresses of pages that only hold a form. */
const ENTERING = /\/(?:new|send|remind|import|advanced-import|announcements|rained-out)$/;

/** Actions that can start from any page. */
const actions: readonly Destination[] = [
  action("/mobile-rating", "Rate Game Now", "The game that waits for your rating", "ratings.give"),
  action("/leaderboard", "View Rankings", "Where your teams stand", "leaderboard.see"),
  action("/schedule/new", "Add Game", "One game by hand", "games.manage"),
  action("/agreements/new", "Add a Parent", "Name, email and child", "agreements.send"),
  action("/teams/invite", "Invite Several at Once", "Managers and coaches by email", "teams.manage"),
  action("/advanced-import", "Import Parents", "From a file", "contacts.import"),
];

/** The pages of the club, in the order of the menu, a line each. */
const pages: readonly Destination[] = [
  page("/dashboard", "Dashboard", "What waits, and how the teams do", "club.see", "home start"),
  page("/teams", "Teams", "All teams, their managers and coaches", "teams.see"),
  page("/teams/new", "Add Team", "One team by hand", "teams.manage", "new create"),
  page("/teams/archived", "Archived Teams", "Bring a team back", "teams.manage", "restore deleted"),
  page("/mobile-rating", "Rate Sideline", "Rate a game on the phone", "ratings.give", "mobile score"),
  page("/leaderboard", "Leaderboard", "State and national rankings", "leaderboard.see", "ranking rankings"),
  page("/reports", "Reports", "Figures, trends and exports", "reports.see", "analytics statistics"),
  page("/reports/season", "Season Report", "The running season's figures", "reports.see"),
  page("/agreements", "Agreements", "Parents, and who has signed", "agreements.see", "parents signatures"),
  page(
    "/agreements/text",
    "What Parents Sign",
    "The agreement's words",
    "agreements.see",
    "text code conduct",
  ),
  page("/agreements/send", "Send Agreements", "To all who have none yet", "agreements.send"),
  page("/agreements/remind", "Send Reminders", "To parents who have not signed", "agreements.send"),
  page(
    "/email-collection",
    "Email Collection",
    "QR code, link and pasted addresses",
    "contacts.import",
    "register",
  ),
  page("/email-collection/registrations", "Registrations", "Parents who wait for you", "contacts.import"),
  page("/schedule", "Schedule", "Games by list, week or month", "games.see", "calendar fixtures"),
  page(
    "/schedule/import",
    "Import Schedule",
    "Games and teams from a file",
    "games.import",
    "upload csv excel",
  ),
  page("/schedule/imports", "Imported Schedules", "Earlier imports, and undoing them", "games.import"),
  page("/schedule/rained-out", "Rained-out Day", "Cancel or move a day's games", "games.manage", "weather"),
  page("/schedule/calendars", "Calendars", "Games in your own calendar", "games.see", "feed ical google"),
  page("/rating", "Rating", "Games and their ratings", "ratings.see", "ratings scores"),
  page("/rating/how", "How Rating Works", "Two ratings, one score", "ratings.see", "policy"),
  page("/rating/waiting", "Waiting Ratings", "Who has not rated yet", "ratings.remind", "missing remind"),
  page("/incidents", "Incidents", "Cases of a Major Incident", "incidents.see", "case red card"),
  page("/reports/pulse", "Parent Pulse", "One question, and what parents answer", "pulse.see", "survey"),
  page("/email-templates", "Email Templates", "What each email says, and when", "club.manage", "mails words"),
  page("/club/announcements", "Announcements", "A mail to the club's people", "club.manage", "email message"),
  page(
    "/advanced-import",
    "Data Import",
    "Parents and children from a file",
    "contacts.import",
    "upload csv excel",
  ),
  page("/rewards", "Rewards", "Programs, budgets and what teams earned", "rewards.manage", "prizes gifts"),
  page("/verification", "Verification", "How many players your club has", "club.manage", "documents"),
  page("/club/billing", "Billing", "Payments, receipts, the next year", "club.manage", "invoice plan renew"),
  page(
    "/account",
    "Your Account",
    "Name, password, passkeys, your data",
    "club.see",
    "profile sign in password",
  ),
  page("/help", "Help", "Seven steps and short lessons", "club.see", "guide support"),
  page("/contact", "Contact", "Write to us", "club.see", "support"),
];

/** The sections of the settings have their labels there. */
const settings: readonly Destination[] = [
  {
    ...page("/club/settings", "Club Settings", "Everything that your club can set", "club.manage"),
    category: "Settings",
  },
  ...sections.map(
    ({ href: to, label, about, key }): Destination => ({
      href: to,
      label,
      about,
      category: "Settings",
      needs: key === "notifications" ? "club.see" : "club.manage",
      also: "club settings",
    }),
  ),
];

function page(
  to: Parameters<typeof href>[0] & `/${string}`,
  label: string,
  about: string,
  needs: Capability,
  also?: string,
): Destination {
  return {
    href: to,
    label,
    about,
    category: "Page",
    needs,
    also,
    ...(ENTERING.test(to) ? { enters: true } : {}),
  };
}

function action(to: `/${string}`, label: string, about: string, needs: Capability): Destination {
  return {
    href: to,
    label,
    about,
    category: "Quick action",
    needs,
    ...(to === "/leaderboard" ? {} : { enters: true }),
  };
}

interface Visitor {
  roles: readonly Role[];
  readOnly: boolean;
}

const offeredTo =
  ({ roles, readOnly }: Visitor) =>
  ({ needs, enters }: Destination) =>
    roles.some((role) => may(role, needs)) && !(readOnly && (enters || needs === "ratings.give"));

/** Lists the actions that the visitor may start now. */
export const quickActions = (visitor: Visitor): Destination[] => actions.filter(offeredTo(visitor));

/** Finds a role's pages and settings: a match in the title comes before one in the subject. */
export function findDestinations(words: readonly string[], visitor: Visitor): Destination[] {
  const offered = [...pages, ...settings, ...actions].filter(offeredTo(visitor));
  const found = nearest(offered, ({ label, about, category, also = "" }, reading) => {
    const byTitle = costOf(words, searchedWords(label), reading);
    if (byTitle !== null) return byTitle;
    const byAll = costOf(words, searchedWords(`${label} ${also} ${category} ${about}`), reading);
    return byAll === null ? null : byAll + ABOUT;
  });
  // A page and a quick action may have the same address.
  return found.filter((one, index) => found.findIndex((other) => other.href === one.href) === index);
}

/** A match in the title ranks first. */
const ABOUT = 100;
