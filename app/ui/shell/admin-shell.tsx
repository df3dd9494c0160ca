import type { ReactNode } from "react";
import { brand } from "#app/config/brand.ts";
import { BrandLink } from "./mark.tsx";
import { FlashMessage, PageHead } from "./page-head.tsx";

/** What the frame of the staff's pages shows of the person who is signed in. */
export interface AdminShellProps {
  email: string;
  role: string;
  managesClubs: boolean;
  managesStaff: boolean;
}

/** The frame of the pages of platform staff. It never looks like a club's. */
export function AdminShell({ shell, children }: { shell: AdminShellProps; children: ReactNode }) {
  return (
    <>
      <header className="site-header">
        <BrandLink href="/admin" />{" "}
        <button type="button" className="button button-secondary admin-menu" popovertarget="menu">
          Menu
        </button>{" "}
        <nav id="menu" className="admin-nav" aria-label="Main" popover="auto">
          <a href="/admin">Dashboard</a> <a href="/admin/verification">Verification</a>{" "}
          {shell.managesClubs ? (
            <>
              <a href="/admin/clubs">Clubs</a> <a href="/admin/billing">Billing</a>{" "}
              <a href="/admin/messages">Messages</a>
            </>
          ) : null}{" "}
          {shell.managesStaff ? (
            <>
              <a href="/admin/staff">Staff</a> <a href="/admin/audit">Audit</a> <a href="/admin/jobs">Work</a>
            </>
          ) : null}{" "}
          <a href="/admin/account">Settings</a> <a href="/">Homepage</a>{" "}
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

/** The content of a page of platform staff. */
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
