import { notFound, requireTeam } from "#app/auth/guards.server.ts";
import { teamScope } from "#app/domain/club/staff/club-user.ts";
import { findTeam, listTeams, type Team } from "#app/domain/club/teams/teams.server.ts";
import { searchTeams } from "#app/domain/club/teams/teams.ts";
import { type ListQuery, onePage } from "#app/forms/pages.ts";
import type { ClubContext } from "#app/journeys/context.ts";

/** Id in an address that selects everything the user can open, instead of one team. */
export const ALL_TEAMS = "all";

/** A calendar that a user may subscribe to. */
interface CalendarChoice {
  /** Id in the page's address: a team's, or `ALL_TEAMS`. */
  id: string;
  /** Stored value: a team's id, or ''. */
  teamId: string;
  name: string;
  about: string;
}

/** Returns the user as the owner of calendar addresses. */
export const ownerOf = ({ user, club }: ClubContext) => ({ accountId: user.accountId, clubCode: club.code });

const CALENDARS_A_PAGE = 25;

/**
 * Lists a page of the calendars that a user may subscribe to, by a search for the team. With a single team, 'all' would
 * repeat it.
 */
export async function listCalendars(ctx: ClubContext, { search, page }: ListQuery) {
  const teams = await listTeams(ctx.db, teamScope(ctx.user));
  const found = searchTeams(teams, search).map(oneTeam);
  const all = teams.length === 1 || search !== "" ? [] : [allTeams(ctx)];
  const { rows, ...paged } = onePage([...all, ...found], page, CALENDARS_A_PAGE);
  return { calendars: rows, found: found.length, teams: teams.length, search, ...paged };
}

/** Returns one calendar: 404 if the club has no such team, 403 for a team that is not the user's. */
export async function requireCalendar(ctx: ClubContext, id: string | undefined): Promise<CalendarChoice> {
  if (id === ALL_TEAMS) return allTeams(ctx);
  const team = id ? await findTeam(ctx.db, id) : undefined;
  if (!team) throw notFound();
  requireTeam(ctx.user, team.id);
  return oneTeam(team);
}

function allTeams({ user, club }: ClubContext): CalendarChoice {
  const isAdmin = user.role === "club_admin";
  return {
    id: ALL_TEAMS,
    teamId: "",
    name: isAdmin ? club.name : "All your teams",
    about: isAdmin ? "The games of every team" : "The games of every team that you are assigned to",
  };
}

const oneTeam = ({ id, name, ageGroup, gender, season }: Team): CalendarChoice => ({
  id,
  teamId: id,
  name,
  about: `${ageGroup} ${gender}, ${season}`,
});
