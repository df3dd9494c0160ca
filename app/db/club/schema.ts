import type { Generated, Kysely, Transaction } from "kysely";
import type { Delivery, DeliveryReason } from "../control/mail-tables.ts";
import type { AuditColumns } from "../control/schema.ts";

/**
 * data/clubs/<code>.sqlite: everything of one club. Ids are random text, times ISO-8601 UTC text, booleans 0 or 1.
 * A game's date and time are the club's local time, with the moment in UTC beside them.
 */
export interface ClubSchema {
  club: ClubTable;
  logos: LogosTable;
  teams: TeamsTable;
  staff: StaffTable;
  staff_history: StaffHistoryTable;
  games: GamesTable;
  taken_out_games: TakenOutGamesTable;
  ratings: RatingsTable;
  /** `number`: 1, 2, 3 and so on in the order of opening, given by the database. */
  incidents: IncidentsTable & { number: Generated<number> };
  incident_talks: IncidentTalksTable;
  incident_entries: IncidentEntriesTable;
  policy_changes: PolicyChangesTable;
  result_changes: ResultChangesTable;
  imports: ImportsTable;
  import_undo: ImportUndoTable;
  import_names: ImportNamesTable;
  game_reminders: GameRemindersTable;
  rating_reminders: { account_id: string; day: string; sent_at: string };
  announcements: AnnouncementsTable;
  contacts: ContactsTable;
  children: ChildrenTable;
  contact_undo: ContactUndoTable;
  agreements: AgreementsTable;
  agreement_events: AgreementEventsTable;
  agreement_mails: AgreementMailsTable;
  left_addresses: LeftAddressesTable;
  agreement_texts: AgreementTextsTable;
  evidence_records: EvidenceRecordsTable;
  evidence_persons: { record_id: string; content: string };
  registrations: RegistrationsTable;
  pulses: PulsesTable;
  pulse_invitations: PulseInvitationsTable;
  pulse_answers: PulseAnswersTable;
  pulse_results: PulseResultsTable;
  /** Parents' free-text answers, shuffled. */
  pulse_sentences: { pulse_id: string; id: string; sentence: string };
  referee_counts: RefereeCountsTable;
  printable_settings: PrintableSettingsTable;
  /** Downloads of each printable; no row before the first. */
  printable_downloads: { printable: string; downloads: number };
  /** The club's audit log: triggers refuse every change and removal (product/security.md#audit). */
  audit: AuditColumns;
  outbox: OutboxTable;
  day_changes: DayChangesTable;
  seasons: SeasonsTable;
  season_teams: SeasonTeamsTable;
  season_mails: SeasonMailsTable;
  season_templates: SeasonTemplatesTable;
  season_template_teams: { template_id: string; team_id: string };
  roll_overs: RollOversTable;
  reward_programs: RewardProgramsTable;
  rewards: RewardsTable;
  earned_rewards: EarnedRewardsTable;
  report_prints: ReportPrintsTable;
  /** The games whose open result the team's people were notified of. */
  notified_results: { game_id: string; notified_at: string };
  /** The rank in its state that each team's people last know of. */
  notified_ranks: { team_id: string; rank: number; notified_at: string };
  /**
   * Accounts of one person that became one: which rows moved, as JSON, so that they move back
   * (product/support.md#merging-accounts).
   */
  account_merges: { id: string; kept_id: string; other_id: string; moves: string; moved_at: string };
  /** One row: its version is another one after every transaction that changed the file (`stampOf`). */
  change_stamp: { id: number; version: string };
  search_people: SearchNamesTable<"parent" | "child">;
  search_places: SearchNamesTable<"opponent" | "field">;
}

export type ClubDb = Kysely<ClubSchema>;
/** A parameter of this type requires a transaction. */
export type ClubTx = Transaction<ClubSchema>;

