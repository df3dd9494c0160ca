import type { PlanId } from "#app/db/control/money-tables.ts";

export type { PlanId };

/** Package that a club buys for one year: the only home of prices and caps (product/billing.md#plans). */
export interface Plan {
  id: PlanId;
  name: string;
  priceCents: number;
  /** Most players, stored with the club. */
  playerCap: number;
  /** The largest estimate that the plan accepts; null means no limit. */
  fits: number | null;
  description: string;
}

/** The same in every plan; only what the product does today (product/billing.md#plans). */
export const planFeatures = [
  "Unlimited teams, coaches and managers",
  "Sideline ratings after every game, on any phone",
  "Parent agreements, signed online in English or Spanish",
  "Private notes and alerts for major incidents",
  "State and national leaderboards",
  "Schedule import from your league's CSV file",
  "Support by email within 24 hours",
] as const;

/** Smallest first. */
export const plans = [
  {
    id: "standard",
    name: "Standard",
    priceCents: 74_900,
    playerCap: 800,
    fits: 800,
    description: "Up to 800 players",
  },
  {
    id: "large",
    name: "Large",
    priceCents: 149_900,
    playerCap: 1600,
    fits: 1600,
    description: "801-1,600 players",
  },
  {
    id: "enterprise",
    name: "Enterprise",
    priceCents: 219_500,
    playerCap: 5000,
    fits: null,
    description: "1,600+ players",
  },
] as const satisfies readonly Plan[];

export const planIds = ["standard", "large", "enterprise"] as const satisfies readonly PlanId[];

export function planOf(id: PlanId): Plan {
  const plan = plans.find((candidate) => candidate.id === id);
  if (!plan) throw new Error(`No such plan: ${String(id)}`);
  return plan;
}

/** Returns a plan's id from an address or a form, or null. */
export function readPlan(text: unknown): PlanId | null {
  return planIds.find((id) => id === text) ?? null;
}

/** Returns the smallest plan for a number of players. */
export function planForPlayers(players: number): Plan {
  return plans.find(({ fits }) => fits === null || players <= fits) ?? planOf("enterprise");
}

/** Returns the plan to suggest if the chosen one is too small, or null. */
export function largerPlanNeeded(chosen: PlanId, players: number): Plan | null {
  const { fits } = planOf(chosen);
  return fits === null || players <= fits ? null : planForPlayers(players);
}

/** Returns '$1,499' from 149900. */
export function formatPrice(cents: number): string {
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);
}

/** Returns '$1,499' from 149900 'usd', and any other currency by its name: '1499 EUR'. */
export function formatMoney(cents: number, currency: string): string {
  return currency === "usd" ? formatPrice(cents) : `${cents / 100} ${currency.toUpperCase()}`;
}
