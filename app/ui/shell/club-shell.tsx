import { useOutletContext } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ShellProps } from "#app/auth/shell-props.ts";
import { href } from "#app/config/addresses.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { FormsClosed } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ClubLink } from "./club-crest.tsx";
import { BrandLink } from "./mark.tsx";
import { Menu, Tabs } from "./navigation.tsx";
import { Breadcrumbs, type Crumb, FlashMessage, PageHead } from "./page-head.tsx";

/** Frames signed-in pages; the club's layout route draws it around a `ClubPage`. */
export function ClubShell({ shell, children }: { shell: ShellProps; children: ReactNode }) {
  const tabs = may(shell.role, "ratings.give");
  return (
    <div className={tabs ? "club with-tabs" : "club"}>
      <header className="club-bar">
        <BrandLink href="/dashboard" /> <ClubLink name={shell.clubName} logo={shell.clubLogo} />{" "}
        <button type="button" className="menu-button" popovertarget="menu">
          <Icon name="menu" />
          Menu
        </button>
      </header>
      <Menu shell={shell} />
      <div className="club-main">
        <main id="main" className="page page-wide" tabIndex={-1}>
          <YearEnded readOnly={shell.readOnly} />
          <FormsClosed.Provider value={shell.formsClosed}>{children}</FormsClosed.Provider>
        </main>
        <footer className="site-footer">
          <nav className="links small muted" aria-label="More">
            <a href="/faq">FAQ</a> <a href="/terms">Terms of Service</a> <a href="/privacy">Privacy Policy</a>
          </nav>
        </footer>
      </div>
      {tabs ? <Tabs shell={shell} /> : null}
    </div>
  );
}

/** Says on every page that the club's year is over and it is read-only (product/billing.md#term). */
function YearEnded({ readOnly }: Pick<ShellProps, "readOnly">) {
  if (!readOnly) return null;
  return (
    <Notice tone="minor" title={`Your year ended on ${readOnly.endedOn}`}>
      <p>
        Everything can be read until {readOnly.until}.{" "}
        {readOnly.renews ? (
          <a href={href("/club/billing/renew")}>Renew to go on</a>
        ) : (
          "To go on, ask your club's administrator to renew."
        )}
      </p>
    </Notice>
  );
}

/** Returns the viewer of a club page, as its layout route loaded it. */
export const useShell = () => useOutletContext<ShellProps>();

/** Draws the content of a club page: breadcrumbs, the message of the last action, its heading, the page. */
export function ClubPage(props: {
  title: string;
  lead?: ReactNode;
  /** Pages between the Dashboard and this one; both ends are added. */
  crumbs?: Crumb[];
  /** Buttons beside the title; at most one of them primary. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { path } = useShell();
  return (
    <>
      <Breadcrumbs path={path} title={props.title} crumbs={props.crumbs ?? []} />
      <FlashMessage />
      <PageHead title={props.title} lead={props.lead} actions={props.actions} />
      {props.children}
    </>
  );
}
