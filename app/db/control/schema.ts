import type { Generated, Kysely, Transaction } from "kysely";
import type {
  LeaderboardBoardsTable,
  LeaderboardRanksTable,
  LeaderboardSnapshotsTable,
  LeaderboardTable,
  StandingsTable,
} from "./board-tables.ts";
import type {
  ContactMessagesTable,
  EmailWordsTable,
  JobsTable,
  MailCountsTable,
  MailEventsTable,
  MailStopsTable,
  MailsTable,
  NotificationEntriesTable,
  NotificationPreferencesTable,
  ReactivatedAddressesTable,
} from "./mail-tables.ts";
import type {
  CheckoutsTable,
  DisputesTable,
  HeldPaymentsTable,
  InvoicesTable,
  LedgerTable,
  PlanId,
  RefundOrdersTable,
  SettlementsTable,
  SignupsTable,
  StripeChecksTable,
  StripeEventsTable,
  SubscriptionsTable,
} from "./money-tables.ts";
import type { SearchTables } from "./search-tables.ts";
import type {
  ClubErasuresTable,
  MaintenanceTable,
  PlatformActingTable,
  PlatformAdminsTable,
  PlatformInvitationsTable,
  PlatformRecoveryCodesTable,
  PlatformSessionsTable,
  PlatformTotpTable,
  StaffNotificationMarksTable,
  StaffNotificationPreferencesTable,
  StaffNotificationsTable,
} from "./staff-tables.ts";
import type { VerificationDocumentsTable, VerificationsTable } from "./verification-tables.ts";

/**
 * data/control.sqlite: clubs, accounts, payments, queues, and the public leaderboard's projection. Ids are random
 * text, times ISO-8601 UTC text, booleans 0 or 1, money cents.
 */
export interface ControlSchema extends SearchTables {
  meta: { key: string; value: string };
  clubs: ClubsTable;
  accounts: AccountsTable;
  memberships: MembershipsTable;
  admin_invitations: AdminInvitationsTable;
  sessions: SessionsTable;
  platform_admins: PlatformAdminsTable;
  platform_sessions: PlatformSessionsTable;
  /** A sign-in of an administrator whose second factor is still missing: it opens nothing. */
  platform_challenges: { token_hash: string; admin_id: string; expires_at: string };
  /** A club whose people a session of staff may look at, and why. */
  platform_club_access: { token_hash: string; club_code: string; reason: string; until: string };
  platform_acting: PlatformActingTable;
  platform_totp: PlatformTotpTable;
  api_tokens: ApiTokensTable;
  platform_api_tokens: Omit<ApiTokensTable, "account_id" | "club_code"> & { admin_id: string };
  platform_recovery_codes: PlatformRecoveryCodesTable;
  platform_invitations: PlatformInvitationsTable;
  staff_notifications: StaffNotificationsTable;
  staff_notification_marks: StaffNotificationMarksTable;
  staff_notification_preferences: StaffNotificationPreferencesTable;
  maintenance: MaintenanceTable;
  session_accounts: { token_hash: string; account_id: string };
  link_tokens: LinkTokensTable;
  email_changes: EmailChangesTable;
  passkeys: PasskeysTable;
  answered_challenges: { challenge: string; expires_at: string };
  signups: SignupsTable;
  checkouts: CheckoutsTable;
  subscriptions: SubscriptionsTable;
  stripe_events: StripeEventsTable;
  ledger: LedgerTable;
  refund_orders: RefundOrdersTable;
  settlements: SettlementsTable;
  invoices: InvoicesTable;
  disputes: DisputesTable;
  held_payments: HeldPaymentsTable;
  stripe_checks: StripeChecksTable;
  verifications: VerificationsTable;
  verification_documents: VerificationDocumentsTable;
  kept_forms: { account_id: string; address: string; sealed: string; expires_at: string };
  jobs: JobsTable;
  mails: MailsTable;
  mail_events: MailEventsTable;
  notification_preferences: NotificationPreferencesTable;
  notification_entries: NotificationEntriesTable;
  mail_stops: MailStopsTable;
  /**
   * Addresses that take no mail, or whose owner marked one of ours as spam: they get no more of the stoppable kinds.
   */
  dead_addresses: { address: string; delivery: "bounced" | "complained"; since: string };
  reactivated_addresses: ReactivatedAddressesTable;
  club_timetable: ClubTimetableTable;
  mail_counts: MailCountsTable;
  email_words: EmailWordsTable;
  /** Codes of erased clubs, never assigned again: their payments are kept under them. */
  erased_clubs: { code: string; erased_at: string };
  club_erasures: ClubErasuresTable;
  /** Parents who were erased, by their agreement's id: an older copy of the club's file still has them. */
  erased_persons: { club_code: string; agreement_id: string; erased_at: string };
  clubs_with_outbox: {
    mark: string;
    club_code: string;
    since: string;
    /** 1: the change is committed, its events can be delivered. */
    ready: Generated<0 | 1>;
  };
  club_restores: ClubRestoresTable;
  account_merges: AccountMergesTable;
  account_merge_clubs: AccountMergeClubsTable;
  /** Samples of the whole installation: one row a minute for a day, one every ten minutes for a week. */
  metric_samples: { minutes: number; at: string; data: string; pages: string };
  console_runs: ConsoleRunsTable;
  contact_messages: ContactMessagesTable;
  /** Uploads that are being read, one a club at most. */
  running_imports: {
    club_code: string;
    token: string;
    by_name: string;
    started_at: string;
    renewed_at: string;
  };
  import_progress: ImportProgressTable;
  calendar_feeds: CalendarFeedsTable;
  agreement_links: AgreementLinksTable;
  pulse_links: PulseLinksTable;
  /** Heads of the clubs' chains of evidence, which reveal an older or edited file (product/evidence.md#evidence). */
  evidence_heads: { club_code: string; seq: number; hash: string; at: string };
  evidence_losses: EvidenceLossesTable;
  audit: ControlAuditTable;
  /** Heads of the clubs' audit logs, which reveal an older or edited file (product/security.md#audit). */
  audit_heads: { club_code: string; seq: number; hash: string; at: string };
  standings: StandingsTable;
  leaderboard: LeaderboardTable;
  leaderboard_snapshots: LeaderboardSnapshotsTable;
  leaderboard_boards: LeaderboardBoardsTable;
  leaderboard_pages: { snapshot: number; page: number; teams: string };
  leaderboard_ranks: LeaderboardRanksTable;
  /** Counts of a club on a day (UTC); triggers keep the sums of all clubs in `day_totals`. */
  club_days: { club_code: string; day: string; ratings: number; signed: number };
  day_totals: { day: string; ratings: number; signed: number };
}