/** A single row: the club's profile and settings, and the only code the file may be opened under. */
export interface ClubTable {
  code: string;
  name: string;
  slug: string;
  contact_name: string;
  email: string;
  phone: string;
  state: string;
  city: string;
  address: string;
  zip: string;
  website: string;
  description: string;
  timezone: string;
  plan: string;
  player_cap: number;
  estimated_players: number;
  rating_policy: RatingPolicy;
  on_leaderboard: number;
  /** The accent as #rrggbb; null for Goodside's green (product/clubs.md#club-color). */
  color: string | null;
  /** The version of the logo in `logos`; null for the crest with initials. */
  logo: string | null;
  /** Days after which an unsigned agreement expires. */
  agreement_days: number;
  /** The club's own paragraph in its agreements, in English and in Spanish. */
  agreement_text: string;
  agreement_text_es: string;
  /** 1: parents get automatic reminders (product/agreements.md#agreement-reminders). */
  agreement_reminders: number;
  /** 1: parents may register at /register/<slug>. */
  registration_open: number;
  created_at: string;
}

/** The club's logo as we encoded it; at most one row. */
export interface LogosTable {
  /** A fingerprint of the picture; part of its address. */
  version: string;
  /** WebP for the crest, at most 96 pixels wide and high. */
  small: Buffer;
  /** WebP of at most 512 pixels. */
  large: Buffer;
  /** Size of the large one, in pixels. */
  width: number;
  height: number;
  stored_at: string;
}

export type RatingPolicy = "coach-final" | "average" | "coach-first";

export interface TeamsTable {
  id: string;
  name: string;
  /** The name without case, accents and punctuation; unique in a season among active teams. */
  name_key: string;
  age_group: string;
  gender: "Boys" | "Girls" | "Coed";
  season: string;
  player_count: number;
  description: string;
  manager_updates: number;
  coach_updates: number;
  weekly_reports: number;
  incident_alerts: number;
  created_at: string;
  last_activity_at: string;
  /** Archived teams keep their history and can be brought back; deleted ones for 30 days (product/teams.md#teams). */
  status: "active" | "archived" | "deleted";
  /** Last change of the status; null for a team that was always active. */
  status_since: string | null;
}

/** A manager or coach of a team: pending (the row is the invitation), active, or removed. */
export interface StaffTable {
  id: string;
  team_id: string;
  role: "manager" | "coach";
  /** null for a manager. */
  coach_role: "head" | "assistant" | null;
  email: string;
  name: string;
  status: "pending" | "active" | "removed";
  account_id: string | null;
  /** The number of the valid link; each resend raises it and invalidates the link before. */
  issue: number;
  invited_at: string;
  expires_at: string;
  joined_at: string | null;
  last_activity_at: string | null;
  /** Delivery state of the newest invitation's email; null while unknown. */
  delivery: Delivery | null;
  /** Reason why it did not arrive. */
  delivery_reason: DeliveryReason | null;
  /** Last change of the role; null for a member who has had one role since joining. */
  role_since: string | null;
  /** Name of the person who invited the member or changed the role; null in rows of older releases. */
  role_by: string | null;
}

/** A period of a team's staff that has ended (product/teams.md#staff); the running one is the member's row. */
export interface StaffHistoryTable {
  id: string;
  staff_id: string;
  team_id: string;
  role: StaffTable["role"];
  coach_role: StaffTable["coach_role"];
  name: string;
  from_at: string;
  /** Name of the person who began it; null if unrecorded. */
  from_by: string | null;
  to_at: string | null;
  to_by: string | null;
  ending: "removed" | "replaced" | "role-changed";
}

export interface GamesTable {
  id: string;
  team_id: string;
  opponent: string;
  /** YYYY-MM-DD in the club's zone. */
  date: string;
  /** HH:MM (24 h) in the club's zone; null for TBD. */
  time: string | null;
  /** The kick-off in UTC; for a game without a time the start of its day. */
  starts_at: string;
  location: string;
  home_away: "home" | "away";
  status: "scheduled" | "in-progress" | "completed" | "cancelled" | "rescheduled";
  notes: string;
  original_date: string | null;
  original_time: string | null;
  /** The import that added it, and its id in the source system. */
  import_id: string | null;
  external_id: string | null;
  /** The reconciled score; null while pending. */
  final_score: 0 | 10 | 20 | null;
  agreement: "pending" | "agreed" | "averaged" | "coach-override";
  /** The policy that made the final score. */
  final_policy: RatingPolicy | null;
  finalized_at: string | null;
  /** Changes of its time, place, opponent or status, counted by the database (product/games.md#calendars). */
  sequence: number;
  /**
   * Tags of its current ratings, a bit each, and the steps between the first ratings of both sides, kept by the
   * database (migrations/club/065-reports.ts).
   */
  tag_bits?: number;
  rater_gap?: number | null;
  created_at: string;
  updated_at: string;
}

