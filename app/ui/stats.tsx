import type { ReactNode } from "react";
import { count } from "#app/domain/values/pluralize.ts";

/** Shows a number with its label. */
export function Stat({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd>{withThousands(value)}</dd>
      {note ? <dd className="stat-note">{note}</dd> : null}
    </div>
  );
}

/** Returns 12,345 for a number; anything else unchanged. */
export const withThousands = (value: ReactNode) => (typeof value === "number" ? count(value) : value);

export const Stats = ({ children }: { children: ReactNode }) => <dl className="stats">{children}</dl>;
