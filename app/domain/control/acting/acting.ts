import type { Field } from "#app/forms/fields.ts";
import type { SupportRole } from "#app/permissions/club-permissions.ts";
import type { PlatformRole } from "#app/permissions/platform-roles.ts";

/** Minutes for which a member of staff acts for a club (product/support.md#acting-for-a-club). */
export const ACTING_MINUTES = 30;

export const actingFields = {
  reference: { label: "Reference", max: 24 },
} as const satisfies Record<string, Field>;

/** The number of a message or ticket: no room for a name or an address. */
export const referencePattern = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)?$/;

/** Returns the role of staff in a club that they act for: all read, only super admins change something. */
export const actingRole = (role: PlatformRole): SupportRole =>
  role === "super_admin" ? "support_editor" : "support";
