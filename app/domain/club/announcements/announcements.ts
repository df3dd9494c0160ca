import type { AnnouncementsTable } from "#app/db/club/schema.ts";

export const audiences = ["everybody", "managers", "coaches", "teams"] as const;
export type Audience = (typeof audiences)[number];

/** Most announcements of a club in 24 hours (product/notifications.md#announcements). */
export const ANNOUNCEMENTS_A_DAY = 5;
/** Days after which an unsent preview is deleted. */
export const PREVIEW_DAYS = 7;

export interface AnnouncementFields {
  subject: string;
  body: string;
  audience: Audience;
  /** The chosen teams; empty for the other audiences. */
  teamIds: string[];
}

export type Announcement = AnnouncementFields & {
  id: string;
  recipients: number;
  createdByName: string;
  createdAt: string;
  sentAt: string | null;
};

/** Place of a person on an active team's staff. */
export interface StaffPlace {
  accountId: string;
  teamId: string;
  role: "manager" | "coach";
}

/** Returns the accounts of the staff that an audience names; administrators come on top for 'everybody'. */
export function staffOfAudience(
  { audience, teamIds }: Pick<AnnouncementFields, "audience" | "teamIds">,
  staff: readonly StaffPlace[],
): string[] {
  const isMeant = ({ role, teamId }: StaffPlace) => {
    if (audience === "teams") return teamIds.includes(teamId);
    return audience === "everybody" || (audience === "managers" ? role === "manager" : role === "coach");
  };
  return [...new Set(staff.filter(isMeant).map(({ accountId }) => accountId))];
}

/** Returns a stored announcement as pages show it. */
export const asAnnouncement = (row: AnnouncementsTable): Announcement => ({
  id: row.id,
  subject: row.subject,
  body: row.body,
  audience: row.audience,
  teamIds: JSON.parse(row.team_ids) as string[],
  recipients: row.recipients,
  createdByName: row.created_by_name,
  createdAt: row.created_at,
  sentAt: row.sent_at,
});