/**
 * A game that an administrator took out of all figures; its status is 'cancelled' as long
 * (product/games.md#games-taken-out).
 */
export interface TakenOutGamesTable {
  game_id: string;
  why: "duplicate" | "wrong-team" | "not-played";
  note: string;
  /** The status that it has again when it is put back. */
  status_before: GamesTable["status"];
  by_name: string;
  taken_out_at: string;
}

/** All versions of all ratings; the current one of a game and side has no `superseded_at`. */
/** A report as a PDF, kept for a day (product/reports.md#reports-as-pdf). */
export interface ReportPrintsTable {
  id: string;
  /** Account that asked for it. */
  account_id: string;
  /** Request with its reader's permissions then, as JSON. */
  asked: string;
  status: "waiting" | "ready";
  pdf: Buffer | null;
  created_at: string;
  expires_at: string;
}

export interface RatingsTable {
  id: string;
  game_id: string;
  side: "coach" | "manager";
  score: 0 | 10 | 20;
  reason: string;
  /** JSON list of tag names. */
  tags: string;
  /** The key in the rater's form, unique: a form sent twice is one rating. */
  submission_key: string;
  given_by: string;
  given_by_name: string;
  /** The role in which it was given: a head coach's replaces an assistant's, an administrator's is a correction. */
  given_as: "head" | "assistant" | "manager" | "admin";
  correction_reason: string;
  /**
   * 1: its rater could see the other side's rating before giving it (product/ratings.md#blind); never an
   * administrator's.
   */
  saw_other: number;
  given_at: string;
  superseded_at: string | null;
}

/** The private case that a 0 opens for the club's administrators (product/ratings.md#incidents). */
export interface IncidentsTable {
  id: string;
  game_id: string;
  rating_id: string;
  what: string;
  when_text: string;
  official_was_minor: "yes" | "no" | "unknown";
  /** U.S. Soccer Policy 531-9, levels 1 to 4; null where it does not apply. */
  abuse_level: number | null;
  status: "open" | "talked-to" | "closed";
  opened_at: string;
  updated_at: string;
  updated_by_name: string;
  /** Agreement reached when it was closed. */
  agreed: string;
  /** null unless closed. */
  closed_as: "agreed" | "rating-corrected" | null;
  closed_at: string | null;
  /** The moment from which its words are erased, and when that was done. */
  erases_at: string;
  erased_at: string | null;
}

/** A step of an incident's repair talk. */
export interface IncidentTalksTable {
  id: string;
  incident_id: string;
  who: string;
  with_whom: string;
  /** YYYY-MM-DD in the club's zone. */
  due_on: string;
  state: "planned" | "held" | "dropped";
  /** YYYY-MM-DD in the club's zone: the day on which it took place; null until it did. */
  held_on: string | null;
  outcome: string;
  created_at: string;
  updated_at: string;
}

/** Changes to an incident, and its notes: rows are only added. */
export interface IncidentEntriesTable {
  id: string;
  incident_id: string;
  kind:
    | "note"
    | "facts"
    | "talk-planned"
    | "talk-changed"
    | "talk-held"
    | "talk-dropped"
    | "closed"
    | "reopened"
    | "rated-again"
    | "exported";
  text: string;
  /** A note: the one that it corrects. A talk's entry: the talk. */
  refers_to: string | null;
  /** The key in the form of a note, unique: a form sent twice is one note. */
  form_key: string | null;
  author_id: string;
  author_name: string;
  at: string;
}

/** Each change of the club's rating policy (product/ratings.md#changing-the-policy). */
export interface PolicyChangesTable {
  id: string;
  from_policy: RatingPolicy;
  to_policy: RatingPolicy;
  /** `open`: games not yet final. `all`: final ones were recalculated too. */
  scope: "open" | "all";
  /** Games whose result was made anew, and those of them with another score. */
  games: number;
  scores: number;
  changed_by: string;
  changed_by_name: string;
  changed_at: string;
}

/** The result of a game before and after a change of the policy. */
export interface ResultChangesTable {
  game_id: string;
  change_id: string;
  old_score: GamesTable["final_score"];
  old_agreement: GamesTable["agreement"];
  old_policy: RatingPolicy | null;
  new_score: GamesTable["final_score"];
  new_agreement: GamesTable["agreement"];
  new_policy: RatingPolicy | null;
}

