import type { ShellProps } from "#app/auth/shell-props.ts";
import { roleName } from "#app/domain/club/staff/labels.ts";
import { type Capability, isSupport, may } from "#app/permissions/club-permissions.ts";
import { Badge } from "#app/ui/badge.tsx";
import { TextOnly } from "#app/ui/buttons.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { ClubCrest } from "./club-crest.tsx";
import { BrandLink } from "./mark.tsx";

/**
 * Links the pages that a role may open: a drawer on a phone (a popover, so it needs no script), a column on a desktop.
 */
export function Menu({ shell }: { shell: ShellProps }) {
  return (
    <nav className="menu" id="menu" aria-label="Main" popover="auto">
      <p className="menu-club">
        <ClubCrest name={shell.clubName} logo={shell.clubLogo} /> <strong>{shell.clubName}</strong>{" "}
        <span>Club code {shell.clubCode}</span>
      </p>
      <Links shell={shell} links={search} />
      <Links shell={shell} links={pages} />
      <Group id="menu-games" title="Games" shell={shell} links={games} />
      <Settings shell={shell} />
      <Group id="menu-quick" title="Quick actions" shell={shell} links={quickActions} />
      <div className="menu-me">
        <p>
          {isSupport(shell.role) ? shell.name : <a href="/account">{shell.name}</a>}{" "}
          <Badge>{roleName[shell.role]}</Badge>
        </p>
        {shell.severalClubs ? (
          <p>
            <a className="menu-link" href="/club/choose">
              <Icon name="clubs" />
              Switch club
            </a>
          </p>
        ) : null}
        {isSupport(shell.role) ? null : (
          <form method="post" action="/sign-out">
            <button className="menu-link" type="submit">
              <Icon name="sign-out" />
              <span>
                <TextOnly>[</TextOnly>Sign Out<TextOnly>]</TextOnly>
              </span>
            </button>
          </form>
        )}
        <p className="menu-brand">
          <BrandLink href="/dashboard" />
        </p>
      </div>
    </nav>
  );
}

/** Tells whether the role may open a page; without ratings while the club is read-only (product/billing.md#term). */
const isOffered = ({ href, needs }: Destination, { role, readOnly, opens }: ShellProps) =>
  may(role, needs) && !(readOnly && needs === "ratings.give") && (opens === null || opens.includes(href));

function Group(props: { id: string; title: string; shell: ShellProps; links: readonly Destination[] }) {
  const { id, title, shell, links } = props;
  if (!links.some((to) => isOffered(to, shell))) return null;
  return (
    <div className={id}>
      <p className="menu-title" id={id}>
        {title}
      </p>
      <Links shell={shell} links={links} label={id} />
    </div>
  );
}

/**
 * Links the settings, collapsed because they are needed least and would make the menu longer than a screen; open on
 * their own pages.
 */
function Settings({ shell }: { shell: ShellProps }) {
  const isHere = settings.some((to) => current(shell.path, to));
  return (
    <details open={isHere}>
      <summary className="menu-title" id="menu-settings">
        Settings
      </summary>
      <Links shell={shell} links={settings} label="menu-settings" />
    </details>
  );
}

function Links(props: { shell: ShellProps; links: readonly Destination[]; label?: string }) {
  const { shell, links, label } = props;
  return (
    <ul aria-labelledby={label}>
      {links
        .filter((to) => isOffered(to, shell))
        .map((to) => (
          <li key={to.href}>
            <a className="menu-link" href={to.href} aria-current={current(shell.path, to)}>
              <Icon name={to.icon} />
              {to.label}
            </a>
            <Here shown={current(shell.path, to)} />
          </li>
        ))}
    </ul>
  );
}

/** Links the few pages that coaches and managers need at the field, within reach of the thumb. */
export function Tabs({ shell }: { shell: ShellProps }) {
  const { path } = shell;
  return (
    <nav className="tabs" aria-label="Quick">
      <ul>
        {tabs
          .filter((to) => isOffered(to, shell))
          .map((to) => (
            <li key={to.href}>
              <a
                href={to.href}
                className={to.icon === "rate" ? "tab-main" : undefined}
                aria-current={current(path, to)}
              >
                <Icon name={to.icon} />
                {to.label}
              </a>
              <Here shown={current(path, to)} />
            </li>
          ))}
      </ul>
    </nav>
  );
}

function Here({ shown }: { shown: ReturnType<typeof current> }) {
  return shown ? <TextOnly> (you are here)</TextOnly> : null;
}

