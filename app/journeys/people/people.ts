import { roleName, staffTitle } from "#app/domain/club/staff/labels.ts";
import type { Member } from "#app/domain/club/staff/staff.server.ts";
import { type StaffState, staffState } from "#app/domain/club/staff/staff.ts";
import { distinctTeamLabels } from "#app/domain/club/teams/teams.ts";
import type { ClubAccount } from "#app/domain/control/administrators/administrators.server.ts";
import { isDead } from "#app/domain/values/delivery.ts";

/** A person's place in a team, or as administrator (`team` is null). */
export interface Place {
  /** Id of the staff row or of the administrator's invitation; null for an administrator who has joined. */
  id: string | null;
  team: { id: string; label: string } | null;
  role: "administrator" | Member["role"];
  title: string;
  state: StaffState;
  undelivered: boolean;
}

/** Person of a club, with all their places: one line of 'Users & Roles' (product/teams.md#users-and-roles). */
export interface Person {
  /** The account's id; of somebody invited, the id of the first invitation. */
  id: string;
  accountId: string | null;
  name: string;
  /** null for the club's own account, which signs in with the code. */
  email: string | null;
  state: StaffState;
  undelivered: boolean;
  lastSignInAt: string | null;
  places: Place[];
}

export interface PeopleRows {
  accounts: readonly ClubAccount[];
  invitations: readonly {
    id: string;
    email: string;
    name: string;
    expires_at: string;
    delivery: Member["delivery"];
  }[];
  /** Staff of active teams. */
  staff: readonly Member[];
  teams: readonly { id: string; name: string; season: string }[];
}

/** Puts a club's people together, administrators first, then by name. An email is one person. */
export function peopleOf({ accounts, invitations, staff, teams }: PeopleRows, at: Date): Person[] {
  const people = new Map<string, Person>();
  const labels = distinctTeamLabels(
    teams.map(({ id, name, season }) => ({ teamId: id, teamName: name, season })),
  );
  const labelOf = new Map(teams.map(({ id }, index) => [id, labels[index] ?? ""]));
  for (const account of accounts) {
    const { accountId, email, name, lastSignInAt } = account;
    const isAdmin = account.role === "club_admin";
    people.set(email ?? accountId, {
      ...person(accountId, email, name),
      accountId,
      state: "active",
      lastSignInAt,
      places: isAdmin ? [administrator(null, "active", null)] : [],
    });
  }
  const open = (id: string, email: string, name: string): Person => {
    const found = people.get(email) ?? person(id, email, name);
    if (!found.name) found.name = name;
    people.set(email, found);
    return found;
  };
  for (const { id, email, name, expires_at, delivery } of invitations) {
    const state = staffState({ status: "pending", expiresAt: expires_at }, at);
    open(id, email, name).places.push(administrator(id, state, delivery));
  }
  for (const member of staff) {
    const label = labelOf.get(member.teamId);
    if (label === undefined) continue;
    const state = staffState(member, at);
    open(member.accountId ?? member.id, member.email, member.name).places.push({
      id: member.id,
      team: { id: member.teamId, label },
      role: member.role,
      title: staffTitle(member),
      state,
      undelivered: state !== "active" && isDead(member.delivery),
    });
  }
  return [...people.values()]
    .filter(({ places }) => places.length > 0)
    .map(summed)
    .sort(byRoleAndName);
}

const person = (id: string, email: string | null, name: string): Person => ({
  id,
  accountId: null,
  name,
  email,
  state: "pending",
  undelivered: false,
  lastSignInAt: null,
  places: [],
});

const administrator = (id: string | null, state: StaffState, delivery: Member["delivery"]): Place => ({
  id,
  team: null,
  role: "administrator",
  title: roleName.club_admin,
  state,
  undelivered: state !== "active" && isDead(delivery),
});

/** Sums up a person's state: active with an active place, or pending with an open invitation, or expired. */
function summed(one: Person): Person {
  const states = one.places.map(({ state }) => state);
  const state =
    (["active", "pending", "expired"] as const).find((name) => states.includes(name)) ?? "expired";
  return { ...one, state, undelivered: one.places.some(({ undelivered }) => undelivered) };
}

const isAdministrator = ({ places }: Person) => places.some(({ role }) => role === "administrator");

const byRoleAndName = (a: Person, b: Person) =>
  Number(isAdministrator(b)) - Number(isAdministrator(a)) ||
  Number(a.email !== null) - Number(b.email !== null) ||
  (a.name || a.email || "").localeCompare(b.name || b.email || "");

/** The filters of the list, as its address spells them. */
export interface PeopleFilters {
  search: string;
  role: "" | Place["role"];
  state: "" | StaffState;
}

/** Returns the people that a search by name, email or team and the filters leave. */
export function filterPeople(people: readonly Person[], { search, role, state }: PeopleFilters): Person[] {
  const wanted = search.trim().toLowerCase();
  return people.filter(
    (one) =>
      (role === "" || one.places.some((place) => place.role === role)) &&
      (state === "" || one.state === state) &&
      [one.name, one.email ?? "", ...one.places.map(({ team }) => team?.label ?? "")].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
  );
}