/** A change of a day's games in one go: planned, done, and perhaps undone (product/games.md#rained-out-days). */
export interface DayChangesTable {
  id: string;
  /** YYYY-MM-DD: the day whose games it changes. */
  day: string;
  action: "cancel" | "move";
  reason: string;
  status: "planned" | "done" | "undone";
  /** JSON list of its games: what is planned, and once done what they were and became. */
  games: string;
  created_by: string;
  created_by_name: string;
  created_at: string;
  done_at: string | null;
  undone_at: string | null;
}

/** Rewards that share a budget (product/rewards.md#rewards). */
export interface RewardProgramsTable {
  id: string;
  name: string;
  description: string;
  /** Recipients of its rewards: a whole team, the parents of one, or one person. */
  type: "team" | "parent" | "individual";
  /** The season whose games and teams count; null for all teams from `starts_on` on. */
  season_id: string | null;
  /** YYYY-MM-DD on the club's calendar, both included; a season's own days come first. */
  starts_on: string;
  ends_on: string | null;
  /** YYYY-MM-DD: earlier games of its season do not count; null where all of them do. */
  counts_since: string | null;
  is_active: number;
  budget_cents: number;
  archived_at: string | null;
  created_at: string;
  updated_at: string;
}

/** Reward of a program, with its rule. */
export interface RewardsTable {
  id: string;
  program_id: string;
  title: string;
  description: string;
  type: "perfect_game" | "streak" | "improvement" | "milestone" | "season_end" | "custom";
  score_threshold: number;
  game_count: number;
  improvement_percent: number;
  consecutive_games: number;
  /** Games that count: any, those after a talk about an incident, or those after a 0. */
  counts_after: "any" | "talk" | "zero";
  value_cents: number;
  status: "active" | "paused" | "archived";
  color: string;
  /** 1: checked automatically when a score opens. */
  auto_trigger: number;
  notification_enabled: number;
  last_triggered_at: string | null;
  created_at: string;
  updated_at: string;
}

/** A reward that a team has earned, once for each reward, team and game. */
export interface EarnedRewardsTable {
  id: string;
  reward_id: string;
  program_id: string;
  team_id: string;
  /** The game that earned it, which may be gone; null for one that was given by hand. */
  game_id: string | null;
  /** YYYY-MM-DD, of the game or of the giving. */
  game_date: string;
  /** The points that were compared with what the reward asks for. */
  score: number | null;
  /** Rule that earned it, in words. */
  criteria: string;
  /** Recipient, if it was given to a person by hand. */
  recipient: string;
  /** Cost at that time, which later changes of the reward leave unchanged. */
  value_cents: number;
  status: "pending" | "awarded" | "taken-back";
  earned_at: string;
  awarded_at: string | null;
  /** '' for an automatic award. */
  awarded_by_name: string;
  /** The account that awarded it; null for an automatic award. */
  awarded_by: string | null;
  /** The rule that earned it, as JSON: later changes of the reward leave it. */
  rule: Generated<string>;
  /** Time of the notification that the result which earned it changed. */
  change_notified_at: string | null;
  taken_back_at: string | null;
  taken_back_why: string;
  /** People who were notified: nobody, the administrators of a pending one, everybody of an awarded one. */
  notified: "nobody" | "administrators" | "everybody";
}

/** Season of the club. Its games follow from their dates (docs/decisions/022-seasons.md). */
export interface SeasonsTable {
  id: string;
  name: string;
  /** The name as it is compared; unique. */
  name_key: string;
  /** YYYY-MM-DD on the club's calendar, both included. */
  starts_on: string;
  ends_on: string;
  description: string;
  /** Number of games of all teams that the club plans; null to use the schedule. */
  planned_games: number | null;
  /** 1: it has all teams, including later ones. */
  all_teams: number;
  archived_at: string | null;
  created_at: string;
  updated_at: string;
}

/** A team of a season that has not all teams; of one that was rolled over, each team with its age group then. */
export interface SeasonTeamsTable {
  season_id: string;
  team_id: string;
  /** Age group in that season, if the team has moved up since; null for its present one. */
  age_group: string | null;
}

