/** Person who works for the platform, not for a club (product/platform-staff.md#platform-staff). */
export interface PlatformAdminsTable {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  company: string;
  role: "super_admin" | "admin" | "moderator";
  /** '' for a removed person. */
  password_hash: string;
  password_changed_at: string;
  created_at: string;
  /** Author of the account: a name, or 'setup key', 'command line'. */
  created_by: string;
  last_sign_in_at: string | null;
  removed_at: string | null;
}

export interface PlatformSessionsTable {
  token_hash: string;
  /** Names it on pages of staff; opens nothing. */
  id: string | null;
  admin_id: string;
  created_at: string;
  seen_at: string;
  expires_at: string;
  ip: string;
  user_agent: string;
}

export interface PlatformTotpTable {
  admin_id: string;
  /** Sealed with the staff key. */
  seed: string;
  /** null while it is being set up. */
  confirmed_at: string | null;
  /** The 30 seconds since 1970 whose code was used last. */
  last_step: number;
}

export interface PlatformRecoveryCodesTable {
  admin_id: string;
  /** The code's first part, from 1. */
  number: number;
  code_hash: string;
  used_at: string | null;
}

export interface PlatformInvitationsTable {
  id: string;
  email: string;
  role: "super_admin" | "admin" | "moderator";
  status: "pending" | "accepted" | "withdrawn";
  /** The number of the valid link; each resend raises it and invalidates the link before. */
  issue: number;
  invited_at: string;
  expires_at: string;
  invited_by: string;
}

/** Club that a member of staff acts for, or last did (product/support.md#acting-for-a-club). */
export interface PlatformActingTable {
  admin_id: string;
  /** The session of staff that it hangs on: it ends with it. */
  token_hash: string;
  club_code: string;
  reason: string;
  /** The number of a message or ticket; '' for none. */
  reference: string;
  started_at: string;
  ends_at: string;
  ended_at: string | null;
}

/** An event or open problem of which the staff are notified (product/platform-staff.md#notification-center). */
export interface StaffNotificationsTable {
  id: string;
  /** Key of what it reports: at most one open notification has it. */
  mark: string;
  kind: string;
  type:
    | "verification_due"
    | "verification_submitted"
    | "verification_approved"
    | "system_alert"
    | "email_failed";
  priority: "urgent" | "high" | "medium" | "low";
  title: string;
  message: string;
  /** Intended recipient, in words: never an address. */
  recipient: string;
  recipient_type: "staff" | "club" | "parents" | "members" | "account" | "administrators";
  /** 1: a person has to act. */
  action: 0 | 1;
  /** The id of what it is about, and its name: a club's, a job's or an email's. */
  subject_id: string;
  subject_name: string;
  club_code: string | null;
  /** Number of items that are reported together. */
  n: number | null;
  created_at: string;
  /** Time its cause was gone; null while it is open, and always for a single event. */
  closed_at: string | null;
}

/** Notification's state for a member of staff, and whether it is mailed to them. */
export interface StaffNotificationMarksTable {
  admin_id: string;
  notification_id: string;
  read_at: string | null;
  deleted_at: string | null;
  /** Time it is mailed; null for never. */
  due_at: string | null;
  digest: 0 | 1;
  mailed_at: string | null;
}

/** Mail preferences of a member of staff; no row: the defaults. */
export interface StaffNotificationPreferencesTable {
  admin_id: string;
  /** JSON: 'now', 'daily' or 'off' by type. */
  switches: string;
  quiet_hours: "none" | "evening" | "night" | "weekends";
  timezone: string;
  updated_at: string;
}

/** Hours in which the platform is worked on (product/operations.md#system-maintenance). */
export interface MaintenanceTable {
  id: string;
  starts_at: string;
  ends_at: string;
  /** Time zone in which it was written down. */
  timezone: string;
  words: string;
  /** Announcements to clubs: 1 for the first, one more for each change. */
  revision: number;
  announced_at: string | null;
  cancelled_at: string | null;
  saved_by: string;
  saved_at: string;
}

/**
 * A club that is, or was, erased on request (product/privacy.md#erasing-a-club). It outlives the club, without its
 * people.
 */
export interface ClubErasuresTable {
  club_code: string;
  name: string;
  /** The request, as staff described it. */
  reason: string;
  /** The administrator of the platform; null for a command of the operator. */
  ordered_by: string | null;
  ordered_at: string;
  due_at: string;
  erased_at: string | null;
  /** People without another club. */
  people: number | null;
  /** JSON: rows by kind. Null until they are counted; JSON null if the club's file could not be read. */
  erased_rows: string | null;
  documents: number | null;
  /** The day (YYYY-MM-DD, UTC) from which no backup holds the club. */
  backups_until: string | null;
}
