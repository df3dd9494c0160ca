import { type MaintenanceFields, maintenanceFields } from "#app/domain/control/maintenance/fields.ts";
import type { MaintenanceState } from "#app/domain/control/maintenance/maintenance.server.ts";
import { timeZones } from "#app/domain/values/time-zones.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import type { StatusKind } from "#app/ui/status.tsx";

const inputs = inputsOf(maintenanceFields);

export const maintenanceStates: Record<MaintenanceState, { kind: StatusKind; text: string }> = {
  draft: { kind: "act", text: "Not announced" },
  planned: { kind: "done", text: "Announced" },
  running: { kind: "act", text: "Running" },
  over: { kind: "plain", text: "Over" },
  cancelled: { kind: "bad", text: "Canceled" },
};

/** Asks for start and end, with time zone, and a text. */
export function MaintenanceInputs({ values }: { values?: MaintenanceFields }) {
  return (
    <>
      <TextField {...inputs.fromDate} type="date" value={values?.fromDate} width="medium" />
      <TextField {...inputs.fromTime} type="time" value={values?.fromTime} width="medium" />
      <TextField {...inputs.toDate} type="date" value={values?.toDate} width="medium" />
      <TextField {...inputs.toTime} type="time" value={values?.toTime} width="medium" />
      <SelectField
        {...inputs.timezone}
        hint="Clubs read the email in their own"
        value={values?.timezone}
        choices={timeZones.map(([value, label]) => ({ value, label }))}
      />
      <TextArea
        {...inputs.words}
        hint="A sentence or two, in the banner and the email. It may stay empty."
        value={values?.words}
        rows={3}
      />
    </>
  );
}