/** Season reports sent, or about to be sent, to the board (product/seasons.md#sending-a-season-to-the-board). */
export interface SeasonMailsTable {
  id: string;
  season_id: string;
  /** JSON: email addresses in lower case. */
  addresses: string;
  /** Introduction by the administrator; '' for none. */
  words: string;
  /** 1: it also goes to people who already got this season's report. */
  again: number;
  created_by_name: string;
  created_at: string;
  /** Null for a preview. */
  sent_at: string | null;
}

/** A season that the club keeps as a pattern for later ones (product/seasons.md#season-templates). */
export interface SeasonTemplatesTable {
  id: string;
  name: string;
  /** The name as it is compared; unique. */
  name_key: string;
  description: string;
  sport: string;
  /** The season's name without its year. */
  season_name: string;
  /** YYYY-MM-DD of the season that it was made from. */
  starts_on: string;
  ends_on: string;
  planned_games: number | null;
  all_teams: number;
  created_at: string;
  updated_at: string;
}

/** A season that is followed by the next: planned, done, and perhaps undone (product/seasons.md#rolling-over). */
export interface RollOversTable {
  id: string;
  from_season_id: string;
  /** The id that the new season has, or would have. */
  to_season_id: string;
  status: "planned" | "done" | "undone";
  /** JSON: the new season, and its teams before and after. */
  details: string;
  created_by_name: string;
  created_at: string;
  done_at: string | null;
  undone_at: string | null;
}

export interface ImportsTable {
  id: string;
  subject: "games" | "contacts";
  file_name: string;
  status: "preview" | "done" | "undone";
  /** The parsed rows of a preview as JSON, only the needed columns; empty afterwards. */
  payload: string;
  added: number;
  changed: number;
  unchanged: number;
  skipped: number;
  created_by: string;
  created_at: string;
  finished_at: string | null;
  /** Ids of the teams that it created, as JSON. */
  created_teams: string;
}

/** The games that each import changed, as they were before: what undo restores. */
export interface ImportUndoTable
  extends Pick<
    GamesTable,
    | "opponent"
    | "date"
    | "time"
    | "starts_at"
    | "location"
    | "home_away"
    | "status"
    | "original_date"
    | "original_time"
    | "external_id"
  > {
  game_id: string;
  import_id: string;
  /** null in rows of older releases. */
  updated_at: string | null;
}

/** Answers of the club about names in its schedule files (product/imports.md#schedule-import). */
export interface ImportNamesTable {
  /** `club`: a name that files have for this club. `team`: a team's name. */
  kind: "club" | "team";
  /** The name as it is compared. */
  key: string;
  /** The name as the file spells it. */
  name: string;
  /** The team that it is; null for one that is not the club's. */
  team_id: string | null;
  created_at: string;
}

/** Latest reminder to a person about a future game (product/notifications.md#game-reminders). */
export interface GameRemindersTable {
  game_id: string;
  account_id: string;
  /** The date, time and field that the notice had, or 'cancelled'. */
  notified_of: string;
  notified_at: string;
}

/**
 * A mail from an administrator to the club's people, immutable: a preview until it is sent
 * (product/notifications.md#announcements).
 */
export interface AnnouncementsTable {
  id: string;
  subject: string;
  body: string;
  audience: "everybody" | "managers" | "coaches" | "teams";
  /** The chosen teams as a JSON list of ids; empty for the other audiences. */
  team_ids: string;
  /** Number of recipients. */
  recipients: number;
  created_by_name: string;
  created_at: string;
  sent_at: string | null;
}

/** Events for the rest of the platform, written with the change and delivered after the commit. */
export interface OutboxTable {
  id: string;
  kind: string;
  payload: string;
  created_at: string;
  attempts: number;
  last_error: string | null;
  delivered_at: string | null;
}

export type Language = "en" | "es";

/** Each name that search finds, once; kept by triggers, as is its index of trigrams (product/pages.md#search). */
export interface SearchNamesTable<Kind extends string> {
  number: Generated<number>;
  kind: Kind;
  /** Name as in its source: `contacts.name_key`, `children.name`, `games.opponent`, `games.location`. */
  name: string;
  /** Name in the form that is indexed. */
  words: string;
}

