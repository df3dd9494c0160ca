import { endMembers, staffOf } from "#app/domain/club/staff/staff.server.ts";
import { listTeams } from "#app/domain/club/teams/teams.server.ts";
import {
  openAdminInvitations,
  withdrawAdminInvitation,
} from "#app/domain/control/administrators/admin-invitations.server.ts";
import {
  clubAccounts,
  removeAdministrator,
} from "#app/domain/control/administrators/administrators.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { endMembershipsWithoutTeam } from "#app/journeys/club-events/team-access.server.ts";
import type { ClubContext, ClubFileContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { type Person, peopleOf } from "./people.ts";

/** Loads the people of a club, with the rows behind them: administrators, staff of active teams, and invited ones. */
export async function loadPeople({ control, db, club }: ClubFileContext) {
  const [accounts, invitations, staff, teams] = await Promise.all([
    clubAccounts(control, club.code),
    openAdminInvitations(control, club.code),
    staffOf(db, "all"),
    listTeams(db, "all"),
  ]);
  return { people: peopleOf({ accounts, invitations, staff, teams }, now()), invitations, staff, teams };
}

/** Loads one person of a club with the same; undefined for an unknown id. */
export async function loadPerson(ctx: ClubFileContext, id: string) {
  const loaded = await loadPeople(ctx);
  const person = loaded.people.find((one: Person) => one.id === id);
  return person && { ...loaded, person };
}

/**
 * Removes a person from a club with all their places and open invitations, also in archived teams, with effect from
 * their next request (product/teams.md#users-and-roles). The same form finishes what a crash interrupted.
 */
export async function removePerson(
  ctx: Pick<ClubContext, "control" | "db" | "club" | "user">,
  person: Pick<Person, "accountId" | "email" | "name" | "places">,
): Promise<{ ok: true } | { ok: false; problem: "last-administrator" | "own-account" }> {
  const { control, db, club, user } = ctx;
  const { accountId, email, name } = person;
  if (accountId) {
    const account = { accountId, name, email: email ?? "", clubCode: club.code };
    const ended = await removeAdministrator(control, account, user);
    if (!ended.ok) return ended;
  }
  for (const { role, id } of person.places) {
    if (role === "administrator" && id) await withdrawAdminInvitation(ctx, id);
  }
  await changeClub({ control, db, club, user }, async (tx) => {
    const staff = await staffOf(tx, "all");
    const own = staff.filter((member) =>
      member.accountId ? member.accountId === accountId : member.email === email,
    );
    await endMembers(tx, own, { by: user.name, ending: "removed", at: now() });
  });
  if (accountId) await endMembershipsWithoutTeam({ control, db, club }, [accountId]);
  return { ok: true };
}
