import { managedTeams } from "#app/domain/club/staff/club-user.ts";
import { listTeams } from "#app/domain/club/teams/teams.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";

/** Lists the teams for whose parents the user may act, as choices of a form. */
export async function teamsToChoose({ db, user }: ClubContext) {
  const teams = await listTeams(db, managedTeams(user));
  const choices = teams.map(({ id, name, season }) => ({
    value: id,
    label: season ? `${name} (${season})` : name,
  }));
  return { teams, choices };
}

/** Returns the team of a form; an unknown one, or another club's, is refused with a message. */
export async function teamOfForm(
  ctx: ClubContext,
  id: string,
): Promise<{ ok: true; id: string; ageGroup: string } | { ok: false; problem: string }> {
  const { teams } = await teamsToChoose(ctx);
  const team = teams.find((known) => known.id === id);
  if (!team) return { ok: false, problem: "Choose one of your teams" };
  return { ok: true, id: team.id, ageGroup: team.ageGroup };
}
