import { useOutletContext } from "@remix-run/react";
import type { ReactNode } from "react";
import { may } from "#app/auth/permissions.ts";
import type { ShellProps } from "#app/auth/shell-props.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Breadcrumbs, type Crumb } from "./breadcrumbs.tsx";
import { ClubLink } from "./club-crest.tsx";
import { BrandLink } from "./mark.tsx";
import { Menu, Tabs } from "./navigation.tsx";
import { FlashMessage, PageHead } from "./page-head.tsx";

/** The frame of signed-in pages; the club's layout route draws it around a `ClubPage`. */
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
          {children}
        </main>
      </div>
      {tabs ? <Tabs path={shell.path} /> : null}
    </div>
  );
}

/** Who looks at a club page, as its layout route loaded it. */
export const useShell = () => useOutletContext<ShellProps>();

/** The content of a club page: breadcrumbs, the message of the last action, its heading, the page. */
export function ClubPage(props: {
  title: string;
  lead?: ReactNode;
  /** The pages between the Dashboard and this one; both ends are added. */
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
