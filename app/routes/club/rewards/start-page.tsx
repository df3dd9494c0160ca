import type { ComponentProps } from "react";
import { DataTable } from "#app/ui/data-table.tsx";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import type { viewPreview } from "./start-preview.server.ts";

type View = ReturnType<typeof viewPreview>;

/** Breadcrumbs and cancel link of the page that starts a reward or a program. */
export const ofRewards = { crumbs: [{ label: "Rewards", href: "/rewards" }], back: "/rewards" };

/** Asks before money is given for games of the past. */
export function StartPage({
  view,
  fields,
  ...page
}: { view: View } & Omit<ComponentProps<typeof ConfirmPage>, "children" | "submit">) {
  return (
    <ConfirmPage
      {...page}
      fields={
        view.teams.length === 0 ? (
          <p>No team has earned anything so far.</p>
        ) : (
          <>
            {fields}
            <p>{view.summary}</p>
            <DataTable
              caption="Earned already"
              columns={[
                { name: "Team" },
                { name: "Awarded now" },
                { name: "To hand over", numeric: true },
                { name: "Games", wide: true },
              ]}
              rows={view.teams.map(({ key, team, awarded, waits, games }) => ({
                key,
                cells: [<strong key="team">{team}</strong>, awarded, waits, games],
              }))}
            />
            <p className="muted">
              The earliest are paid first. Each person gets one email that lists what concerns them.
            </p>
          </>
        )
      }
      submit={view.submit}
    />
  );
}
