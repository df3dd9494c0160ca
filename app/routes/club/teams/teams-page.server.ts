import { policyLabels } from "#app/domain/club/ratings/labels.ts";
import { ratingPolicyOf } from "#app/domain/club/settings/settings.server.ts";
import { roleInTeam, teamScope, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { staffOf } from "#app/domain/club/staff/staff.server.ts";
import { teamStats } from "#app/domain/club/stats/stats.server.ts";
import { countFormerTeams } from "#app/domain/club/teams/team-status.server.ts";
import { listTeams } from "#app/domain/club/teams/teams.server.ts";
import { teamNameKey } from "#app/domain/club/teams/teams.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { invitationAddresses } from "#app/journeys/club-events/invitation.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";
import { teamCards, teamTiles } from "./cards.ts";

/** The page offers a search from this many teams on. */
const SEARCH_FROM = 9;

/** The teams in a user's scope that match a search by name or age group. */
export async function loadTeamsPage({ control, db, club, user }: ClubContext, search: string) {
  const at = now();
  const scope = teamScope(user);
  const [teams, staff, stats, policy, former] = await Promise.all([
    listTeams(db, scope),
    staffOf(db, scope),
    teamStats(db, scope, viewerOf(user), at),
    ratingPolicyOf(db),
    may(user.role, "teams.manage") ? countFormerTeams(db, at) : null,
  ]);
  const key = teamNameKey(search);
  const found = teams.filter(({ name, ageGroup }) => teamNameKey(`${name} ${ageGroup}`).includes(key));
  const known = new Set(teams.map(({ id }) => id));
  const cards = teamCards(found, staff, stats, {
    roleIn: (teamId) => roleInTeam(user, teamId) ?? "coach",
    accountId: user.accountId,
    at,
    dayOf: (moment) => dateAt(moment, club.timezone),
    linkOf: await invitationAddresses(control, staff),
  });
  return {
    cards,
    tiles: teamTiles(
      teams,
      staff.filter(({ teamId }) => known.has(teamId)),
      at,
    ),
    policy: policyLabels(policy),
    former,
    search,
    offersSearch: teams.length >= SEARCH_FROM,
  };
}
