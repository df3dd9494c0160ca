import { childKey, emailKey } from "#app/domain/club/contacts/contacts.ts";
import type { FileChild, FileGuardian, ReadContactRow } from "./read-contact-row.ts";

/** Plan of a contacts import: changes to the contacts (product/imports.md#contacts-import). Pure. */

export interface StoredContact {
  id: string;
  name: string;
  children: StoredChild[];
}

export interface StoredChild {
  id: string;
  name: string;
  name_key: string;
  team_id: string | null;
  age_group: string;
}

/** A child that gets the team or age group that the file says. */
export interface ChildChange {
  id: string;
  team_id: string | null;
  age_group: string;
}

/** One person of the file, over all of its rows. */
export interface PlannedContact {
  email: string;
  /** The contact that it is; null: a new one. */
  stored: StoredContact | null;
  /** Name of a new contact, or for a stored one without a name; '' for neither. */
  name: string;
  /** Children that are added. */
  children: FileChild[];
  changes: ChildChange[];
}

export type RowEffect = "added" | "changed" | "unchanged" | "skipped";

/** Sum of a file's rows, one person for each address. */
export class ContactPlan {
  readonly contacts = new Map<string, PlannedContact>();
  readonly #stored: ReadonlyMap<string, StoredContact>;
  readonly #lines = new Map<string, number>();
  /** The children of the file so far, and those stored, by the plan's contact. */
  readonly #children = new Map<PlannedContact, Map<string, KnownChild>>();

  /** @param stored contacts by the key of their address */
  constructor(stored: ReadonlyMap<string, StoredContact>) {
    this.#stored = stored;
  }

  /**
   * Adds one row. @returns what it does, and the line of an earlier row that says the same
   */
  add(line: number, { guardians, children }: ReadContactRow): { effect: RowEffect; sameAs: number | null } {
    if (guardians.length === 0) return { effect: "skipped", sameAs: null };
    const effects: RowEffect[] = [];
    let sameAs: number | null = null;
    let isNew = false;
    for (const guardian of guardians) {
      const key = emailKey(guardian.email);
      effects.push(this.#addGuardian(key, guardian, children));
      for (const place of children.length > 0 ? children.map(placeOf) : [""]) {
        const first = this.#lines.get(`${key} ${place}`);
        if (first === undefined) {
          this.#lines.set(`${key} ${place}`, line);
          isNew = true;
        } else if (first !== line) sameAs ??= first;
      }
    }
    const effect = effects.includes("added")
      ? "added"
      : effects.includes("changed")
        ? "changed"
        : "unchanged";
    return { effect, sameAs: isNew ? null : sameAs };
  }

  #addGuardian(key: string, { name, email }: FileGuardian, children: readonly FileChild[]): RowEffect {
    let contact = this.contacts.get(key);
    const isFirst = contact === undefined;
    if (!contact) {
      const stored = this.#stored.get(key) ?? null;
      contact = { email, stored, name: "", children: [], changes: [] };
      this.contacts.set(key, contact);
      this.#children.set(contact, knownChildren(stored));
    }
    const before = contact.children.length + contact.changes.length + contact.name.length;
    if (!contact.name && !contact.stored?.name) contact.name = name;
    for (const child of children) this.#addChild(contact, child);
    const after = contact.children.length + contact.changes.length + contact.name.length;
    if (!contact.stored) return isFirst || after > before ? "added" : "unchanged";
    return after > before ? "changed" : "unchanged";
  }

  /** Adds a child; one of the same name without a team is the same child, and gets the team. */
  #addChild(contact: PlannedContact, child: FileChild): void {
    const known = this.#children.get(contact) as Map<string, KnownChild>;
    const key = childKey(child.name);
    const exact = known.get(`${key} ${child.teamId ?? ""}`);
    const same =
      exact ??
      (child.teamId === null ? [...known.values()].find((other) => other.key === key) : known.get(`${key} `));
    if (!same) {
      const added = { ...child };
      contact.children.push(added);
      known.set(placeOf(child), { key, added });
      return;
    }
    const team_id = exact || child.teamId === null ? null : child.teamId;
    if (same.added) {
      if (team_id !== null) same.added.teamId = team_id;
      same.added.ageGroup ||= child.ageGroup;
    } else if (same.stored) change(contact, same.stored, { team_id, age_group: child.ageGroup });
    if (team_id !== null) {
      known.delete(`${key} `);
      known.set(`${key} ${team_id}`, same);
    }
  }
}

/** `added`: by this file; `stored`: already there. */
interface KnownChild {
  key: string;
  added?: FileChild;
  stored?: StoredChild;
}

const placeOf = ({ name, teamId }: FileChild) => `${childKey(name)} ${teamId ?? ""}`;

function knownChildren(stored: StoredContact | null): Map<string, KnownChild> {
  return new Map(
    (stored?.children ?? []).map((child) => [
      `${child.name_key} ${child.team_id ?? ""}`,
      { key: child.name_key, stored: child },
    ]),
  );
}

/** Changes a contact; fields missing from the file stay unchanged. */
function change(
  contact: PlannedContact,
  stored: StoredChild,
  to: { team_id: string | null; age_group: string },
): void {
  const team_id = to.team_id ?? stored.team_id;
  const age_group = to.age_group || stored.age_group;
  const known = contact.changes.find(({ id }) => id === stored.id);
  if (known) {
    known.team_id = to.team_id ?? known.team_id;
    return;
  }
  if (team_id !== stored.team_id || age_group !== stored.age_group)
    contact.changes.push({ id: stored.id, team_id, age_group });
}
