import { AUDIT_KINDS } from "./kinds.ts";

/** Words of a detail that are not said as they stand. */
const words: Record<string, string> = {
  head: "head coach",
  super_admin: "super admin",
  wrong: "wrong password or code",
  "other team": "another team's",
  role: "not for this role",
  "coach-final": "the coach's rating counts",
};

/**
 * A row of an audit log in plain words: 'Invited: Dana Reyes, Hawks (head coach)'.
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

/** What stands before a detail's value. */
const nameOf: Record<string, string> = {
  added: "added: ",
  changed: "changed: ",
  count: "",
  kept: "rows kept: ",
  left: "left: ",
  lost: "rows lost: ",
  scores: "scores changed: ",
};
