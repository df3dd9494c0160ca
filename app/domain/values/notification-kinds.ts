type Role = "club_admin" | "team_manager" | "coach";
type StaffRole = "manager" | "coach";

const everyone = ["club_admin", "team_manager", "coach"] as const;
const leaders = ["club_admin", "team_manager"] as const;
const admins = ["club_admin"] as const;

interface KindRow {
  label: string;
  description: string;
  /** Group of the page that has its switch. */
  group: "Games and ratings" | "Standings" | "Club" | "Reports";
  /** Roles that may get it, in the team that it is about. */
  roles: readonly Role[];
  /** True if it is on by default. */
  on: boolean;
  /** True if it goes into the person's digest; the others are sent right away whatever the frequency. */
  followsFrequency: boolean;
  /** True if the person's quiet hours hold it back. */
  quietHours: boolean;
  /** Postmark's stream: `broadcast` for mail that people can stop. */
  stream: "outbound" | "broadcast";
}

/** Every kind of mail that people can switch on and off (product/notifications.md#notifications). */
export const notificationKinds = {
  "game-reminders": {
    label: "Game Reminders",
    description: "The day before a game, and an hour after it with a link straight to the rating.",
    group: "Games and ratings",
    roles: everyone,
    on: true,
    followsFrequency: false,
    quietHours: true,
    stream: "broadcast",
  },
  "rating-submissions": {
    label: "Rating Submissions",
    description: "When the other side of a team has rated a game.",
    group: "Games and ratings",
    roles: everyone,
    on: true,
    followsFrequency: true,
    quietHours: true,
    stream: "broadcast",
  },
  "perfect-games": {
    label: "Perfect Game Alerts",
    description: "When a game's result is 20, Perfect Behavior.",
    group: "Games and ratings",
    roles: everyone,
    on: true,
    followsFrequency: true,
    quietHours: true,
    stream: "broadcast",
  },
  "incident-alerts": {
    label: "Incident Alerts",
    description: "When a game is rated 0, Major Incident. Always at once, also in quiet hours.",
    group: "Games and ratings",
    roles: leaders,
    on: true,
    followsFrequency: false,
    quietHours: false,
    stream: "outbound",
  },
  "rewards-earned": {
    label: "Rewards Earned",
    description: "When a reward is earned by a perfect game or by getting better, or given by hand.",
    group: "Standings",
    roles: everyone,
    on: true,
    followsFrequency: true,
    quietHours: true,
    stream: "broadcast",
  },
  "achievement-milestones": {
    label: "Achievement Milestones",
    description: "When a reward is earned by a streak, a milestone or a good season.",
    group: "Standings",
    roles: everyone,
    on: true,
    followsFrequency: true,
    quietHours: true,
    stream: "broadcast",
  },
  "leaderboard-updates": {
    label: "Leaderboard Updates",
    description: "When a team has moved up or down among the teams of your state.",
    group: "Standings",
    roles: leaders,
    on: false,
    followsFrequency: true,
    quietHours: true,
    stream: "broadcast",
  },
  announcements: {
    label: "Club Announcements",
    description: "What the club's administrators write to everybody.",
    group: "Club",
    roles: everyone,
    on: true,
    followsFrequency: false,
    quietHours: true,
    stream: "broadcast",
  },
  "season-updates": {
    label: "Season Updates",
    description: "A week before a season of your teams begins, and before it ends.",
    group: "Club",
    roles: everyone,
    on: true,
    followsFrequency: true,
    quietHours: true,
    stream: "broadcast",
  },
  "system-maintenance": {
    label: "System Maintenance",
    description: "When Goodside will not answer for a while, and when that changes.",
    group: "Club",
    roles: admins,
    on: true,
    followsFrequency: false,
    quietHours: false,
    stream: "broadcast",
  },
  "weekly-reports": {
    label: "Weekly Reports",
    description: "On Monday morning: last week's games and ratings, and what waits.",
    group: "Reports",
    roles: everyone,
    on: true,
    followsFrequency: false,
    quietHours: true,
    stream: "broadcast",
  },
  "monthly-analytics": {
    label: "Monthly Analytics",
    description: "On the 1st: the three figures of last month that matter, and where to look.",
    group: "Reports",
    roles: admins,
    on: false,
    followsFrequency: false,
    quietHours: true,
    stream: "broadcast",
  },
  "season-summary": {
    label: "Season Summary",
    description: "When a season has ended: how it went, beside the season before.",
    group: "Reports",
    roles: admins,
    on: true,
    followsFrequency: false,
    quietHours: true,
    stream: "broadcast",
  },
} as const satisfies Record<string, KindRow>;

export type NotificationKind = keyof typeof notificationKinds;

export const allNotificationKinds = Object.keys(notificationKinds) as NotificationKind[];

export const isNotificationKind = (text: string): text is NotificationKind =>
  Object.hasOwn(notificationKinds, text);

/** Roles of a person in a club that decide what they may get. */
export interface RecipientRoles {
  admin: boolean;
  /** Roles in the team that the mail is about; for mail about no team, in any active team. */
  roles: readonly StaffRole[];
}

/** A team's switches that stop mail about it. */
export interface TeamSwitches {
  managerUpdates: boolean;
  coachUpdates: boolean;
  incidentAlerts: boolean;
}

const roleOf = { manager: "team_manager", coach: "coach" } as const satisfies Record<StaffRole, Role>;

/** Returns the kinds that somebody may get, in the table's order (product/notifications.md#notifications). */
export function kindsFor(person: RecipientRoles): NotificationKind[] {
  return allNotificationKinds.filter((kind) => mayGet(kind, person, null));
}

/**
 * Tells whether a person may get a kind of mail about a team, or about none: by their role there, and the team's
 * switches. Administrators are not staff, so that only the switch of incident alerts is theirs too.
 */
export function mayGet(kind: NotificationKind, person: RecipientRoles, team: TeamSwitches | null): boolean {
  const { roles } = notificationKinds[kind] as KindRow;
  if (kind === "incident-alerts" && team && !team.incidentAlerts) return false;
  if (person.admin) return roles.includes("club_admin");
  const switchedOn = { manager: team?.managerUpdates ?? true, coach: team?.coachUpdates ?? true };
  return person.roles.some((role) => roles.includes(roleOf[role]) && switchedOn[role]);
}
