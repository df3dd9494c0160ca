import { sql } from "kysely";
import type { ClubsTable, ControlDb } from "#app/db/control/schema.ts";
import { type Plan, planForPlayers, planOf, plans } from "./plans.ts";

/** The packages that a club can choose from for its next year. */
export interface RenewalPlans {
  /** Smallest first. */
  choices: readonly Plan[];
  /** The club's present package, or the smallest that it may choose. */
  chosen: Plan;
  /** The verified number of players; null before one was verified. */
  players: number | null;
}

/**
 * Lists packages from the smallest for the verified number of players up; without one, from the present package up,
 * because only a verification makes it smaller (product/billing.md#term).
 */
export async function renewalPlans(
  control: ControlDb,
  club: Pick<ClubsTable, "code" | "plan">,
): Promise<RenewalPlans> {
  const players = await verifiedPlayers(control, club.code);
  const present = planOf(club.plan);
  const smallest = players === null ? present : planForPlayers(players);
  const choices = plans.filter(({ priceCents }) => priceCents >= smallest.priceCents);
  const chosen = choices.find(({ id }) => id === present.id) ?? smallest;
  return { choices, chosen, players };
}

/** Loads the number of players that counts: of the verification that was decided last; null before a first one. */
export async function verifiedPlayers(control: ControlDb, clubCode: string): Promise<number | null> {
  const row = await control
    .selectFrom("verifications")
    .select(sql<number | null>`coalesce(actual_players, players_before)`.as("players"))
    .where("club_code", "=", clubCode)
    .where("replaced_at", "is", null)
    .executeTakeFirst();
  return row?.players ?? null;
}
