import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "#app/config/brand.ts";
import { BrandLink } from "./mark.tsx";
import { FlashMessage, PageHead } from "./page-head.tsx";

/** Data of the signed-in user for the frame of staff pages. */
export interface AdminShellProps {
  email: string;
  role: string;
  managesClubs: boolean;
  managesEmails: boolean;
  managesStaff: boolean;
  /** Count of unread notifications that need the reader; null for users without the Notification Center. */
  notifications: number | null;
}

/** Frames the pages of platform staff. It never looks like a club's. */
export function AdminShell({ shell, children }: { shell: AdminShellProps; children: ReactNode }) {
  return (
    <>
      <header className="site-header">
        <BrandLink href="/admin" />{" "}
        <button type="button" className="button button-secondary admin-menu" popovertarget="menu">
          Menu
        </button>{" "}
        <nav id="menu" className="admin-nav" aria-label="Main" popover="auto">
          <button
            type="button"
            className="button button-secondary admin-menu"
            popovertarget="menu"
            popovertargetaction="hide"
          >
            Close
          </button>{" "}
          <MenuLink href="/admin" label="Dashboard" />{" "}
          {shell.notifications === null ? null : (
            <MenuLink
              href="/admin/notifications"
              label={shell.notifications > 0 ? `Notifications (${shell.notifications})` : "Notifications"}
            />
          )}{" "}
          {shell.managesClubs ? <MenuLink href="/admin/search" label="Search" /> : null}{" "}
          <MenuLink href="/admin/verification" label="Verification" />{" "}
          {shell.managesClubs ? (
            <>
              <MenuLink href="/admin/clubs" label="Clubs" />{" "}
              <MenuLink href="/admin/billing" label="Billing" />{" "}
              <MenuLink href="/admin/messages" label="Messages" />
            </>
          ) : null}{" "}
          {shell.managesEmails ? <MenuLink href="/admin/email-templates" label="Email" /> : null}{" "}
          {shell.managesStaff ? (
            <>
              <MenuLink href="/admin/staff" label="Staff" /> <MenuLink href="/admin/audit" label="Audit" />{" "}
              <MenuLink href="/admin/jobs" label="Work" />{" "}
              <MenuLink href="/admin/monitoring" label="Monitoring" />
            </>
          ) : null}{" "}
          <MenuLink href="/admin/account" label="Settings" /> <a href="/">Homepage</a>{" "}
          <form method="post" action="/admin/sign-out">
            <button className="button button-secondary" type="submit">
              <span className="text-only">[</span>Logout<span className="text-only">]</span>
            </button>
          </form>
        </nav>
      </header>
      {children}
      <footer className="site-footer">
        <p>
          {brand.name} staff: {shell.email}, {shell.role}
        </p>
      </footer>
    </>
  );
}

/** Links a page in the menu, marked as current on it and on the pages below it. */
function MenuLink({ href, label }: { href: string; label: string }) {
  const { pathname } = useLocation();
  const within = href !== "/admin" && pathname.startsWith(`${href}/`);
  return (
    <a href={href} aria-current={pathname === href ? "page" : within ? "true" : undefined}>
      {label}
    </a>
  );
}

/** Draws the content of a staff page. */
export function AdminPage(props: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  width?: "narrow" | "text" | "wide";
  children?: ReactNode;
}) {
  return (
    <main id="main" className={`page page-${props.width ?? "wide"}`} tabIndex={-1}>
      <FlashMessage />
      <PageHead title={props.title} lead={props.lead} actions={props.actions} />
      {props.children}
    </main>
  );
}