/** A parent or guardian: one row a person, whatever the number of children (product/parents.md#contacts). */
export interface ContactsTable {
  id: string;
  /** Empty where the club knows the address only. */
  name: string;
  /** The name as lists are sorted by it. */
  name_key: string;
  /** Address as typed; empty once erased. */
  email: string;
  /** Address in lower case; null once erased. */
  email_key: string | null;
  /** Language for writing to the person. */
  language: Language;
  source: "import" | "manual" | "registered";
  /** The import that added it. */
  import_id: string | null;
  /** Delivery state of the newest mail to the address; null while unknown. */
  delivery: Delivery | null;
  /** Reason why it did not arrive. */
  delivery_reason: DeliveryReason | null;
  /** Time the person asked for no more reminders. */
  mail_stopped_at: string | null;
  erased_at: string | null;
  created_at: string;
  updated_at: string;
  /** 0 for a person known only by a record that they signed instead of a parent (product/evidence.md#evidence). */
  listed: number;
}

/** A child as a contact's row, the club or the parent named it; both parents have a row of their own. */
export interface ChildrenTable {
  id: string;
  contact_id: string;
  /** A name or initials. */
  name: string;
  /** The name as it is compared. */
  name_key: string;
  team_id: string | null;
  /** U-6 to U-19, or empty. */
  age_group: string;
  import_id: string | null;
  created_at: string;
  updated_at: string;
  /** Name of the person who added it or gave it its team; '' for the parent, null if unknown. */
  added_by: string | null;
  /** Time it got its team, if later than its own creation. */
  team_since: string | null;
  /** Time a parent who had signed before confirmed that the signature holds for this child, too. */
  confirmed_at: string | null;
}

/** A contact or child that an import changed, as it was before: what undo restores. */
export interface ContactUndoTable {
  import_id: string;
  subject: "contact" | "child";
  subject_id: string;
  /** The former values as JSON. */
  before: string;
}

/** The agreement that a contact is asked to sign, one for all children (product/agreements.md#agreements). */
export interface AgreementsTable {
  id: string;
  contact_id: string;
  /** The contact's, so that lists page by one index. */
  name_key: string;
  status: "pending" | "signed" | "expired" | "declined" | "withdrawn";
  /** The number of the valid link; 0 before the first one is sent. */
  issue: number;
  added_at: string;
  /** Time the valid link was first sent; null before that. */
  sent_at: string | null;
  expires_at: string | null;
  signed_at: string | null;
  /** Time it was declined or withdrawn; `reason` is the parent's. */
  closed_at: string | null;
  reason: string;
  reminders_sent: number;
  reminded_at: string | null;
  /** Next automatic reminder; null for never. */
  next_reminder_at: string | null;
  /** Delivery state of its newest mail. */
  delivery: Delivery | null;
  opened_at: string | null;
  /** Signed on paper and entered by the club. */
  paper: number;
  /** Signed under another name or address than the contact's: the club has yet to match it. */
  to_match: number;
  /** Latest request of the club to confirm the children who were added after the signature. */
  confirm_asked_at: string | null;
}

/** History of an agreement; rows are only added. */
export interface AgreementEventsTable {
  id: string;
  agreement_id: string;
  kind:
    | "added"
    | "sent"
    | "reminded"
    | "delivered"
    | "delayed"
    | "bounced"
    | "complained"
    | "opened"
    | "signed"
    | "paper"
    | "declined"
    | "withdrawn"
    | "expired"
    | "asked"
    | "resent"
    | "stopped"
    | "corrected"
    | "child-added"
    | "child-removed"
    | "confirm-asked"
    | "confirmed"
    | "matched"
    | "reassigned"
    | "reopened"
    | "erased";
  at: string;
  /** Name of the actor; empty for the parent and for automatic events. */
  by_name: string;
  detail: string;
  /** Unique: what is reported twice happened once. */
  key: string | null;
  /** The team of the child that it names; only who manages it reads the entry. */
  team_id: string | null;
}

/** Former address of a parent that is still to be notified of the correction: gone once its email is queued. */
export interface LeftAddressesTable {
  id: string;
  agreement_id: string;
  email: string;
  created_at: string;
}

/** A mail about an agreement that is decided, and queued once `queued_at` is set. */
export interface AgreementMailsTable {
  id: string;
  agreement_id: string;
  issue: number;
  /** request, reminder-1 and so on, copy, changed-address: one mail for each. */
  step: string;
  created_at: string;
  queued_at: string | null;
  /** Delivery state; null while unknown. */
  delivery: Delivery | null;
}

