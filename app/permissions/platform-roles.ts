/**
 * Permissions of the platform's staff, by role (product/platform-staff.md#platform-staff). Pure, so pages hide exactly
 * what guards refuse.
 */
export const platformRoles = ["super_admin", "admin", "moderator"] as const;
export type PlatformRole = (typeof platformRoles)[number];

export const isPlatformRole = (text: string): text is PlatformRole =>
  (platformRoles as readonly string[]).includes(text);

const table = {
  view_dashboard: ["super_admin", "admin", "moderator"],
  manage_clubs: ["super_admin", "admin"],
  manage_verifications: ["super_admin", "admin", "moderator"],
  manage_emails: ["super_admin", "admin"],
  manage_notifications: ["super_admin"],
  manage_users: ["super_admin"],
  view_analytics: ["super_admin", "admin", "moderator"],
} as const satisfies Record<string, readonly PlatformRole[]>;

export type PlatformPermission = keyof typeof table;

export function platformMay(role: PlatformRole, permission: PlatformPermission): boolean {
  return (table[permission] as readonly PlatformRole[]).includes(role);
}

/** Permissions that move a club's money or act for a club: deciding a verification settles its price. */
const NEEDS_SECOND_FACTOR = [
  "manage_clubs",
  "manage_verifications",
] as const satisfies readonly PlatformPermission[];

/**
 * Tells whether a role has to prove a second factor where the platform is real
 * (product/platform-staff.md#platform-staff).
 */
export const needsSecondFactor = (role: PlatformRole): boolean =>
  NEEDS_SECOND_FACTOR.some((permission) => platformMay(role, permission));

export const platformRoleName = {
  super_admin: "Super Admin",
  admin: "Admin",
  moderator: "Moderator",
} as const satisfies Record<PlatformRole, string>;

export const platformRoleHint = {
  super_admin: "Everything, and the other administrators of the platform.",
  admin: "Clubs, verifications and email.",
  moderator: "Verifications, and figures.",
} as const satisfies Record<PlatformRole, string>;

/** The roles as the choices of a form. */
export const platformRoleChoices = platformRoles.map((role) => ({
  value: role,
  label: platformRoleName[role],
  hint: platformRoleHint[role],
}));
