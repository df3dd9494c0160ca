import { may } from "#app/auth/permissions.ts";
import { href } from "#app/config/addresses.ts";
import { useShell } from "#app/ui/shell/club-shell.tsx";

/** What else a user of the schedule may want to do. */
export function QuickActions({ last }: { last: { id: string; file_name: string } | null }) {
  const imports = may(useShell().role, "games.import");
  return (
    <>
      <h2>Quick actions</h2>
      <ul className="action-list">
        <li>
          <a href="/rating">Rate games</a>
          <span>Games that are ready to rate</span>
        </li>
        {imports ? (
          <li>
            <a href="/schedule/import">Import a schedule file</a>
            <span>From SportsEngine, TeamSnap, PlayMetrics, GotSport or a spreadsheet</span>
          </li>
        ) : null}
        {last ? (
          <li>
            <a href={href("/schedule/imports/:importId", { importId: last.id })}>
              Last import: {last.file_name}
            </a>
            <span>See what it did, or undo it</span>
          </li>
        ) : null}
      </ul>
    </>
  );
}
