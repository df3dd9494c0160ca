import { useLoaderData } from "@remix-run/react";
import { staffForm, versionBy } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { type MaintenanceFields, maintenanceFields } from "#app/domain/control/maintenance/fields.ts";
import {
  changeMaintenance,
  countMaintenanceReaders,
  fieldsOfMaintenance,
  findMaintenance,
  type Maintenance,
  maintenanceProblems,
  maintenanceSchema,
  maintenanceState,
  maintenanceVersion,
} from "#app/domain/control/maintenance/maintenance.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { now } from "#app/runtime/clock.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { MaintenanceInputs } from "./maintenance-inputs.tsx";

export const meta = () => title("Change Maintenance");

/** Changes the time or text; clubs that were already mailed get an update. */
const form = staffForm({
  may: "manage_notifications",
  schema: maintenanceSchema,
  find: async ({ control }, { maintenanceId = "" }) => {
    const found = await findMaintenance(control, maintenanceId);
    const state = found && maintenanceState(found, now());
    return state === "over" || state === "cancelled" ? null : found;
  },
  change: ({ ctx: { control, admin }, found, value: { version, ...fields } }) =>
    changeMaintenance(control, found.id, fields, { version, by: admin.id }),
  version: versionBy<Maintenance, MaintenanceFields>(
    maintenanceVersion,
    maintenanceFields,
    fieldsOfMaintenance,
  ),
  problems: { ...maintenanceProblems, over: "It is over or canceled meanwhile: nothing was changed." },
  saved: ({ mailed }, { found }) => [
    href("/admin/maintenance/:maintenanceId", { maintenanceId: found.id }),
    mailed ? "Saved. The banner says it within seconds, and clubs are mailed." : "Saved. Nobody was mailed.",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx: { control }, found }) => ({
  id: found.id,
  values: fieldsOfMaintenance(found),
  version: maintenanceVersion(found),
  readers: found.announced_at === null ? null : await countMaintenanceReaders(control),
}));

export default function ChangeMaintenance() {
  const { id, values, version, readers } = useLoaderData<typeof loader>();
  const back = href("/admin/maintenance/:maintenanceId", { maintenanceId: id });
  return (
    <AdminPage
      title="Change Maintenance"
      lead={
        readers === null
          ? "Nobody is told yet."
          : `It is announced: ${pluralize(readers, "administrator")} of clubs will be mailed what holds now.`
      }
      width="text"
    >
      <PostForm>
        <Version value={version} />
        <MaintenanceInputs values={values} />
        <FormButtons submit={readers === null ? "Save" : "Save and Mail the Change"} back={back} />
      </PostForm>
    </AdminPage>
  );
}
