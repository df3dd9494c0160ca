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

/** Who did it, and what they are there now. */
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