interface Destination {
  href: string;
  label: string;
  icon: IconName;
  needs: Capability;
  /** Start of the addresses below it, if not its own and a slash. */
  below?: RegExp;
  /** Second link to a page in the menu: never marked as the current one. */
  again?: true;
}

/** Search, above everything; the page's script opens it as a dialog, as it does for Ctrl+K. */
const search: Destination[] = [{ href: "/search", label: "Search", icon: "search", needs: "club.see" }];

/** The main menu. Pages of one game, team or parent are linked from its page. */
const pages: Destination[] = [
  { href: "/dashboard", label: "Dashboard", icon: "dashboard", needs: "club.see" },
  { href: "/teams", label: "Teams", icon: "teams", needs: "teams.see" },
  { href: "/mobile-rating", label: "Rate Sideline", icon: "rate", needs: "ratings.give" },
  { href: "/leaderboard", label: "Leaderboard", icon: "leaderboard", needs: "leaderboard.see" },
  {
    href: "/reports",
    label: "Reports",
    icon: "reports",
    needs: "reports.see",
    below: /^\/reports\/(?!pulse)/,
  },
  {
    href: "/agreements",
    label: "Parents",
    icon: "agreements",
    needs: "agreements.count",
    below: /^\/(?:agreements|email-collection|advanced-import)\b/,
  },
  { href: "/reports/pulse", label: "Parent Pulse", icon: "pulse", needs: "pulse.see" },
  {
    href: "/schedule",
    label: "Schedule",
    icon: "schedule",
    needs: "games.see",
    below: /^\/schedule\/(?!rained-out|calendars)/,
  },
  { href: "/seasons", label: "Seasons", icon: "seasons", needs: "seasons.see" },
  { href: "/rewards", label: "Rewards", icon: "rewards", needs: "rewards.see" },
  { href: "/printables", label: "Printables", icon: "printables", needs: "printables.see" },
  { href: "/club/announcements", label: "Announcements", icon: "announcements", needs: "club.manage" },
];

const games: Destination[] = [
  {
    href: "/rating",
    label: "Rating",
    icon: "ratings",
    needs: "ratings.see",
    below: /^\/rating\/(?!waiting)/,
  },
  { href: "/rating/waiting", label: "Waiting Ratings", icon: "waiting", needs: "ratings.remind" },
  { href: "/incidents", label: "Incidents", icon: "incidents", needs: "incidents.see" },
  { href: "/schedule/rained-out", label: "Rained-out Day", icon: "rain", needs: "games.manage" },
  { href: "/schedule/calendars", label: "Calendars", icon: "calendars", needs: "games.see" },
];

const settings: Destination[] = [
  { href: "/notifications", label: "Notifications", icon: "notifications", needs: "club.see" },
  { href: "/verification", label: "Verification", icon: "done", needs: "club.manage" },
  { href: "/club/billing", label: "Billing", icon: "billing", needs: "club.manage" },
  {
    href: "/club/settings",
    label: "Club Settings",
    icon: "settings",
    needs: "club.manage",
    below: /^\/club\/(?:settings|public-page|people|leave)\b/,
  },
  { href: "/email-templates", label: "Email Templates", icon: "emails", needs: "club.manage" },
  {
    href: "/advanced-import",
    label: "Data Import",
    icon: "import",
    needs: "contacts.import",
    again: true,
  },
  { href: "/help", label: "Help", icon: "help", needs: "club.see" },
];

const quickActions: Destination[] = [
  { href: "/mobile-rating", label: "Rate Game Now", icon: "rate", needs: "ratings.give", again: true },
  {
    href: "/leaderboard",
    label: "View Rankings",
    icon: "leaderboard",
    needs: "leaderboard.see",
    again: true,
  },
];

const tabs: Destination[] = [
  { href: "/dashboard", label: "Home", icon: "dashboard", needs: "club.see" },
  { href: "/teams", label: "Teams", icon: "teams", needs: "teams.see" },
  { href: "/mobile-rating", label: "Rate", icon: "rate", needs: "ratings.give" },
  { href: "/schedule", label: "Schedule", icon: "schedule", needs: "games.see" },
  { href: "/leaderboard", label: "Rankings", icon: "leaderboard", needs: "leaderboard.see" },
];

function current(path: string, { href, below, again }: Destination): "page" | "true" | undefined {
  if (again) return undefined;
  if (path === href) return "page";
  return (below ? below.test(path) : path.startsWith(`${href}/`)) ? "true" : undefined;
}

/** Returns the menu's name for the page of an address; its breadcrumb uses it too, whatever its title. */
export const menuLabelOf = (path: string): string | undefined =>
  [...search, ...pages, ...games, ...settings].find(({ href }) => href === path)?.label;
