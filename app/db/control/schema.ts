import type { Kysely, Transaction } from "kysely";

/**
 * data/control.sqlite: clubs, accounts, payments, queues, and the public leaderboard's projection. Ids are random
 * text, times ISO-8601 UTC text, booleans 0 or 1, money cents.
 */
export interface ControlSchema {
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
  platform_totp: PlatformTotpTable;
  api_tokens: ApiTokensTable;
  platform_api_tokens: Omit<ApiTokensTable, "account_id" | "club_code"> & { admin_id: string };
  platform_recovery_codes: PlatformRecoveryCodesTable;
  platform_invitations: PlatformInvitationsTable;
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
  /** Addresses that take no mail, or whose owner marked one of ours as spam: they get no more of the stoppable kinds. */
  dead_addresses: { address: string; delivery: "bounced" | "complained"; since: string };
  club_timetable: ClubTimetableTable;
  mail_counts: MailCountsTable;
  /** Codes of erased clubs: their payments are kept under them, so nobody gets them again. */
  erased_clubs: { code: string; erased_at: string };
  clubs_with_outbox: { club_code: string; mark: string; since: string };
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
  /** How far each club's chain of evidence had come: an older or edited file is seen (product.md#evidence). */
  evidence_heads: { club_code: string; seq: number; hash: string; at: string };
  evidence_losses: EvidenceLossesTable;
  audit: ControlAuditTable;
  /** How far each club's audit log had come: an older or edited file is seen (product.md#audit). */
  audit_heads: { club_code: string; seq: number; hash: string; at: string };
  standings: StandingsTable;
  leaderboard: LeaderboardTable;
  leaderboard_snapshots: LeaderboardSnapshotsTable;
  leaderboard_boards: LeaderboardBoardsTable;
  leaderboard_pages: { snapshot: number; page: number; teams: string };
  leaderboard_ranks: LeaderboardRanksTable;
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
  /** When the club cancelled; absent or null for one that stays (product.md#leaving). */
  cancelled_at?: string | null;
  /** 1: the club shows its figures to everybody (product.md#public-boards); absent or 0: not. */
  public_page?: number;
}

export type PlanId = "standard" | "large" | "enterprise";

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
  /** Of the terms that were accepted, counted from 1 (product.md#legal-texts). */
  terms_version: number | null;
  /** The newest version that the account was asked about. */
  terms_asked: number | null;
  /** The newest version that the account was mailed about. */
  terms_mailed: number | null;
  last_sign_in_at: string | null;
  created_at: string;
  /** When Lite mode was switched on: pages without scripts; null for off (product.md#lite-mode). */
  lite_since: string | null;
  /** When it was told that it is deleted because nobody uses it (product.md#retention). */
  unused_told_at?: string | null;
}

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
  admin_id: string;
  created_at: string;
  seen_at: string;
  expires_at: string;
  ip: string;
  user_agent: string;
}

/** A Bearer token of the JSON calls (product.md#json-calls). */
export interface ApiTokensTable {
  token_hash: string;
  account_id: string;
  club_code: string;
  created_at: string;
  /** To 10 minutes; null until its first call. */
  used_at: string | null;
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

export interface MembershipsTable {
  account_id: string;
  club_code: string;
  /** What staff may do in a team is in the club's own file. */
  role: "club_admin" | "staff";
  created_at: string;
  /** When the account last signed in to this club or changed over to it; null for never. */
  last_sign_in_at: string | null;
}

/** Invites a further administrator of a club by email (product.md#administrators). */
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
  /** The name of whoever invited. */
  invited_by: string;
}

export interface SessionsTable {
  token_hash: string;
  account_id: string;
  /** The session's club; null until a person of several clubs has chosen one. */
  club_code: string | null;
  remember: number;
  created_at: string;
  seen_at: string;
  expires_at: string;
  ip: string;
  user_agent: string;
}

/** How far a large import is, and what it failed of (product.md#schedule-import). */
export interface ImportProgressTable {
  import_id: string;
  club_code: string;
  by_name: string;
  stage: "reading" | "comparing" | "saving";
  /** Rows read or compared, or games saved, and how many there are. */
  done: number;
  total: number;
  started_at: string;
  renewed_at: string;
  problem: "no-room" | "failed" | null;
}

/** The secret address of a calendar: what its owner reaches, or one team of that (product.md#calendars). */
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
/** The platform's audit log: sign-ins, accounts and staff. Triggers refuse every change and removal (product.md#audit). */
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
  /** Of an account, a member of the platform's staff or an agreement; null where nobody is known. */
  actor_id: string | null;
  /** The id of what it was done to. */
  subject: string | null;
  /** Canonical JSON of numbers and fixed words, never a name or an address. */
  detail: string;
  previous_hash: string;
  hash: string;
}

