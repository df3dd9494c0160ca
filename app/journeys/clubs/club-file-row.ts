import type { ClubTable } from "#app/db/club/schema.ts";
import type { ClubsTable } from "#app/db/control/schema.ts";
import { AGREEMENT_DAYS } from "#app/domain/club/settings/preferences.ts";

/** The first row of a new club's own file. */
export function clubFileRow(club: ClubsTable, description: string): ClubTable {
  return {
    code: club.code,
    name: club.name,
    slug: club.slug,
    contact_name: club.contact_name,
    email: club.email,
    phone: club.phone,
    state: club.state,
    city: club.city,
    address: "",
    zip: "",
    website: "",
    description,
    timezone: club.timezone,
    plan: club.plan,
    player_cap: club.player_cap,
    estimated_players: club.estimated_players,
    rating_policy: "coach-final",
    on_leaderboard: 1,
    color: club.color,
    logo: club.logo,
    agreement_days: AGREEMENT_DAYS,
    agreement_text: "",
    agreement_reminders: 1,
    registration_open: 1,
    created_at: club.created_at,
  };
}