export type ControlDb = Kysely<ControlSchema>;
/** A parameter of this type requires a transaction. */
export type ControlTx = Transaction<ControlSchema>;

export interface ClubsTable {
  /** Lower case; shown in upper case. Also the name of the club's file. */
  code: string;
  name: string;
  slug: string;
  contact_name: string;
  email: string;
  /** Treasurer's address for a copy of each mail of money; absent or null for none (product/billing.md#treasurer). */
  billing_email?: string | null;
  phone: string;
  state: string;
  city: string;
  timezone: string;
  /** The club's color and the version of its logo, copied from its file. */
  color: string | null;
  logo: string | null;
  /** creating: its file does not exist yet; suspended: a bank payment failed or the term ended. */
  status: "creating" | "active" | "suspended";
  plan: PlanId;
  player_cap: number;
  estimated_players: number;
  verification_due_at: string;
  term_starts_at: string;
  term_ends_at: string;
  created_at: string;
  /** Time of the cancellation; absent or null for a club that stays (product/privacy.md#leaving). */
  cancelled_at?: string | null;
  /** 1: the club shows its figures to everybody (product/pages.md#public-boards); absent or 0: not. */
  public_page?: number;
}

export interface AccountsTable {
  id: string;
  /** A person signs in with an email, a club's own administrator account with the club code. */
  kind: "person" | "club";
  email: string | null;
  club_code: string | null;
  name: string;
  phone: string;
  state: string;
  city: string;
  password_hash: string | null;
  password_changed_at: string | null;
  terms_accepted_at: string | null;
  /** Version of the accepted terms, counted from 1 (product/pages.md#legal-texts). */
  terms_version: number | null;
  /** The newest version that the account was asked about. */
  terms_asked: number | null;
  /** The newest version that the account was mailed about. */
  terms_mailed: number | null;
  /** The newest version of the privacy policy that the account was mailed about. */
  privacy_mailed?: number | null;
  last_sign_in_at: string | null;
  created_at: string;
  /** Time Lite mode was switched on: pages without scripts; null for off (product/accounts.md#lite-mode). */
  lite_since: string | null;
  /** Time its owner was notified that it will be deleted because it is unused (product/privacy.md#retention). */
  unused_notified_at?: string | null;
  /** Account of the same person that this one is merged into, which ends its sign-in; absent or null for most. */
  merged_into?: string | null;
}

