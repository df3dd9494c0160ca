import type { Kysely, Transaction } from "kysely";

/**
 * data/clubs/<code>.sqlite: everything of one club, self-contained. Ids are random text, times ISO-8601 UTC
 * text, booleans 0 or 1. A game's date and time are the club's own wall clock, with the moment in UTC beside them.
 */
export interface ClubSchema {
  club: ClubTable;
  teams: TeamsTable;
  staff: StaffTable;
  games: GamesTable;
  ratings: RatingsTable;
  incidents: IncidentsTable;
  imports: ImportsTable;
  import_undo: ImportUndoTable;
  outbox: OutboxTable;
}

export type ClubDb = Kysely<ClubSchema>;
/** For what must run in a transaction: ask for this instead of ClubDb. */
export type ClubTx = Transaction<ClubSchema>;

/** One row: the club's profile and settings. The file refuses to be opened under another code. */
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
  created_at: string;
}

export type RatingPolicy = "coach-final" | "average" | "coach-first";

export interface TeamsTable {
  id: string;
  name: string;
  /** The name without case, accents and punctuation: unique among the teams that are not deleted. */
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
  deleted_at: string | null;
}

/** A manager or coach of a team: invited (pending) or with an account (active). The row is the invitation. */
export interface StaffTable {
  id: string;
  team_id: string;
  role: "manager" | "coach";
  /** head or assistant for a coach, null for a manager. */
  coach_role: "head" | "assistant" | null;
  email: string;
  name: string;
  status: "pending" | "active" | "removed";
  account_id: string | null;
  /** Which link is valid: each resend raises it, and the link before it is dead. */
  issue: number;
  invited_at: string;
  expires_at: string;
  joined_at: string | null;
  last_activity_at: string | null;
}

export interface GamesTable {
  id: string;
  team_id: string;
  opponent: string;
  /** YYYY-MM-DD in the club's zone. */
  date: string;
  /** HH:MM (24 h) in the club's zone; null while the time is to be decided. */
  time: string | null;
  /** The kick-off in UTC; for a game without a time the start of its day. */
  starts_at: string;
  location: string;
  home_away: "home" | "away";
  status: "scheduled" | "in-progress" | "completed" | "cancelled" | "rescheduled";
  notes: string;
  original_date: string | null;
  original_time: string | null;
  /** Which import brought it, and its id in the system it came from. */
  import_id: string | null;
  external_id: string | null;
  /** Outcome of reconciling the two ratings; null while pending. */
  final_score: 0 | 10 | 20 | null;
  agreement: "pending" | "agreed" | "averaged" | "coach-override";
  /** The policy that made the final score. */
  final_policy: RatingPolicy | null;
  finalized_at: string | null;
  created_at: string;
  updated_at: string;
}

/** Every version of every rating; the current one of a game and side has no superseded_at. */
export interface RatingsTable {
  id: string;
  game_id: string;
  side: "coach" | "manager";
  score: 0 | 10 | 20;
  reason: string;
  /** JSON list of tag names. */
  tags: string;
  /** What the sender's form carried: the same submission twice is one rating. */
  submission_key: string;
  given_by: string;
  given_by_name: string;
  /** Whose right it was: a head coach's rating replaces an assistant's; an administrator corrects. */
  given_as: "head" | "assistant" | "manager" | "admin";
  correction_reason: string;
  given_at: string;
  superseded_at: string | null;
}

/** The private note that a 0 opens for the club's administrators. Never leaves the club. */
export interface IncidentsTable {
  id: string;
  game_id: string;
  rating_id: string;
  what: string;
  when_text: string;
  official_was_minor: "yes" | "no" | "unknown";
  /** U.S. Soccer Policy 531-9, levels 1 to 4; null where it does not apply. */
  abuse_level: number | null;
  status: "open" | "closed";
  opened_at: string;
  updated_at: string;
  updated_by_name: string;
}

export interface ImportsTable {
  id: string;
  kind: "games";
  file_name: string;
  status: "preview" | "done" | "undone";
  /** While in preview: the parsed rows as JSON, only the columns that are needed. Emptied afterwards. */
  payload: string;
  added: number;
  changed: number;
  unchanged: number;
  skipped: number;
  created_by: string;
  created_at: string;
  finished_at: string | null;
}

/** The games that the last import changed, as they were before it: what taking it back restores. */
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
}

/** What the platform still has to be told of: written with the change itself, delivered by a job. */
export interface OutboxTable {
  id: string;
  kind: string;
  payload: string;
  created_at: string;
  attempts: number;
  last_error: string | null;
  delivered_at: string | null;
}
