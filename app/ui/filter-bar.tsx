import type { ReactNode } from "react";
import { SEARCH_MAX } from "#app/forms/fields.ts";
import { SubmitButton } from "./buttons.tsx";
import { Notice } from "./notice.tsx";

/**
 * Shows a list's filters and the number of matches. Submitting leads to an address, so it works without scripts and can
 * be shared. On a phone the form is a popover, which needs no script either; without popovers it is part of the page.
 * @param count '12 games'
 */
export function FilterBar(props: { action: string; count: ReactNode; children: ReactNode }) {
  return (
    <div className="filter-bar">
      <p className="filter-count">{props.count}</p>{" "}
      <button type="button" className="button button-secondary filter-button" popovertarget="filters">
        Filter
      </button>
      <form
        id="filters"
        method="get"
        action={props.action}
        className="form filters filter-form"
        popover="auto"
        aria-label="Filters"
        data-autosubmit=""
        // 'All teams' is a choice, which a browser would call missing.
        noValidate
      >
        {props.children} <SubmitButton look="secondary">Show</SubmitButton>
      </form>
    </div>
  );
}

/** Searches by name in a list longer than a screen; the page reads `?q=`. */
export function NameSearch(props: { action: string; label: string; search: string; count: string }) {
  const { action, label, search, count } = props;
  return (
    <form method="get" action={action} className="filters">
      <div className="field">
        <label htmlFor="q">{label}</label>
        <input className="input" type="search" id="q" name="q" defaultValue={search} maxLength={SEARCH_MAX} />
      </div>{" "}
      <SubmitButton look="secondary">Search</SubmitButton> <p className="muted">{count}</p>
    </form>
  );
}

/** Lists invalid filters of an address and what is shown instead; renders nothing if all are valid. */
export function FilterNotices({ notices }: { notices: readonly string[] }) {
  if (notices.length === 0) return null;
  return (
    <Notice tone="minor" title="Some filters were not recognized">
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </Notice>
  );
}
