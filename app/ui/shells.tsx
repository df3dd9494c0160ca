import type { ReactNode } from "react";
import { may, roleName } from "../auth/permissions.ts";
import type { Viewer } from "../auth/viewer.ts";
import { brand } from "../brand.ts";
import { useRootData } from "../root-data.ts";

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
  children?: ReactNode;
}) {
  return (
    <>
      <header className="site-header">
        <a href="/">{brand.name}</a>
        <nav aria-label="Main">
          <a href="/club/login">Sign in</a>
        </nav>
      </header>
      <main id="main" className={`page page-${props.width ?? "text"}`}>
        <FlashMessage />
        <h1>{props.title}</h1>
        {props.lead ? <p className="lead">{props.lead}</p> : null}
        {props.children}
      </main>
      <SiteFooter />
    </>
  );
}

function SiteFooter() {
  return (
    <footer className="site-footer">
      <a href="/terms">Terms of Service</a> <a href="/privacy">Privacy Policy</a>
    </footer>
  );
}

/** The frame of signed-in pages: navigation by role, breadcrumbs, the message of the last action, the page. */
export function ClubPage(props: {
  viewer: Viewer;
  title: string;
  lead?: ReactNode;
  crumbs?: Crumb[];
  /** Buttons beside the title; at most one of them primary. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { viewer } = props;
  return (
    <>
      <header className="club-header">
        <a href="/dashboard">{brand.name}</a> <span>{viewer.clubName}</span>
        <nav aria-label="Main">
          {destinations
            .filter((to) => may(viewer.role, to.needs))
            .map((to) => (
              <a key={to.href} href={to.href} aria-current={viewer.path === to.href ? "page" : undefined}>
                {to.label}
              </a>
            ))}
        </nav>
        <span>
          {viewer.name}, {roleName[viewer.role]}
        </span>
        <form method="post" action="/sign-out">
          <button type="submit">Sign Out</button>
        </form>
      </header>
      <main id="main" className="page page-wide">
        <FlashMessage />
        <h1>{props.title}</h1>
        {props.lead ? <p className="lead">{props.lead}</p> : null}
        {props.actions ? <div className="buttons">{props.actions}</div> : null}
        {props.children}
      </main>
    </>
  );
}

const destinations = [
  { href: "/dashboard", label: "Dashboard", needs: "club.see" },
  { href: "/teams", label: "Teams", needs: "teams.see" },
  { href: "/rating", label: "Rating", needs: "ratings.see" },
  { href: "/leaderboard", label: "Leaderboard", needs: "leaderboard.see" },
  { href: "/schedule", label: "Schedule", needs: "games.see" },
] as const;

function FlashMessage() {
  const flash = useRootData()?.flash;
  if (!flash) return null;
  return (
    <div className={`flash flash-${flash.kind}`} role="status">
      {flash.text}
    </div>
  );
}
