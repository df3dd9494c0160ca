import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { href } from "#app/config/addresses.ts";
import { listErasures } from "#app/domain/control/retention/club-erasures.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { Empty } from "#app/ui/empty.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Erased Clubs");

const SHOWN = 100;

/** Clubs that are, or were, erased on request (product/privacy.md#erasing-a-club). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await requireAdmin(args, "manage_users");
  const erasures = await listErasures(control, SHOWN);
  return {
    erasures: erasures.map(({ club_code, name, reason, due_at, erased_at }) => ({
      code: club_code,
      name,
      reason,
      isErased: erased_at !== null,
      at: formatMoment(erased_at ?? due_at, "UTC"),
    })),
  };
}

export default function Erasures() {
  const { erasures } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="Erased Clubs" lead={<a href="/admin/clubs">All clubs</a>}>
      {erasures.length === 0 ? (
        <Empty title="No clubs were erased on request">
          <p>A super admin erases a club from the support tools on its page.</p>
        </Empty>
      ) : (
        <RowTable
          caption="Clubs erased on request"
          columns={[
            { name: "Club", place: "name" },
            { name: "State", place: "state" },
            { name: "When", place: "left" },
            { name: "Who asked", place: "line" },
          ]}
          rows={erasures.map(({ code, name, reason, isErased, at }) => ({
            key: code,
            href: href("/admin/erasures/:clubCode", { clubCode: code }),
            cells: [
              name,
              <Status key="state" kind={isErased ? "done" : "act"}>
                {isErased ? "Erased" : "Waiting"}
              </Status>,
              at,
              reason,
            ],
          }))}
        />
      )}
    </AdminPage>
  );
}
