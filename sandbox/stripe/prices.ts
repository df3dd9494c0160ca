import type Stripe from "stripe";
import { type Plan, plans } from "#app/domain/control/billing/plans.ts";

export interface CataloguePrice {
  id: string;
  lookupKey: string;
  productId: string;
  name: string;
  description: string;
  amountCents: number;
}

/** Lists our plans under the price ids of the app's configuration. */
export function catalogue(priceIds: Record<Plan["id"], string>): CataloguePrice[] {
  return plans.map((plan) => ({
    id: priceIds[plan.id],
    lookupKey: `goodside_${plan.id}`,
    productId: `prod_sandbox_${plan.id}`,
    name: `Goodside ${plan.name}, one year`,
    description: plan.description,
    amountCents: plan.priceCents,
  }));
}

export function asStripePrice(price: CataloguePrice): Stripe.Price {
  return {
    id: price.id,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: 0,
    currency: "usd",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: price.lookupKey,
    metadata: {},
    nickname: null,
    product: price.productId,
    recurring: null,
    tax_behavior: null,
    tiers_mode: null,
    transform_quantity: null,
    type: "one_time",
    unit_amount: price.amountCents,
    unit_amount_decimal: null,
  };
}
