import type { ReactNode } from "react";
import { SEARCH_FROM } from "#app/domain/club/teams/teams.ts";
import { SEARCH_MAX } from "#app/forms/fields.ts";
import { ButtonLink, SubmitButton } from "./buttons.tsx";
import { Empty } from "./empty.tsx";
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

/** Searches a long list of teams by name or age group (`?q=`), and says so if no team matches. */
export function TeamSearch(props: { action: string; search: string; found: number; of: number }) {
  const { action, search, found, of } = props;
  return (
    <>
      {of < SEARCH_FROM ? null : (
        <form method="get" action={action} className="filters">
          <div className="field">
            <label htmlFor="q">Find a team</label>
            <input
              className="input"
              type="search"
              id="q"
              name="q"
              defaultValue={search}
              maxLength={SEARCH_MAX}
            />
          </div>{" "}
          <SubmitButton look="secondary">Search</SubmitButton>{" "}
          <p className="muted">{search ? `${found} of ${of} teams` : `${of} teams`}</p>
        </form>
      )}
      {found === 0 && of > 0 ? (
        <Empty title="No teams found" action={<ButtonLink href={action}>Show all teams</ButtonLink>}>
          <p>No team's name or age group contains “{search}”.</p>
        </Empty>
      ) : null}
    </>
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
