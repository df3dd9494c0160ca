import type { ClubTable, GamesTable, RatingsTable, StaffTable, TeamsTable } from "#app/db/club/schema.ts";
import type { ClubsTable } from "#app/db/control/schema.ts";
import { newTeam } from "#app/domain/club/teams/teams.ts";

/** Whole rows of a club's file, for tests that write them themselves. This module reads no settings. */

const TEXAS = "America/Chicago";
const calendar = new Intl.DateTimeFormat("en-CA", { timeZone: TEXAS });
const clock = new Intl.DateTimeFormat("en-GB", { timeZone: TEXAS, hour: "2-digit", minute: "2-digit" });

export const clubRow = (code: string): ClubTable => ({
  code,
  name: `Club ${code}`,
  slug: code,
  contact_name: "Ada Admin",
  email: `${code}@example.org`,
  phone: "",
  state: "TX",
  city: "Austin",
  address: "",
  zip: "",
  website: "",
  description: "",
  timezone: TEXAS,
  color: null,
  logo: null,
  agreement_days: 30,
  agreement_text: "",
  agreement_text_es: "",
  agreement_reminders: 1,
  registration_open: 1,
  plan: "standard",
  player_cap: 800,
  estimated_players: 300,
  rating_policy: "coach-final",
  on_leaderboard: 1,
  created_at: "2026-01-01T00:00:00.000Z",
});

/** Returns the same club in the control database. */
export const controlRow = (club: ClubTable): ClubsTable => ({
  ...{ code: club.code, name: club.name, slug: club.slug, contact_name: club.contact_name },
  ...{ email: club.email, phone: club.phone, state: club.state, city: club.city, timezone: club.timezone },
  ...{ color: null, logo: null, status: "active", plan: "standard", player_cap: club.player_cap },
  estimated_players: club.estimated_players,
  verification_due_at: "2026-01-31T00:00:00.000Z",
  term_starts_at: club.created_at,
  term_ends_at: "2027-01-01T00:00:00.000Z",
  created_at: club.created_at,
});

export const teamRow = (id: string, name: string, at = "2026-01-01T00:00:00.000Z"): TeamsTable =>
  newTeam({ name, age_group: "U-12", gender: "Boys", season: "Fall 2026", player_count: 14 }, { id, at });

/** Builds a head coach who has joined. */
export const staffRow = (id: string, teamId: string, more: Partial<StaffTable> = {}): StaffTable => {
  const role = more.role ?? "coach";
  return {
    id,
    team_id: teamId,
    role,
    coach_role: role === "coach" ? "head" : null,
    email: `${id}@example.org`,
    name: "Dana Reyes",
    status: "active",
    account_id: id,
    issue: 1,
    invited_at: "2026-01-01T00:00:00.000Z",
    expires_at: "2026-01-08T00:00:00.000Z",
    joined_at: "2026-01-02T00:00:00.000Z",
    last_activity_at: null,
    delivery: null,
    delivery_reason: null,
    role_since: null,
    role_by: null,
    ...more,
  };
};

/** Builds an unrated game at a time, with its date in Texas. */
export const gameRow = (id: string, teamId: string, start: Date): GamesTable => ({
  id,
  team_id: teamId,
  opponent: "Riverside Lions",
  date: calendar.format(start),
  time: clock.format(start),
  starts_at: start.toISOString(),
  location: "Field 1",
  home_away: "home",
  status: "scheduled",
  notes: "",
  original_date: null,
  original_time: null,
  import_id: null,
  external_id: null,
  final_score: null,
  agreement: "pending",
  final_policy: null,
  finalized_at: null,
  sequence: 0,
  created_at: start.toISOString(),
  updated_at: start.toISOString(),
});

/** Builds a head coach's current rating of a game. */
export const ratingRow = (gameId: string, more: Partial<RatingsTable> = {}): RatingsTable => ({
  id: `${gameId}-${more.side ?? "coach"}`,
  game_id: gameId,
  side: "coach",
  score: 20,
  reason: "",
  tags: "[]",
  submission_key: `${gameId}-${more.side ?? "coach"}`,
  given_by: "dana",
  given_by_name: "Dana Reyes",
  given_as: "head",
  correction_reason: "",
  saw_other: 0,
  given_at: "2026-01-01T00:00:00.000Z",
  superseded_at: null,
  ...more,
});
