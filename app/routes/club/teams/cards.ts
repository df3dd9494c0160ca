import { staffTitle } from "#app/domain/club/staff/labels.ts";
import type { Member } from "#app/domain/club/staff/staff.server.ts";
import { type StaffRole, type StaffState, staffState } from "#app/domain/club/staff/staff.ts";
import { type StaffViewer, seesEmailOf, seesMember } from "#app/domain/club/staff/staff-privacy.ts";
import type { TeamStats } from "#app/domain/club/stats/stats.ts";
import type { Team } from "#app/domain/club/teams/teams.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatDate } from "#app/domain/values/times.ts";

/** A member as a card shows it; it holds nothing that the viewer may not know. */
export interface StaffLine {
  id: string;
  role: StaffRole;
  title: string;
  /** The name; for a pending invitation the address, or 'Invited'. */
  who: string;
  email: string | null;
  state: StaffState;
  /** The last day of a pending invitation. */
  until: string | null;
  /** The invitation's link, for administrators. */
  link: string | null;
  /** What became of the invitation's email, for administrators. */
  delivery: Member["delivery"];
  isViewer: boolean;
}

export interface TeamCard {
  id: string;
  name: string;
  about: string;
  description: string;
  score: number;
  gamesPlayed: number;
  /** Of these, those whose result is sealed for the viewer. */
  sealedGames: number;
  completedGames: number;
  average: number | null;
  strip: string;
  staff: StaffLine[];
  /** The team's one manager. */
  manager: { id: string; state: StaffState; delivery: Member["delivery"] } | null;
}

/** Who views the cards, and how days and invitation links are written for them. */
export interface CardViewer extends StaffViewer {
  accountId: string;
  at: Date;
  dayOf: (moment: Date | string) => string;
  linkOf: (member: Member) => string;
}

/** The cards of teams for one viewer, with only what they may see of the staff (product.md#staff). */
export function teamCards(
  teams: readonly Team[],
  staff: readonly Member[],
  stats: ReadonlyMap<string, TeamStats>,
  viewer: CardViewer,
): TeamCard[] {
  const byTeam = new Map<string, Member[]>(teams.map(({ id }) => [id, []]));
  for (const member of staff) byTeam.get(member.teamId)?.push(member);
  return teams.map((team) => {
    const members = byTeam.get(team.id) ?? [];
    const manager = members.find(({ role }) => role === "manager");
    const teamStats = stats.get(team.id);
    return {
      id: team.id,
      name: team.name,
      about: [team.ageGroup, team.gender, team.season, players(team.playerCount)].filter(Boolean).join(" · "),
      description: team.description,
      score: teamStats?.totalScore ?? 0,
      gamesPlayed: (teamStats?.ratedGames ?? 0) + (teamStats?.sealedGames ?? 0),
      sealedGames: teamStats?.sealedGames ?? 0,
      completedGames: teamStats?.completedGames ?? 0,
      average: teamStats?.average ?? null,
      strip: teamStats?.strip ?? "",
      staff: members
        .filter((member) => seesMember(viewer, member))
        .map((member) => staffLine(member, viewer)),
      manager: manager
        ? { id: manager.id, state: staffState(manager, viewer.at), delivery: manager.delivery }
        : null,
    };
  });
}

function staffLine(member: Member, viewer: CardViewer): StaffLine {
  const { at, dayOf, linkOf } = viewer;
  const isAdmin = viewer.role === "club_admin";
  const state = staffState(member, at);
  const joined = state === "active";
  return {
    id: member.id,
    role: member.role,
    title: staffTitle(member),
    who: member.name || (isAdmin ? member.email : "Invited"),
    email: seesEmailOf(viewer, member) && member.name ? member.email : null,
    state,
    until: joined ? null : formatDate(dayOf(member.expiresAt), dayOf(at)),
    link: isAdmin && state === "pending" ? linkOf(member) : null,
    delivery: isAdmin && !joined ? member.delivery : null,
    isViewer: member.accountId === viewer.accountId,
  };
}

const players = (number: number) => (number === 0 ? "" : pluralize(number, "player"));

/** The counts at the top of the page; a person with several teams counts once. */
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
