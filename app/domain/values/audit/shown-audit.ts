import { actingReasonLabels } from "./acting-reasons.ts";
import { helpReasonLabels } from "./help-reasons.ts";
import { AUDIT_KINDS } from "./kinds.ts";

/** A row of an audit log as a page shows it. */
export interface ShownAudit {
  key: string;
  /** ISO-8601 UTC. */
  at: string;
  topic: string;
  who: string;
  role: string;
  what: string;
}

export interface Person {
  name: string;
  role: string;
}

/** Returns the actor of a row, with their current role. */
export function personOf(
  row: { actor_kind: string; actor_id: string | null },
  known: Person | undefined,
  nameOf: (id: string) => string | null,
): Pick<ShownAudit, "who" | "role"> {
  if (known) return { who: known.name, role: known.role };
  const name = row.actor_id === null ? null : nameOf(row.actor_id);
  switch (row.actor_kind) {
    case "account":
      return { who: name ?? "deleted account", role: name ? "No longer here" : "" };
    case "parent":
      return { who: name ?? "A parent", role: "Parent" };
    case "staff":
      return { who: "Goodside", role: "Platform staff" };
    default:
      return { who: "Goodside", role: "By itself" };
  }
}

/** Words for values of a detail that are not shown as stored. */
const words: Record<string, string> = {
  head: "head coach",
  super_admin: "super admin",
  wrong: "wrong password or code",
  "other team": "another team's",
  role: "not for this role",
  "only-reads": "reading only",
  "may-change": "may change what is listed here",
  "coach-final": "the coach's rating counts",
  ...Object.fromEntries(
    Object.entries({ ...helpReasonLabels, ...actingReasonLabels }).map(([reason, label]) => [
      reason,
      `${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    ]),
  ),
};

/**
 * Returns a row of an audit log in plain words: 'Invited: Dana Reyes, Hawks (head coach)'.
 * @param subject the name of what it was done to; null where it has none, or is gone
 */
export function auditText(
  { kind, detail }: { kind: string; detail: string },
  subject: string | null,
): string {
  const said = Object.hasOwn(AUDIT_KINDS, kind) ? AUDIT_KINDS[kind as keyof typeof AUDIT_KINDS] : kind;
  const { fields, ...rest } = JSON.parse(detail) as Record<string, string | number>;
  const about = [
    subject ?? "",
    fields
      ? String(fields)
          .replaceAll(/([A-Z])/g, " $1")
          .toLowerCase()
      : "",
  ];
  const named = about.filter(Boolean).join(", ");
  const more = Object.entries(rest).map(([name, value]) => `${nameOf[name] ?? ""}${words[value] ?? value}`);
  return `${said}${named && `: ${named}`}${more.length > 0 ? ` (${more.join(", ")})` : ""}`;
}

/** Prefix of a detail's value. */
const nameOf: Record<string, string> = {
  added: "added: ",
  boards: "board rows: ",
  amount: "",
  changed: "changed: ",
  contested: "contested: ",
  count: "",
  from: "before: ",
  hits: "found: ",
  games: "games: ",
  kept: "rows kept: ",
  left: "left: ",
  lost: "rows lost: ",
  players: "players: ",
  reference: "reference: ",
  scores: "scores changed: ",
  taken: "as of ",
  until: "until ",
};