/** Records that a club's chain lost because an older copy of its file was put in place (product.md#lost-evidence). */
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
  /** Only the agreement's newest issue may be signed. */
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
    | "email-before"
    | "email-after"
    | "email-back"
    | "registration"
    | "staff-invitation"
    | "staff-reset";
  club_code: string | null;
  /** A club code (setup, payment, club-email, club-email-back), an email change's id (email-before, email-after, email-back), a staff row's id (invitation), an invitation's id (administrator), a registration's id or an account's id (reset). */
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

export interface SignupsTable {
  id: string;
  /** Hash of the browser's cookie: one open sign-up per browser. */
  browser_hash: string;
  /** created: paid, with a club. */
  status: "draft" | "created";
  plan: PlanId | null;
  club_name: string;
  contact_name: string;
  email: string;
  phone: string;
  state: string;
  city: string;
  estimated_players: number | null;
  description: string;
  agreed_at: string | null;
  /** The version of the terms that was agreed to. */
  agreed_version: number | null;
  /** Number of requested Checkout sessions; part of the idempotency key. */
  attempt: number;
  club_code: string | null;
  /** Of `existingPlatforms`; '' where the club did not say. */
  existing_platform: string;
  /** Name, state and email that were confirmed to be another club's than one that signed up before. */
  other_club: string | null;
  created_at: string;
  updated_at: string;
}

/** A Checkout session of ours with the order at that moment: later edits of the sign-up do not change it. */
export interface CheckoutsTable {
  session_id: string;
  /** The payment page's address at Stripe; '' for one with a client secret. */
  url: string;
  signup_id: string;
  attempt: number;
  /** Hash of the paying browser's cookie: the success page shows the club only there. */
  browser_hash: string;
  plan: PlanId;
  price_cents: number;
  player_cap: number;
  /** The club's details as JSON. */
  details: string;
  created_at: string;
  /** 1: it pays for the next year of a club that is there already; absent or 0: for its first. */
  renews?: number;
  /** With which a program's own page finishes the payment; null for Stripe's page (product.md#json-calls). */
  client_secret: string | null;
}

export interface SubscriptionsTable {
  id: string;
  club_code: string;
  signup_id: string;
  plan: PlanId;
  price_cents: number;
  player_cap: number;
  starts_at: string;
  ends_at: string;
  payment_status: "paid" | "processing" | "failed";
  checkout_session_id: string;
  payment_intent_id: string | null;
  customer_id: string | null;
  created_at: string;
  updated_at: string;
  /** Set for a second payment of one year once its refund is ordered. */
  refunded_at: string | null;
  /** 1: the next year of a club that was there already; absent or 0: its first. */
  renews?: number;
}

/** Money that moved at Stripe; rows are only added (product.md#ledger). */
export interface LedgerTable {
  id: string;
  kind: LedgerKind;
  /** The charge, refund or balance transaction of a dispute; with the kind: one row. */
  stripe_id: string;
  payment_intent_id: string;
  /** Null while the payment belongs to no club of ours. */
  club_code: string | null;
  /** Positive: to us; negative: away from us. */
  amount_cents: number;
  moved_at: string;
  recorded_at: string;
}

export type LedgerKind = "payment" | "refund" | "refund-returned" | "dispute" | "dispute-returned";

/** A refund that we ask of Stripe, once. */
export interface RefundOrdersTable {
  id: string;
  club_code: string | null;
  payment_intent_id: string;
  amount_cents: number;
  why: "second" | "settlement" | "guarantee" | "held";
  settlement_id: string | null;
  /** The platform administrator; null for the platform itself. */
  ordered_by: string | null;
  /** Staff's reason. */
  note: string;
  ordered_at: string;
  /** due: also while the payment is still on its way; refused: by Stripe, for staff to settle. */
  state: "due" | "sent" | "refused";
  refund_id: string | null;
  sent_at: string | null;
}

/** A verified count of players, and what it changed in the price (product.md#settlement). */
export interface SettlementsTable {
  id: string;
  club_code: string;
  subscription_id: string;
  players: number;
  plan_before: PlanId;
  plan: PlanId;
  /** Positive: the club owes it; negative: it goes back to the club. */
  difference_cents: number;
  created_at: string;
  /** Set when a later settlement replaces one whose invoice was not paid. */
  voided_at: string | null;
}

