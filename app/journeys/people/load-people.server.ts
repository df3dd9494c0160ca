import { staffOf } from "#app/domain/club/staff/staff.server.ts";
import { listTeams } from "#app/domain/club/teams/teams.server.ts";
import { openAdminInvitations } from "#app/domain/control/administrators/admin-invitations.server.ts";
import { clubAccounts } from "#app/domain/control/administrators/administrators.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { type Person, peopleOf } from "./people.ts";

/** Everybody of a club, with the rows behind them: administrators, staff of active teams, and who is invited. */
export async function loadPeople({ control, db, club }: ClubFileContext) {
  const [accounts, invitations, staff, teams] = await Promise.all([
    clubAccounts(control, club.code),
    openAdminInvitations(control, club.code),
    staffOf(db, "all"),
    listTeams(db, "all"),
  ]);
  return { people: peopleOf({ accounts, invitations, staff, teams }, now()), invitations, staff, teams };
}

/** One person of a club with the same; undefined for an unknown id. */
export async function loadPerson(ctx: ClubFileContext, id: string) {
  const loaded = await loadPeople(ctx);
  const person = loaded.people.find((one: Person) => one.id === id);
  return person && { ...loaded, person };
}
