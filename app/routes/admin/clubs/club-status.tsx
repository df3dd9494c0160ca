import type { ClubAccess } from "#app/domain/control/clubs/club-access.ts";
import { clubStatusLabels } from "#app/domain/control/platform/labels.ts";
import { Status, type StatusKind } from "#app/ui/status.tsx";

const kinds: Record<ClubAccess, StatusKind> = {
  open: "plain",
  "read-only": "act",
  suspended: "bad",
  creating: "plain",
};

/** Shows restrictions of the club's access; an open club needs no mark. */
export function ClubStatus({ access }: { access: ClubAccess }) {
  return <Status kind={kinds[access]}>{clubStatusLabels[access]}</Status>;
}
