/** What a person is in a club; in one team they may be less (`roleInTeam`). */
export type Role = "club_admin" | "team_manager" | "coach";

/**
 * Capabilities by role (product.md#permissions). Pure, so pages hide exactly what guards refuse. Limits to assigned
 * teams are checked per team: see `roleInTeam`.
 */
const everyone = ["club_admin", "team_manager", "coach"] as const;
const leaders = ["club_admin", "team_manager"] as const;
const admins = ["club_admin"] as const;

const table = {
  "club.see": everyone,
  "club.manage": admins,
  "leaderboard.see": everyone,
  "teams.see": everyone,
  "teams.edit": leaders,
  "teams.manage": admins,
  "staff.invite": leaders,
  "games.see": everyone,
  "games.manage": leaders,
  "games.import": admins,
  "ratings.see": everyone,
  "ratings.give": ["team_manager", "coach"],
  "ratings.correct": admins,
  "ratings.remind": leaders,
  "reports.see": everyone,
  "reports.compare": leaders,
  "pulse.see": leaders,
  "incidents.see": admins,
  "agreements.see": everyone,
  "agreements.send": leaders,
  "contacts.import": admins,
  "seasons.manage": admins,
  "rewards.manage": admins,
  "printables.see": everyone,
  "printables.customize": admins,
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof table;

export function may(role: Role, capability: Capability): boolean {
  return (table[capability] as readonly Role[]).includes(role);
}
