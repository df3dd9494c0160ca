import type { ClubTx } from "#app/db/club/schema.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { sameValues } from "#app/forms/stale-form.ts";

/** The names of the fields in which two values of a form differ. */
export const changedFields = <Values extends object>(wanted: Values, stored: Values): string[] =>
  (Object.keys(stored) as (keyof Values & string)[]).filter(
    (name) => !sameValues({ value: wanted[name] }, { value: stored[name] }),
  );

/** Records which of the club's settings changed, never to what (product.md#audit). */
export const recordSettings = (tx: ClubTx, fields: readonly string[]): Promise<void> =>
  recordAudit(tx, { kind: "settings.changed", detail: { fields: [...fields].sort().join(", ") } });
