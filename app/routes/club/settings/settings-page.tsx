import type { ReactNode } from "react";
import { href } from "#app/config/addresses.ts";
import { TextOnly } from "#app/ui/buttons.tsx";
import { useShell } from "#app/ui/shell/club-shell.tsx";
import { Breadcrumbs, FlashMessage, PageHead } from "#app/ui/shell/page-head.tsx";
import { type SettingsSection, sectionOf, sections } from "./tabs.ts";

/**
 * Shows one section of the settings beside the list of all. On narrow screens `/club/settings` is the list and a
 * section's own address is the section.
 */
export function SettingsPage(props: {
  section: SettingsSection;
  /** True if this is `/club/settings`: the first section, or the list on narrow screens. */
  list?: boolean;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const { section, list = false, lead, children } = props;
  const { path } = useShell();
  const { label } = sectionOf(section);
  const crumbs = [{ label: "Club Settings", href: href("/club/settings") }, { label }];
  return (
    <>
      <Breadcrumbs path={path} title="Club Settings" crumbs={list ? [] : crumbs} />
      <FlashMessage />
      <div className={list ? "settings settings-list" : "settings"}>
        <Sections current={section} />
        <section>
          <PageHead title={list ? "Club Settings" : label} lead={list ? undefined : lead} />
          {list ? <h2>{label}</h2> : null}
          {children}
        </section>
      </div>
    </>
  );
}

function Sections({ current }: { current: SettingsSection }) {
  return (
    <nav aria-label="Settings">
      <ul className="action-list">
        {sections.map(({ key, href, label, about }) => (
          <li key={key}>
            <a href={href} aria-current={key === current ? "true" : undefined}>
              {label}
            </a>
            {key === current ? <TextOnly> (shown)</TextOnly> : null} <span>{about}</span>
          </li>
        ))}
        <li>
          <a href={href("/dashboard")}>Back to Dashboard</a>
        </li>
      </ul>
    </nav>
  );
}