/** A Bearer token of the JSON calls (product/api.md#json-calls). */
export interface ApiTokensTable {
  token_hash: string;
  account_id: string;
  club_code: string;
  created_at: string;
  /** Within 10 minutes; null until its first call. */
  used_at: string | null;
  expires_at: string;
  ip: string;
  user_agent: string;
}

export interface MembershipsTable {
  account_id: string;
  club_code: string;
  /** Role in the club; what staff may do in a team is in the club's own file. */
  role: "club_admin" | "staff";
  created_at: string;
  /** Time the account last signed in to this club or switched to it; null for never. */
  last_sign_in_at: string | null;
}

/** Invites a further administrator of a club by email (product/teams.md#administrators). */
export interface AdminInvitationsTable {
  id: string;
  club_code: string;
  email: string;
  name: string;
  status: "pending" | "accepted" | "withdrawn";
  /** The number of the valid link; each resend raises it and invalidates the link before. */
  issue: number;
  invited_at: string;
  expires_at: string;
  /** Name of the inviter. */
  invited_by: string;
}

export interface SessionsTable {
  token_hash: string;
  /** Names it on pages of staff; opens nothing. */
  id: string | null;
  account_id: string;
  /** The session's club; null until a person of several clubs has chosen one. */
  club_code: string | null;
  /** 1: 'Remember me' was checked; 2: by a browser that may keep pages, because its scripts run (`keepsPages`). */
  remember: number;
  created_at: string;
  seen_at: string;
  expires_at: string;
  ip: string;
  user_agent: string;
}

/** Progress of a large import, and its failure (product/imports.md#schedule-import). */
export interface ImportProgressTable {
  import_id: string;
  club_code: string;
  by_name: string;
  /** `file`: an upload is being read into a preview. */
  stage: "file" | "reading" | "comparing" | "saving";
  /** Rows read or compared, or games saved, and how many there are. */
  done: number;
  total: number;
  started_at: string;
  renewed_at: string;
  /** `file: …`: what is wrong with the upload, in words. */
  problem: "no-room" | "failed" | `file: ${string}` | null;
}

/** The secret address of a calendar: what its owner reaches, or one team of that (product/games.md#calendars). */
export interface CalendarFeedsTable {
  id: string;
  token_hash: string;
  club_code: string;
  account_id: string;
  /** '' for everything that the owner reaches. */
  team_id: string;
  created_at: string;
}

/** The link of an agreement in a mail; the token itself is not stored. */
/**
 * The platform's audit log: sign-ins, accounts and staff. Triggers refuse every change and removal
 * (product/security.md#audit).
 */
export interface ControlAuditTable extends AuditColumns {
  /** The club that reads it; null for the platform's alone. */
  club_code: string | null;
}

/** Columns of the audit log in every file; `hash` is SHA-256 over the others in canonical JSON. */
export interface AuditColumns {
  /** 1, 2, 3 and so on without a gap. */
  seq: number;
  at: string;
  /** The part of `kind` before the dot, for filters. */
  topic: string;
  kind: string;
  actor_kind: "account" | "staff" | "parent" | "system";
  /** Id of an account, a member of the platform's staff or an agreement; null for an unknown person. */
  actor_id: string | null;
  /** The id of what it was done to. */
  subject: string | null;
  /** Canonical JSON of numbers and fixed words, never a name or an address. */
  detail: string;
  previous_hash: string;
  hash: string;
}

/**
 * Records that a club's chain lost because an older copy of its file was put in place
 * (product/evidence.md#lost-evidence).
 */
export interface EvidenceLossesTable {
  club_code: string;
  /** The newest record that was left. */
  kept_seq: number;
  /** The newest record that was lost, with its hash: the platform's proof that it was there. */
  lost_seq: number;
  lost_hash: string;
  noted_at: string;
}

