import { clubStatusLabels } from "#app/domain/control/platform/labels.ts";
import { Status } from "#app/ui/status.tsx";

const kinds = { active: "plain", suspended: "bad", creating: "plain" } as const;

/** Whether a club can be used now; that it can is nothing special. */
export function ClubStatus({ status }: { status: keyof typeof clubStatusLabels }) {
  return <Status kind={kinds[status]}>{clubStatusLabels[status]}</Status>;
}
