import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import { mergeStates, UNDO_DAYS } from "#app/domain/control/account-merge/labels.ts";
import { listMerges } from "#app/domain/control/account-merge/merges.server.ts";
import { veiledEmail } from "#app/domain/control/accounts/labels.ts";
import { formatRowMoment } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Empty } from "#app/ui/empty.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Merged Accounts");

const SHOWN = 100;

/** Lists the latest merges of two accounts (product/support.md#merging-accounts). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_clubs");
  const at = now();
  const merges = await listMerges(control, SHOWN);
  return {
    merges: merges.map((merge) => ({
      id: merge.id,
      name: merge.name || "No name",
      state: merge.state,
      from: `${veiledEmail(merge.otherEmail ?? "Deleted")} into ${veiledEmail(merge.keptEmail ?? "a deleted account")}`,
      at: formatRowMoment(merge.mergedAt, "UTC", at),
      undo:
        merge.state !== "undone" && Date.parse(merge.undoUntil) > at.getTime()
          ? `Until ${formatRowMoment(merge.undoUntil, "UTC", at)}`
          : "No more",
    })),
  };
}

export const stateKinds = { moving: "act", done: "done", undoing: "act", undone: "plain" } as const;

export default function Merges() {
  const { merges } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="Merged Accounts" lead={<a href="/admin/search">Search</a>}>
      {merges.length === 0 ? (
        <Empty title="No accounts were merged">
          <p>
            Where one person has two accounts, search for them, open one, and choose ‘Merge with another
            account’. It can be undone for {UNDO_DAYS} days.
          </p>
        </Empty>
      ) : (
        <RowTable
          caption="Merged accounts, the latest first"
          columns={[
            { name: "Person", place: "name" },
            { name: "State", place: "state" },
            { name: "Merged", place: "left" },
            { name: "Accounts", place: "line" },
            { name: "Can be undone", place: "more" },
          ]}
          rows={merges.map((merge) => ({
            key: merge.id,
            href: href("/admin/merges/:mergeId", { mergeId: merge.id }),
            cells: [
              merge.name,
              <Status key="state" kind={stateKinds[merge.state]}>
                {mergeStates[merge.state]}
              </Status>,
              merge.at,
              merge.from,
              merge.undo,
            ],
          }))}
        />
      )}
    </AdminPage>
  );
}
