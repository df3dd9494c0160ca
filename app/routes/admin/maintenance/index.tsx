import { useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  listMaintenance,
  maintenanceProblems,
  maintenanceSchema,
  maintenanceState,
  planMaintenance,
} from "#app/domain/control/maintenance/maintenance.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";
import { MaintenanceInputs, maintenanceStates } from "./maintenance-inputs.tsx";

export const meta = () => title("System Maintenance");

/** Plans hours of maintenance (product/operations.md#system-maintenance). */
const form = staffForm({
  may: "manage_notifications",
  schema: maintenanceSchema,
  change: ({ ctx: { control, admin }, value: { version: _, ...fields } }) =>
    planMaintenance(control, fields, admin.id),
  problems: maintenanceProblems,
  saved: ({ id }) => href("/admin/maintenance/:maintenanceId", { maintenanceId: id }),
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control } }) => {
  const at = now();
  return {
    planned: (await listMaintenance(control)).map((row) => ({
      id: row.id,
      from: formatMoment(row.starts_at, row.timezone),
      to: formatMoment(row.ends_at, row.timezone),
      words: row.words,
      state: maintenanceStates[maintenanceState(row, at)],
    })),
  };
});

export default function SystemMaintenance() {
  const { planned } = useLoaderData<typeof loader>();
  return (
    <AdminPage
      title="System Maintenance"
      lead="Hours in which Goodside may not answer. You see a preview, and how many people are mailed, before anybody is told."
    >
      <PostForm>
        <MaintenanceInputs />
        <Buttons>
          <SubmitButton>Preview</SubmitButton>
        </Buttons>
      </PostForm>
      <section>
        <h2>Planned and past</h2>
        {planned.length === 0 ? (
          <p>No maintenance was planned yet.</p>
        ) : (
          <RowTable
            caption="Maintenance, the latest first"
            columns={[
              { name: "From", place: "name" },
              { name: "State", place: "state" },
              { name: "To", place: "line" },
              { name: "What clubs should know", place: "more" },
            ]}
            rows={planned.map(({ id, from, to, words, state }) => ({
              key: id,
              href: href("/admin/maintenance/:maintenanceId", { maintenanceId: id }),
              cells: [
                from,
                <Status key="state" kind={state.kind}>
                  {state.text}
                </Status>,
                `until ${to}`,
                words,
              ],
            }))}
          />
        )}
      </section>
    </AdminPage>
  );
}