/** Stripe's invoice for a shortfall. */
export interface InvoicesTable {
  id: string;
  settlement_id: string;
  club_code: string;
  number: string;
  amount_cents: number;
  status: "open" | "paid" | "void" | "uncollectible";
  /** Stripe's page where it is paid. */
  url: string;
  pdf_url: string;
  due_at: string;
  created_at: string;
  paid_at: string | null;
  payment_intent_id: string | null;
  /** When the club was reminded that it is overdue. */
  overdue_at: string | null;
}

/** A payment that the payer contests at the bank. */
export interface DisputesTable {
  id: string;
  payment_intent_id: string;
  club_code: string | null;
  amount_cents: number;
  reason: string;
  /** Stripe's: needs_response, under_review, won, lost, … */
  status: string;
  answer_by: string | null;
  opened_at: string;
  updated_at: string;
}

/** A payment of another amount or currency than the price: the club waits for staff (product.md#held-payments). */
export interface HeldPaymentsTable {
  session_id: string;
  signup_id: string;
  payment_intent_id: string | null;
  asked_cents: number;
  paid_cents: number;
  currency: string;
  held_at: string;
  decision: "accepted" | "refunded" | null;
  decided_by: string | null;
  decided_at: string | null;
}

/** A club's request to have its number of players verified (product.md#verification). */
export interface VerificationsTable {
  id: string;
  /** Shown as VER-001. */
  number: number;
  club_code: string;
  /** pending: not submitted. needs_adjustment: decided, with another number of players than the package fits. */
  status: "pending" | "in_review" | "approved" | "rejected" | "needs_adjustment";
  actual_players: number | null;
  /** Staff's words for the club. */
  notes: string;
  created_at: string;
  submitted_at: string | null;
  reviewed_by: string | null;
  reviewed_at: string | null;
  /** Counts changes: two reviewers do not decide over each other. */
  version: number;
}

/** A document of a verification; its bytes are sealed in uploads/<club code>/<id>. */
export interface VerificationDocumentsTable {
  id: string;
  verification_id: string;
  club_code: string;
  name: string;
  type: "pdf" | "doc" | "docx" | "xls" | "xlsx";
  bytes: number;
  sha256: string;
  stored_at: string;
}

/** One nightly comparison of the ledger with Stripe's books. */
export interface StripeChecksTable {
  id: string;
  checked_at: string;
  /** Movements from then on were compared. */
  since: string;
  movements: number;
  stripe_cents: number;
  ledger_cents: number;
  /** JSON: a sentence for each difference. */
  differences: string;
}

export interface StripeEventsTable {
  id: string;
  type: string;
  object_id: string;
  received_at: string;
}

export interface JobsTable {
  id: string;
  kind: string;
  /** Two jobs with one key are one job. */
  key: string | null;
  payload: string;
  status: "queued" | "running" | "done" | "dead";
  attempts: number;
  run_at: string;
  locked_until: string | null;
  last_error: string | null;
  created_at: string;
  finished_at: string | null;
  /** 1: waits until no other job is due. */
  bulk: number;
}

export interface MailsTable {
  id: string;
  /** Two mails with one key are one mail. */
  key: string;
  club_code: string | null;
  stream: "outbound" | "broadcast";
  /** The template's name, which is also Postmark's tag. */
  tag: string;
  to_address: string;
  reply_to: string | null;
  from_name: string;
  /** Empty until the mail is sent. */
  subject: string;
  /** Empty, but for a mail that was rendered and queued by a release before 022. */
  html: string;
  text: string;
  /** What the template is rendered with, sealed; erased once the mail is sent: it may carry a link's token. */
  variables: string | null;
  status: "queued" | "sent" | "failed";
  provider_id: string | null;
  last_error: string | null;
  created_at: string;
  /** Set while it is unknown whether the provider accepted it: a retry asks the provider first. */
  attempted_at: string | null;
  sent_at: string | null;
  /** What the provider told about it afterwards; null while nothing is known. */
  delivery: Delivery | null;
}

/** delayed: not taken so far; bounced: the address takes no mail; complained: marked as spam. */
export type Delivery = "delivered" | "delayed" | "bounced" | "complained";

/** A webhook event about a mail: what was received once is not received again. */
export interface MailEventsTable {
  /** Kind, message id and event id of the provider. */
  id: string;
  mail_id: string;
  type: string;
  received_at: string;
}

