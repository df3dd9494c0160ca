import type { PlanId, SignupsTable } from "#app/db/control/money-tables.ts";
import { readPlan } from "#app/domain/control/billing/plans.ts";
import { searchText } from "#app/domain/values/names.ts";

/** The fields of step 2; in a draft as they were typed. */
export type ClubDetails = Pick<
  SignupsTable,
  "club_name" | "contact_name" | "email" | "phone" | "state" | "city" | "description"
>;

export const MOST_PLAYERS = 50_000;

/** Returns a number of players as people type it ('1,200'), or null. */
export function readPlayers(text: string): number | null {
  const plain = text.trim().replace(/(?<=\d),(?=\d{3}(?!\d))/gu, "");
  if (!/^\d{1,7}$/.test(plain)) return null;
  const players = Number(plain);
  return players >= 1 && players <= MOST_PLAYERS ? players : null;
}

/** Tells whether a sign-up has a plan and complete, agreed details, so that it can be paid. */
export function readyToPay<
  Draft extends ClubDetails & Pick<SignupsTable, "plan" | "agreed_at" | "estimated_players">,
>(draft: Draft | null): draft is Draft & { plan: PlanId; agreed_at: string; estimated_players: number } {
  return (
    draft !== null &&
    readPlan(draft.plan) !== null &&
    draft.agreed_at !== null &&
    draft.estimated_players !== null &&
    [draft.club_name, draft.contact_name, draft.email, draft.state, draft.city].every((text) => text !== "")
  );
}

/** Returns the values of step 2 for a draft; agreement to another plan's price does not count. */
export function fieldsOf(draft: SignupsTable | null, plan: PlanId) {
  return {
    clubName: draft?.club_name ?? "",
    contactName: draft?.contact_name ?? "",
    email: draft?.email ?? "",
    phone: draft?.phone ?? "",
    state: draft?.state ?? "",
    city: draft?.city ?? "",
    estimatedPlayers: draft?.estimated_players ?? "",
    existingPlatform: draft?.existing_platform ?? "",
    description: draft?.description ?? "",
    agreed: Boolean(draft?.agreed_at) && draft?.plan === plan,
  };
}

/**
 * Systems in which clubs keep their teams; staff see it, to help with the first import (product/accounts.md#sign-up).
 */
export const existingPlatforms = {
  teamsnap: "TeamSnap",
  sportsengine: "SportsEngine",
  gotsport: "GotSport",
  playmetrics: "PlayMetrics",
  "sports-connect": "Sports Connect",
  spreadsheets: "Spreadsheets",
  other: "Something else",
} as const;

export const existingPlatformIds = Object.keys(existingPlatforms) as (keyof typeof existingPlatforms)[];

/** Normalizes a club's name to find two sign-ups of one club: without case, accents, spaces and punctuation. */
export const clubNameKey = (name: string) => searchText(name).replaceAll(" ", "");

/** Returns the details by which a sign-up was confirmed to be another club's; changed details are asked about again. */
export const confirmationOf = (signup: { club_name: string; state: string; email: string }) =>
  [clubNameKey(signup.club_name), signup.state, signup.email.toLowerCase()].join("|");
