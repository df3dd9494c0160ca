import { firstGameLabel } from "#app/domain/club/games/labels.ts";
import { policyLabels } from "#app/domain/club/ratings/labels.ts";
import { roleInTeam, teamScope, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { type Member, staffOf } from "#app/domain/club/staff/staff.server.ts";
import { seesEmailOf, seesMember, staffState } from "#app/domain/club/staff/staff.ts";
import { teamStats } from "#app/domain/club/stats/stats.server.ts";
import { ratedLabel, type TeamStats } from "#app/domain/club/stats/stats.ts";
import { policyAndFormerTeams } from "#app/domain/club/teams/team-status.server.ts";
import { listTeams, type Team } from "#app/domain/club/teams/teams.server.ts";
import { searchTeams } from "#app/domain/club/teams/teams.ts";
import { isDead } from "#app/domain/values/delivery.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { type ListQuery, onePage } from "#app/forms/pages.ts";
import type { ClubOrSupportContext } from "#app/journeys/context.ts";
import { may, type Role } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";
import type { StatusKind } from "#app/ui/status.tsx";

const TEAMS_A_PAGE = 50;

/** Loads a page of the teams in a user's scope that match a search by name or age group. */
export async function loadTeamsPage({ db, club, user }: ClubOrSupportContext, { search, page }: ListQuery) {
  const at = now();
  const scope = teamScope(user);
  const [teams, staff, stats, { policy, former }] = await Promise.all([
    listTeams(db, scope),
    staffOf(db, scope),
    teamStats(db, scope, viewerOf(user), at),
    policyAndFormerTeams(db, at),
  ]);
  const found = searchTeams(teams, search);
  const { rows, ...paged } = onePage(found, page, TEAMS_A_PAGE);
  const byTeam = new Map<string, Member[]>(teams.map(({ id }) => [id, []]));
  for (const member of staff) byTeam.get(member.teamId)?.push(member);
  const today = dateAt(at, club.timezone);
  const seasons = new Set(teams.map(({ season }) => season));
  return {
    ...paged,
    found: found.length,
    rows: rows.map((team) => {
      const game = stats.get(team.id)?.firstGame;
      return teamRow(team, byTeam.get(team.id) ?? [], stats.get(team.id), {
        role: roleInTeam(user, team.id) ?? "coach",
        at,
        noGames: game ? firstGameLabel(game, today) : "No games yet",
        namesSeason: seasons.size > 1,
      });
    }),
    tiles: teamTiles(teams, [...byTeam.values()].flat(), at),
    policy: policyLabels(policy),
    former: may(user.role, "teams.manage") ? former : null,
    search,
  };
}

/** A team in the list, limited to what the viewer may see. */
export interface TeamRow {
  id: string;
  name: string;
  /** 'U-12 Boys', with the season if the list has several. */
  group: string;
  strip: string;
  /** Text instead of the strip: the first game's day, or that there is none. */
  noGames: string;
  average: number | null;
  /** '12 of 13 rated' */
  rated: string;
  /** 'Max Ortega (manager), Priya Nair, Dana Whitfield' */
  people: string;
  status: { kind: StatusKind; label: string } | null;
}

function teamRow(
  team: Team,
  members: readonly Member[],
  stats: TeamStats | undefined,
  viewer: { role: Role; at: Date; noGames: string; namesSeason: boolean },
): TeamRow {
  const seen = members.filter((member) => seesMember(viewer, member));
  return {
    id: team.id,
    name: team.name,
    group: `${team.ageGroup} ${team.gender}${viewer.namesSeason ? `, ${team.season}` : ""}`,
    strip: stats?.strip ?? "",
    noGames: viewer.noGames,
    average: stats?.average ?? null,
    rated: ratedLabel(stats),
    people: peopleOf(seen, viewer.role),
    status: viewer.role === "coach" ? null : statusOf(members, viewer.at),
  };
}

/** Names the manager, labeled as such, then the coaches; invited members by name, or by address if it is unknown. */
function peopleOf(members: readonly Member[], role: Role): string {
  const nameOf = (member: Member) =>
    member.name || (seesEmailOf({ role }, member) ? member.email : "Invited");
  const managers = members.filter((member) => member.role === "manager");
  const coaches = members.filter((member) => member.role === "coach");
  return [
    ...(managers.length === 0 ? ["No manager yet"] : managers.map((one) => `${nameOf(one)} (manager)`)),
    ...(coaches.length === 0 ? ["no coach yet"] : coaches.map(nameOf)),
  ].join(", ");
}

/** Returns the staffing problem or open invitation of a team; null if there is neither. */
function statusOf(members: readonly Member[], at: Date): TeamRow["status"] {
  const invited = members.filter(({ status }) => status === "pending");
  const lost = invited.filter((member) => isDead(member.delivery) || staffState(member, at) === "expired");
  if (lost.length > 0) return { kind: "act", label: pluralize(lost.length, "lost invitation") };
  if (!members.some(({ role }) => role === "manager")) return { kind: "act", label: "No manager" };
  if (!members.some(({ role }) => role === "coach")) return { kind: "act", label: "No coach" };
  return invited.length > 0 ? { kind: "plain", label: `${invited.length} invited` } : null;
}

/** Builds the counts at the top of the page; a person with several teams counts once. */
export function teamTiles(teams: readonly Team[], staff: readonly Member[], at: Date) {
  const people = (role: Member["role"]) =>
    new Set(
      staff.filter((member) => member.status === "active" && member.role === role).map(({ email }) => email),
    ).size;
  const invited = staff.filter(({ status }) => status === "pending");
  return {
    teams: teams.length,
    managers: people("manager"),
    coaches: people("coach"),
    pending: invited.length,
    expired: invited.filter((member) => staffState(member, at) === "expired").length,
  };
}