/** What somebody chose about a club's mails; no row: the defaults (product.md#notifications). */
export interface NotificationPreferencesTable {
  account_id: string;
  club_code: string;
  email_on: number;
  frequency: "immediate" | "daily" | "weekly";
  quiet_hours: "none" | "evening" | "night" | "weekends";
  /** JSON: the kinds that were switched by hand, with 'true' or 'false'. */
  switches: string;
  updated_at: string;
}

/** Something to tell one person: at once, after quiet hours, or in a digest. Kept after sending: it is told once. */
export interface NotificationEntriesTable {
  id: string;
  club_code: string;
  account_id: string;
  kind: string;
  /** With club, account and kind: one entry. */
  key: string;
  team_id: string | null;
  /** What it is about, or a mail's template and variables, sealed; empty once it is sent. */
  content: string;
  digest: number;
  due_at: string;
  /** Dropped if it cannot be sent before; null for what stays true. */
  valid_until: string | null;
  created_at: string;
  /** When it was sent, or dropped. */
  sent_at: string | null;
}

/** Links in mails that stop a kind of mail of a club; the token itself is not stored. */
export interface MailStopsTable {
  token_hash: string;
  account_id: string;
  club_code: string;
  kind: string;
  created_at: string;
}

/** When a club is next looked at (product.md#timetable). */
export interface ClubTimetableTable {
  club_code: string;
  due_at: string;
  /** 1 if its file was changed since the last look. */
  changed: number;
  /** Counts looks and changes: who looked knows whether something changed meanwhile. */
  version: number;
  /** JSON: when each step next has something to do. */
  steps: string;
}

/** How many mails of a template met an outcome on a day (UTC). */
export interface MailCountsTable {
  day: string;
  template: string;
  outcome: "sent" | "failed" | Delivery;
  mails: number;
}

/** A message from the contact form. */
export interface ContactMessagesTable {
  id: string;
  /** The key in the form, unique: a form sent twice is one message. */
  submission_key: string;
  category: "sales" | "support" | "billing" | "general";
  name: string;
  email: string;
  subject: string;
  message: string;
  created_at: string;
  state: "new" | "answered" | "closed";
  /** For colleagues; never shown to the sender. */
  note: string;
  /** The id of the member of staff who saved last. */
  handled_by: string | null;
  handled_at: string | null;
}

/** One row per team that takes part: all that the public boards show. Rebuildable from the club files. */
export interface StandingsTable {
  team_id: string;
  club_code: string;
  club_name: string;
  team_name: string;
  city: string;
  state: string;
  age_group: string;
  gender: string;
  total_score: number;
  rated_games: number;
  completed_games: number;
  perfect_games: number;
  last_game_date: string | null;
  trend: "up" | "down" | "stable";
  /** The sideline strip of the latest games, oldest first: p perfect, m minor, x major, s sealed, - unrated. */
  strip: string;
  /** When the next kick-off or the end of a seal changes the stats. */
  changes_at: string | null;
  /** Whether it has a rank or is 'Not ranked yet' (product.md#ranking). */
  ranked: number;
  /** Team, club and city as the board's search compares them. */
  search_text: string;
  /** Stable while the team takes part, and never given to another. */
  number: number;
}

/** One row: what the leaderboard is read from. */
export interface LeaderboardTable {
  id: 1;
  /** Counts the changes of `standings`. */
  revision: number;
  /** The largest number that a team was ever given. */
  last_number: number;
  /** The active snapshot; null before the first one is made. */
  snapshot: number | null;
}

/** The ranks of all teams as they were at one moment (docs/decisions/005). */
export interface LeaderboardSnapshotsTable {
  id: number;
  /** The leaderboard's revision at that moment. */
  revision: number;
  /** The average of all rated games at that moment, in points; null while none is rated. */
  mean: number | null;
  ranked: number;
  made_at: string;
  /** Since when a newer snapshot is active. */
  retired_at: string | null;
}

/** A board of a snapshot: what its cards say, and where its pages are. */
export interface LeaderboardBoardsTable {
  snapshot: number;
  /** State, age group and gender with a | between them; empty for all. */
  board: string;
  /** The number of its first page among the snapshot's pages; the others follow. */
  first_page: number;
  teams: number;
  ranked: number;
  clubs: number;
  perfect_games: number;
  total_score: number;
  rated_games: number;
}

/** A team's position on each of its eight boards, and the scores that led to it. */
export interface LeaderboardRanksTable {
  snapshot: number;
  number: number;
  nation: number;
  nation_age: number;
  nation_gender: number;
  nation_age_gender: number;
  state: number;
  state_age: number;
  state_gender: number;
  state_age_gender: number;
  total_score: number;
  rated_games: number;
  completed_games: number;
  perfect_games: number;
}