/** The texts that were shown to sign, whole, by their hash. */
export interface AgreementTextsTable {
  /** SHA-256 of the text in hexadecimal. */
  hash: string;
  version: string;
  language: Language;
  text: string;
  first_used_at: string;
}

/** The chain of evidence: each record carries the hash of the one before, nothing is changed or removed. */
export interface EvidenceRecordsTable {
  /** 1, 2, 3 and so on without a gap. */
  seq: number;
  id: string;
  agreement_id: string;
  kind: "signed" | "paper" | "confirmed" | "declined" | "withdrawn" | "reassigned" | "erased";
  /** The record as canonical JSON; the person in it only as a salted hash of `evidence_persons.content`. */
  record: string;
  previous_hash: string;
  /** SHA-256 of `record` in hexadecimal; the record names `previous_hash`. */
  hash: string;
  at: string;
}

/**
 * A child of a parent who registered at the club's own link, or whom a manager names who may not open the parent: on the
 * list only once the address and the club confirmed it.
 */
export interface RegistrationsTable {
  id: string;
  name: string;
  email: string;
  email_key: string;
  child_name: string;
  team_id: string | null;
  language: Language;
  status: "unconfirmed" | "waiting" | "accepted" | "refused";
  created_at: string;
  confirmed_at: string | null;
  decided_at: string | null;
  decided_by: string | null;
  contact_id: string | null;
  /** The manager who added it; null where the parent registered. */
  added_by: string | null;
  /** The form's first child, with which it is confirmed; null for the first itself. */
  form_id: string | null;
}

/** One question to the parents of some teams (product/reports.md#pulse); at most one is open. */
export interface PulsesTable {
  id: string;
  /** The teams whose parents are asked, as a JSON list of ids. */
  team_ids: string;
  /** Number of parents asked. */
  recipients: number;
  sent_at: string;
  /** A name. */
  sent_by: string;
  /** The moment from which no answer is taken. */
  closes_at: string;
  /** Time of the reminder to those who have not answered; null once that is done. */
  reminds_at: string | null;
  closed_at: string | null;
  /** Name of the person who closed it early; empty where its time was over. */
  closed_by: string;
  /** Number of answers when it closed; null while it is open. */
  answers: number | null;
}

/** Parent who is asked. The row has no answer, and nothing here leads to one without our secret. */
export interface PulseInvitationsTable {
  id: string;
  pulse_id: string;
  contact_id: string;
  /** Teams of the pulse in which they had children when it was sent, as a sorted JSON list. */
  team_ids: string;
  /** The number of the valid link: a corrected address gets a new one. */
  issue: number;
  /** 1 while the pulse is open and they have answered; 0 again once it is closed. */
  answered: number;
  /** The mail that is decided and not queued yet. */
  step: "request" | "reminder" | null;
  /** Delivery state of the newest mail. */
  delivery: Delivery | null;
}

/** An answer of an open pulse. Closing counts and deletes it (docs/decisions/021-anonymous-answers.md). */
export interface PulseAnswersTable {
  /** A keyed hash of the invitation; the key is the installation's secret, which is in no database. */
  answer_key: string;
  pulse_id: string;
  score: PulseScore;
  sentence: string;
  team_ids: string;
}

export type PulseScore = 1 | 2 | 3 | 4 | 5;

/**
 * Result of a closed pulse, in total or for a team: the number of answers with each score. The answers are not kept.
 */
export interface PulseResultsTable {
  pulse_id: string;
  /** '' for all answers. */
  team_id: string;
  team_name: string;
  score_1: number;
  score_2: number;
  score_3: number;
  score_4: number;
  score_5: number;
}

/**
 * Referees of a season as the club counts them; the current version has no `superseded_at`
 * (product/reports.md#referees).
 */
export interface RefereeCountsTable {
  id: string;
  /** The same in all versions of a season. */
  season_id: string;
  season: string;
  season_key: string;
  /** YYYY-MM-DD */
  first_day: string;
  started: number;
  /** Number of those who still officiate at the season's end; null before it. */
  stayed: number | null;
  by_name: string;
  at: string;
  superseded_at: string | null;
}

/** Club's choices for its printed sheets; no row while its profile is used. */
export interface PrintableSettingsTable {
  /** 1: there is one row at most. */
  id: number;
  club_name: string;
  club_logo: number;
  season: string;
  contact_info: string;
  website_url: string;
  changed_at: string;
}
