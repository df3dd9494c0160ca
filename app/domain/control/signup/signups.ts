import type { PlanId } from "#app/db/control/schema.ts";
import { readPlan } from "#app/domain/control/billing/plans.ts";

/** What the wizard's second step asks. In a draft everything may still be as it was typed. */
export interface ClubDetails {
  club_name: string;
  contact_name: string;
  email: string;
  phone: string;
  state: string;
  city: string;
  description: string;
}

/** The largest number of players that a form takes. */
export const MOST_PLAYERS = 50_000;

/** A number of players as people type it ('1,200'), or null. */
export function readPlayers(text: string): number | null {
  const plain = text.trim().replace(/(?<=\d),(?=\d{3}(?!\d))/gu, "");
  if (!/^\d{1,7}$/.test(plain)) return null;
  const players = Number(plain);
  return players >= 1 && players <= MOST_PLAYERS ? players : null;
}

/** The wizard's steps, each with its own address. */
export const signupSteps = [
  { name: "Package", href: "/signup" },
  { name: "Details", href: "/signup/details" },
  { name: "Payment", href: "/signup/payment" },
] as const;

/** Whether a sign-up has all that a payment needs: nothing skips the second step. */
export function readyToPay<
  Draft extends ClubDetails & {
    plan: PlanId | null;
    agreed_at: string | null;
    estimated_players: number | null;
  },
>(draft: Draft | null): draft is Draft & { plan: PlanId; agreed_at: string; estimated_players: number } {
  return (
    draft !== null &&
    readPlan(draft.plan) !== null &&
    draft.agreed_at !== null &&
    draft.estimated_players !== null &&
    [draft.club_name, draft.contact_name, draft.email, draft.state, draft.city].every((text) => text !== "")
  );
}

/** Said at the form of somebody who would begin one more sign-up than their address may in an hour. */
export const TOO_MANY_SIGNUPS =
  "Many sign-ups were already started from here. Please wait an hour and send this form again, or contact support.";
