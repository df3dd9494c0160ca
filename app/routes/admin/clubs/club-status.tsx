import type { ClubAccess } from "#app/domain/control/clubs/club-access.ts";
import { clubStatusLabels } from "#app/domain/control/platform/labels.ts";
import { Status, type StatusKind } from "#app/ui/status.tsx";

const kinds: Record<ClubAccess, StatusKind> = {
  open: "plain",
  "read-only": "act",
  suspended: "bad",
  creating: "plain",
};

/** What a club can be used for now; that it is open is nothing special. */
export function ClubStatus({ access }: { access: ClubAccess }) {
  return <Status kind={kinds[access]}>{clubStatusLabels[access]}</Status>;
}
