import { may } from "#app/auth/permissions.ts";
import type { ShellProps } from "#app/auth/shell-props.ts";
import { roleName } from "#app/domain/club/staff/labels.ts";
import { Badge } from "#app/ui/badge.tsx";
import { TextOnly } from "#app/ui/buttons.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { ClubCrest } from "./club-crest.tsx";
import { BrandLink } from "./mark.tsx";

/** Every page that a role may open: a drawer on a phone (a popover, so it needs no script), a column on a desktop. */
export function Menu({ shell }: { shell: ShellProps }) {
  return (
    <nav className="menu" id="menu" aria-label="Main" popover="auto">
      <p className="menu-club">
        <ClubCrest name={shell.clubName} logo={shell.clubLogo} /> <strong>{shell.clubName}</strong>{" "}
        <span>Club code {shell.clubCode}</span>
      </p>
      <ul>
        {destinations
          .filter((to) => may(shell.role, to.needs))
          .map((to) => (
            <li key={to.href}>
              <a className="menu-link" href={to.href} aria-current={current(shell.path, to.href)}>
                <Icon name={to.icon} />
                {to.label}
              </a>
              <Here shown={current(shell.path, to.href)} />
            </li>
          ))}
      </ul>
      <div className="menu-me">
        <p>
          {shell.name} <Badge>{roleName[shell.role]}</Badge>
        </p>
        {shell.severalClubs ? (
          <p>
            <a className="menu-link" href="/club/choose">
              <Icon name="clubs" />
              Switch club
            </a>
          </p>
        ) : null}
        <form method="post" action="/sign-out">
          <button className="menu-link" type="submit">
            <Icon name="sign-out" />
            <span>
              <TextOnly>[</TextOnly>Sign Out<TextOnly>]</TextOnly>
            </span>
          </button>
        </form>
        <p className="menu-brand">
          <BrandLink href="/dashboard" />
        </p>
      </div>
    </nav>
  );
}

/** The few pages that coaches and managers need at the field, within reach of the thumb. */
export function Tabs({ path }: { path: string }) {
  return (
    <nav className="tabs" aria-label="Quick">
      <ul>
        {tabs.map((to) => (
          <li key={to.href}>
            <a
              href={to.href}
              className={to.icon === "rate" ? "tab-main" : undefined}
              aria-current={current(path, to.href)}
            >
              <Icon name={to.icon} />
              {to.label}
            </a>
            <Here shown={current(path, to.href)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Here({ shown }: { shown: ReturnType<typeof current> }) {
  return shown ? <TextOnly> (you are here)</TextOnly> : null;
}

type Destination = { href: string; label: string; icon: IconName };

const destinations = [
  { href: "/dashboard", label: "Dashboard", icon: "dashboard", needs: "club.see" },
  { href: "/teams", label: "Teams", icon: "teams", needs: "teams.see" },
  { href: "/schedule", label: "Schedule", icon: "schedule", needs: "games.see" },
  { href: "/rating", label: "Rating", icon: "rate", needs: "ratings.see" },
  { href: "/leaderboard", label: "Leaderboard", icon: "leaderboard", needs: "leaderboard.see" },
  { href: "/club/settings", label: "Settings", icon: "settings", needs: "club.manage" },
] as const satisfies (Destination & { needs: string })[];

const tabs: Destination[] = [
  { href: "/dashboard", label: "Home", icon: "dashboard" },
  { href: "/teams", label: "Teams", icon: "teams" },
  { href: "/mobile-rating", label: "Rate", icon: "rate" },
  { href: "/schedule", label: "Schedule", icon: "schedule" },
  { href: "/leaderboard", label: "Rankings", icon: "leaderboard" },
];

function current(path: string, href: string): "page" | "true" | undefined {
  if (path === href) return "page";
  return path.startsWith(`${href}/`) ? "true" : undefined;
}
