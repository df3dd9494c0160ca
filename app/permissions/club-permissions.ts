/** Role of a person in a club; in one team they may have a lesser one (`roleInTeam`). */
export type Role = MemberRole | SupportRole;
export type MemberRole = "club_admin" | "team_manager" | "coach";
/** Role of the platform's staff in a club that they act for (product/support.md#acting-for-a-club). */
export type SupportRole = "support" | "support_editor";

export const isSupport = (role: Role): role is SupportRole => role === "support" || role === "support_editor";

/**
 * Capabilities by role (product/teams.md#permissions). Pure, so pages hide exactly what guards refuse. Limits to
 * assigned teams are checked per team: see `roleInTeam`.
 */
const members = ["club_admin", "team_manager", "coach"] as const;
const everyone = [...members, "support", "support_editor"] as const;
const leaders = ["club_admin", "team_manager"] as const;
const admins = ["club_admin"] as const;
const editors = [...admins, "support_editor"] as const;
const readers = [...editors, "support"] as const;

const table = {
  "club.see": everyone,
  "club.manage": admins,
  "leaderboard.see": everyone,
  "teams.see": everyone,
  "teams.edit": [...leaders, "support_editor"],
  "teams.manage": editors,
  "staff.invite": leaders,
  "games.see": everyone,
  "games.manage": leaders,
  "games.import": admins,
  "ratings.see": everyone,
  "ratings.give": ["team_manager", "coach"],
  "ratings.correct": admins,
  "ratings.remind": leaders,
  "reports.see": everyone,
  "reports.compare": [...leaders, "support", "support_editor"],
  "pulse.see": leaders,
  "incidents.see": admins,
  "agreements.count": everyone,
  "agreements.see": members,
  "agreements.send": leaders,
  "contacts.import": admins,
  "seasons.see": readers,
  "seasons.manage": editors,
  "rewards.see": readers,
  "rewards.manage": admins,
  "printables.see": members,
  "printables.customize": admins,
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof table;

export function may(role: Role, capability: Capability): boolean {
  return (table[capability] as readonly Role[]).includes(role);
}
