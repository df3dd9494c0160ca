import type { ReactNode } from "react";
import { may } from "#app/auth/permissions.ts";
import type { ShellProps } from "#app/auth/shell-props.ts";
import { brand } from "#app/config/brand.ts";
import { roleName } from "#app/domain/club/staff/club-user.ts";
import { useRootData } from "#app/root-data.ts";
import { Buttons } from "./form.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { MarkSign } from "./mark.tsx";
import { Badge } from "./pieces.tsx";

export interface Crumb {
  label: string;
  href?: string;
}

/** The frame of public and account pages: the mark, a few links, the page, the foot. */
export function SitePage(props: {
  title: string;
  lead?: ReactNode;
  /** narrow: one form column; wide: landing and boards. */
  width?: "narrow" | "text" | "wide";
  /** The page brings its own opening with the heading in it. */
  hero?: ReactNode;
  /** The page that asks to sign in: it knows that nobody is, whatever the browser says. */
  signingIn?: boolean;
  children?: ReactNode;
}) {
  const inside = useRootData()?.signedIn && !props.signingIn;
  return (
    <>
      <header className="site-header">
        <Brand href="/" />{" "}
        <nav aria-label="Main">
          {inside ? <a href="/dashboard">Dashboard</a> : <a href="/club/login">Sign in</a>}
        </nav>
      </header>
      <main id="main" className={`page page-${props.width ?? "text"}`} tabIndex={-1}>
        <FlashMessage />
        {props.hero ?? <PageHead title={props.title} lead={props.lead} />}
        {props.children}
      </main>
      <footer className="site-footer">
        <p>
          © {brand.name}. {brand.tagline}
        </p>
        <nav aria-label="Legal">
          <a href="/terms">Terms of Service</a> <a href="/privacy">Privacy Policy</a>{" "}
          <a href="/cookies">Cookie Policy</a>
        </nav>
      </footer>
    </>
  );
}

/** The frame of signed-in pages: navigation by role, breadcrumbs, the message of the last action, the page. */
export function ClubPage(props: {
  shell: ShellProps;
  title: string;
  lead?: ReactNode;
  /** What lies between the Dashboard and this page. The trail's ends are added here. */
  crumbs?: Crumb[];
  /** Buttons beside the title; at most one of them primary. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { shell } = props;
  const tabs = may(shell.role, "ratings.give");
  return (
    <div className={tabs ? "club with-tabs" : "club"}>
      <header className="club-bar">
        <Brand href="/dashboard" /> <span className="club-name">{shell.clubName}</span>{" "}
        <button type="button" className="menu-button" popovertarget="menu">
          <Icon name="menu" />
          Menu
        </button>
      </header>
      <Menu shell={shell} />
      <div className="club-main">
        <main id="main" className="page page-wide" tabIndex={-1}>
          <Breadcrumbs shell={shell} title={props.title} crumbs={props.crumbs ?? []} />
          <FlashMessage />
          <PageHead title={props.title} lead={props.lead} actions={props.actions} />
          {props.children}
        </main>
      </div>
      {tabs ? <Tabs path={shell.path} /> : null}
    </div>
  );
}

/** The name in the heading's weight, with our sign. */
function Brand({ href }: { href: string }) {
  return (
    <a className="brand" href={href}>
      <MarkSign />
      <span>{brand.name}</span>
    </a>
  );
}

function PageHead({ title, lead, actions }: { title: string; lead?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        {lead ? <p className="lead">{lead}</p> : null}
      </div>
      {actions ? <Buttons>{actions}</Buttons> : null}
    </div>
  );
}

/** Everything a role may open: a drawer on a phone (a popover, so without script), a column on a desktop. */
function Menu({ shell }: { shell: ShellProps }) {
  return (
    <nav className="menu" id="menu" aria-label="Main" popover="auto">
      <p className="menu-club">
        <strong>{shell.clubName}</strong> <span>Club code {shell.clubCode}</span>
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
            Sign Out
          </button>
        </form>
      </div>
    </nav>
  );
}

/** Where the thumb is: the few pages that coaches and managers need at the field. */
function Tabs({ path }: { path: string }) {
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
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Destination = { href: string; label: string; icon: IconName };

const destinations = [
  { href: "/dashboard", label: "Dashboard", icon: "dashboard", needs: "club.see" },
  { href: "/teams", label: "Teams", icon: "teams", needs: "teams.see" },
  { href: "/schedule", label: "Schedule", icon: "schedule", needs: "games.see" },
  { href: "/rating", label: "Rating", icon: "rate", needs: "ratings.see" },
  { href: "/leaderboard", label: "Leaderboard", icon: "leaderboard", needs: "leaderboard.see" },
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

/** Dashboard, what lies between, this page. A trail of one says nothing, and is not shown. */
function Breadcrumbs({ shell, title, crumbs }: { shell: ShellProps; title: string; crumbs: Crumb[] }) {
  const between = crumbs.filter((crumb) => crumb.href !== "/dashboard" && crumb.label !== "Dashboard");
  const ended = between.at(-1) && (!between.at(-1)?.href || between.at(-1)?.href === shell.path);
  const trail = ended ? between : [...between, { label: title }];
  if (shell.path === "/dashboard") return null;
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        <li>
          <a href="/dashboard">Dashboard</a>
        </li>
        {trail.map((crumb, place) => (
          <li key={crumb.label}>
            {crumb.href && place < trail.length - 1 ? (
              <a href={crumb.href}>{crumb.label}</a>
            ) : (
              <span aria-current={place === trail.length - 1 ? "page" : undefined}>{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function FlashMessage() {
  const flash = useRootData()?.flash;
  if (!flash) return null;
  return (
    <div className={`flash flash-${flash.kind}`} role="status">
      <Icon name={flash.kind === "good" ? "done" : "alert"} />
      {flash.text}
    </div>
  );
}
