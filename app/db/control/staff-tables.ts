/** Somebody who works for the platform, not for a club (product.md#platform-staff). */
export interface PlatformAdminsTable {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  company: string;
  role: "super_admin" | "admin" | "moderator";
  /** '' of somebody who was removed. */
  password_hash: string;
  password_changed_at: string;
  created_at: string;
  /** Who made the account: a name, or 'setup key', 'command line'. */
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

/** For which club one of the staff acts, or did last (product.md#acting-for-a-club). */
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
