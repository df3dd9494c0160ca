import { staffTitle } from "#app/domain/club/staff/labels.ts";
import type { Member } from "#app/domain/club/staff/staff.server.ts";
import {
  looksAfter,
  type StaffRole,
  type StaffState,
  seesEmailOf,
  seesMember,
  staffState,
} from "#app/domain/club/staff/staff.ts";
import type { TeamStats } from "#app/domain/club/stats/stats.ts";
import type { Team } from "#app/domain/club/teams/teams.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatDate } from "#app/domain/values/times.ts";
import type { Role } from "#app/permissions/club-permissions.ts";

/** A member on the team's page, limited to what the viewer may see. */
export interface StaffLine {
  id: string;
  role: StaffRole;
  title: string;
  /** Name; for an invitation without one the address, or 'Invited'. */
  who: string;
  email: string | null;
  state: StaffState;
  /** Last day of a pending invitation. */
  until: string | null;
  /** Invitation link, for users who manage the member. */
  link: string | null;
  /** Delivery of the invitation's email, for users who manage the member. */
  delivery: Member["delivery"];
  deliveryReason: Member["deliveryReason"];
  isViewer: boolean;
  /** True if the viewer may resend, correct, promote and remove. */
  looksAfter: boolean;
  coachRole: Member["coachRole"];
  /** Text on when they joined and were last active, or were invited. */
  since: string;
}

/** A team as its own page shows it to a viewer. */
export interface TeamCard {
  id: string;
  name: string;
  about: string;
  description: string;
  score: number;
  gamesPlayed: number;
  /** Games among them whose result is sealed for the viewer. */
  sealedGames: number;
  completedGames: number;
  average: number | null;
  staff: StaffLine[];
  /** Manager of the team, or otherwise the invited one. */
  manager: { id: string; state: StaffState; delivery: Member["delivery"] } | null;
  /** True if the viewer edits the team and invites its coaches (product/teams.md#permissions). */
  edits: boolean;
  /** True if the viewer also invites its manager. */
  appoints: boolean;
  /**
   * True if the viewer acts for the club and may correct the team's settings (product/support.md#acting-for-a-club).
   */
  corrects: boolean;
}

/** Viewer of the team, with the formats of days and invitation links. */
export interface CardViewer {
  accountId: string | null;
  /** Role of the viewer in the team. */
  role: Role;
  at: Date;
  dayOf: (moment: Date | string) => string;
  linkOf: (member: Member) => string;
}

/** Formats a team for one viewer, with only what they may see of the staff (product/teams.md#staff). */
export function teamCard(
  team: Team,
  staff: readonly Member[],
  stats: TeamStats | undefined,
  viewer: CardViewer,
): TeamCard {
  const manager = staff.find(({ role }) => role === "manager");
  return {
    id: team.id,
    name: team.name,
    about: aboutTeam(team),
    description: team.description,
    score: stats?.totalScore ?? 0,
    gamesPlayed: (stats?.ratedGames ?? 0) + (stats?.sealedGames ?? 0),
    sealedGames: stats?.sealedGames ?? 0,
    completedGames: stats?.completedGames ?? 0,
    average: stats?.average ?? null,
    staff: staff.filter((member) => seesMember(viewer, member)).map((member) => staffLine(member, viewer)),
    manager: manager
      ? { id: manager.id, state: staffState(manager, viewer.at), delivery: manager.delivery }
      : null,
    edits: viewer.role === "club_admin" || viewer.role === "team_manager",
    corrects: viewer.role === "support_editor",
    appoints: viewer.role === "club_admin",
  };
}

/** Returns 'U-12 · Boys · Fall 2026 · 15 players'. */
const aboutTeam = ({ ageGroup, gender, season, playerCount }: Team): string =>
  [ageGroup, gender, season, playerCount === 0 ? "" : pluralize(playerCount, "player")]
    .filter(Boolean)
    .join(" · ");

function staffLine(member: Member, viewer: CardViewer): StaffLine {
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
    deliveryReason: member.deliveryReason,
    isViewer: viewer.accountId !== null && member.accountId === viewer.accountId,
    looksAfter: cares,
    coachRole: member.coachRole,
    since: memberSince(member, day),
  };
}

/** Returns 'joined Sat, Nov 7, last active Sat, Nov 21', or 'invited Sat, Nov 21' (product/teams.md#staff). */
export function memberSince(
  { status, joinedAt, lastActivityAt, invitedAt }: Member,
  day: (moment: string) => string,
): string {
  if (status !== "active") return `invited ${day(invitedAt)}`;
  const joined = joinedAt ? `joined ${day(joinedAt)}` : "joined";
  return lastActivityAt ? `${joined}, last active ${day(lastActivityAt)}` : joined;
}
