import type { Role } from "#app/domain/club/staff/club-user.ts";

/**
 * Who may do what inside a club (product.md#permissions). Pure, so that pages hide with it what the guard refuses
 * with it. What is limited to assigned teams is limited again by the team itself: see `reachesTeam`.
 */
const everyone = ["club_admin", "team_manager", "coach"] as const;
const leaders = ["club_admin", "team_manager"] as const;
const admins = ["club_admin"] as const;

const table = {
  "club.see": everyone,
  "leaderboard.see": everyone,
  "teams.see": everyone,
  "teams.manage": admins,
  "staff.invite": admins,
  "games.see": everyone,
  "games.manage": leaders,
  "games.import": admins,
  "ratings.see": everyone,
  "ratings.give": ["team_manager", "coach"],
  "ratings.correct": admins,
  "incidents.see": admins,
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof table;

export function may(role: Role, capability: Capability): boolean {
  return (table[capability] as readonly Role[]).includes(role);
}
