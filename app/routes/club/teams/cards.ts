import { staffTitle } from "#app/domain/club/staff/labels.ts";
import type { Member } from "#app/domain/club/staff/staff.server.ts";
import {
  looksAfter,
  type StaffRole,
  type StaffState,
  type StaffViewer,
  seesEmailOf,
  seesMember,
  staffState,
} from "#app/domain/club/staff/staff.ts";
import type { TeamStats } from "#app/domain/club/stats/stats.ts";
import type { Team } from "#app/domain/club/teams/teams.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatDate } from "#app/domain/values/times.ts";
import type { Role } from "#app/permissions/club-permissions.ts";

/** A member as a card shows it; it holds nothing that the viewer may not know. */
export interface StaffLine {
  id: string;
  role: StaffRole;
  title: string;
  /** The name; of an invitation without one the address, or 'Invited'. */
  who: string;
  email: string | null;
  state: StaffState;
  /** The last day of a pending invitation. */
  until: string | null;
  /** The invitation's link, for who looks after the member. */
  link: string | null;
  /** What became of the invitation's email, for who looks after the member. */
  delivery: Member["delivery"];
  isViewer: boolean;
  /** Whether the viewer may resend, correct, promote and remove. */
  looksAfter: boolean;
  coachRole: Member["coachRole"];
  /** When they joined and were last active, or were invited; as people read days. */
  since: string;
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
  /** The team's manager, or else who is invited to be it. */
  manager: { id: string; state: StaffState; delivery: Member["delivery"] } | null;
  /**
   * Whether the viewer edits the team and invites its coaches, and whether also its manager (product.md#permissions).
   */
  edits: boolean;
  appoints: boolean;
}

/** Who views the cards, and how days and invitation links are written for them. */
export interface CardViewer {
  accountId: string;
  /** What the viewer is in a team of theirs. */
  roleIn: (teamId: string) => Role;
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
    const role = viewer.roleIn(team.id);
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
        .filter((member) => seesMember({ role }, member))
        .map((member) => staffLine(member, { ...viewer, role })),
      manager: manager
        ? { id: manager.id, state: staffState(manager, viewer.at), delivery: manager.delivery }
        : null,
      edits: role !== "coach",
      appoints: role === "club_admin",
    };
  });
}

function staffLine(member: Member, viewer: CardViewer & StaffViewer): StaffLine {
  const { at, dayOf, linkOf } = viewer;
  const cares = looksAfter(viewer, member);
  const seesEmail = seesEmailOf(viewer, member);
  const state = staffState(member, at);
  const joined = state === "active";
  const day = (moment: string) => formatDate(dayOf(moment), dayOf(at));
  return {
    id: member.id,
    role: member.role,
    title: staffTitle(member),
    who: member.name || (seesEmail ? member.email : "Invited"),
    email: seesEmail && member.name ? member.email : null,
    state,
    until: joined ? null : day(member.expiresAt),
    link: cares && state === "pending" ? linkOf(member) : null,
    delivery: cares && !joined ? member.delivery : null,
    isViewer: member.accountId === viewer.accountId,
    looksAfter: cares,
    coachRole: member.coachRole,
    since: memberSince(member, day),
  };
}

/** 'joined Sat, Nov 7, last active Sat, Nov 21', 'invited Sat, Nov 21' (product.md#staff). */
export function memberSince(
  { status, joinedAt, lastActivityAt, invitedAt }: Member,
  day: (moment: string) => string,
): string {
  if (status !== "active") return `invited ${day(invitedAt)}`;
  const joined = joinedAt ? `joined ${day(joinedAt)}` : "joined";
  return lastActivityAt ? `${joined}, last active ${day(lastActivityAt)}` : joined;
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