export interface AgreementLinksTable {
  token_hash: string;
  club_code: string;
  agreement_id: string;
  /** Issue of the agreement; only the newest may be signed. */
  issue: number;
  created_at: string;
}

/** The link of a pulse in a parent's mail; the token itself is not stored. */
export interface PulseLinksTable {
  token_hash: string;
  club_code: string;
  invitation_id: string;
  /** Issue of the invitation; only the newest takes an answer. */
  issue: number;
  created_at: string;
}

export interface LinkTokensTable {
  token_hash: string;
  purpose:
    | "setup"
    | "invitation"
    | "administrator"
    | "payment"
    | "reset"
    | "club-email"
    | "club-email-back"
    | "billing-email"
    | "email-before"
    | "email-after"
    | "email-back"
    | "registration"
    | "address-back"
    | "staff-invitation"
    | "staff-reset";
  club_code: string | null;
  /**
   * A club code (setup, payment, club-email, club-email-back, billing-email), an email change's id (email-before, email-after,
   * email-back), a staff row's id (invitation), an invitation's id (administrator), a registration's id, an agreement's
   * id (address-back) or an account's id (reset).
   */
  subject_id: string;
  email: string;
  expires_at: string;
  used_at: string | null;
  created_at: string;
}

/** The public half of a key that a person's device holds. */
export interface PasskeysTable {
  /** The credential's id, base64url. */
  id: string;
  account_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** 0 for devices that do not count. */
  counter: number;
  /** Ways to the device, separated by blanks: 'internal hybrid'. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** A person's new address, from the wish to the end of the days in which the old one can take it back. */
export interface EmailChangesTable {
  id: string;
  account_id: string;
  email_before: string;
  email_after: string;
  requested_at: string;
  expires_at: string;
  before_confirmed_at: string | null;
  after_confirmed_at: string | null;
  changed_at: string | null;
  /** Cancelled, replaced or taken back. */
  ended_at: string | null;
}

/** An older copy of a club's file that staff put in its place (product/support.md#support-tools). */
export interface ClubRestoresTable {
  id: string;
  club_code: string;
  /** The copy; what it replaces goes to `aside`. */
  path: string;
  sha256: string;
  copied_at: string;
  aside: string;
  state: "ordered" | "done" | "failed";
  /** Reason of the failure; then nothing was replaced. */
  problem: string | null;
  admin_id: string;
  reason: string;
  ordered_at: string;
  finished_at: string | null;
}

/** Merge of two accounts of one person by staff (product/support.md#merging-accounts). */
export interface AccountMergesTable {
  id: string;
  kept_id: string;
  other_id: string;
  state: "moving" | "done" | "undoing" | "undone";
  /** 1 while clubs in which the other account has no place are still looked through for what it gave. */
  searching: number;
  admin_id: string;
  reason: string;
  /** Reason typed by staff; for staff alone. */
  why: string;
  merged_at: string;
  /** Last moment for undoing it. */
  undo_until: string;
  undone_at: string | null;
  /** Id of the person who undid it. */
  undone_by: string | null;
}

/** Rows that a merge moved for a club; those in the club's own file are noted there. */
export interface AccountMergeClubsTable {
  merge_id: string;
  club_code: string;
  state: "waiting" | "moved" | "back";
  places: number;
  ratings: number;
  notes: number;
  /** Rows that an undo could not put back, because they were changed since. */
  lost: number;
  /** JSON: the rows of the control database; empty once the merge cannot be undone any more. */
  moves: string;
}

/** Next look at a club (product/operations.md#timetable). */
export interface ClubTimetableTable {
  club_code: string;
  due_at: string;
  /** 1 if its file was changed since the last look, 2 if nothing but ratings were given. */
  changed: number;
  /** Counts looks and changes: who looked knows whether something changed meanwhile. */
  version: number;
  /** JSON: when each step next has something to do. */
  steps: string;
}

/** A command of the console that staff had run (product/operations.md#console). */
export interface ConsoleRunsTable {
  id: string;
  command: string;
  /** The club that it is about; null for the whole platform. */
  about: string | null;
  admin_id: string;
  ordered_at: string;
  state: "ordered" | "done" | "failed";
  /** One line in plain words. */
  result: string | null;
  finished_at: string | null;
}
