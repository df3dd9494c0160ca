import type { PlanId } from "#app/db/control/money-tables.ts";
import type { openShop } from "./shop.ts";

type Shop = Awaited<ReturnType<typeof openShop>>;

interface Options {
  plan?: PlanId;
  players?: number;
  bank?: boolean;
}

/**
 * Signs a club up to the payment page. Needs an open shop.
 * @returns its Checkout session.
 */
export async function openPayment(
  shop: Shop,
  { plan = "standard", players = 350 }: Options = {},
): Promise<string> {
  const { control } = shop.world;
  const { findOpenSignup, saveSignup } = await import("#app/domain/control/signup/signups.server.ts");
  const { startPayment } = await import("#app/journeys/billing/start-payment.server.ts");
  const { TERMS_VERSION } = await import("#app/domain/values/legal-versions.ts");
  const { newId } = await import("#app/runtime/ids.server.ts");
  const { now } = await import("#app/runtime/clock.server.ts");
  const browserHash = newId();
  await saveSignup(control, browserHash, {
    plan,
    club_name: `Oak Hill SC ${browserHash.slice(0, 4)}`,
    contact_name: "Dana Reyes",
    email: "dana@oakhill.example",
    phone: "",
    state: "TX",
    city: "Austin",
    estimated_players: players,
    description: "",
    agreed_at: now().toISOString(),
    agreed_version: TERMS_VERSION,
  });
  const signup = await findOpenSignup(control, browserHash);
  if (!signup) throw new Error("no draft");
  const started = await startPayment(control, signup, { shownAttempt: signup.attempt });
  if (!started.ok) throw new Error(started.problem);
  return shop.sessionAt(started.url);
}

/** Signs a club up and pays for it by card, or from a bank account; jobs have run. Needs an open shop. */
export async function paidClub(shop: Shop, options: Options = {}) {
  const { control, platform } = shop.world;
  const { completeCheckout } = await import("#app/journeys/billing/complete-checkout.server.ts");
  const { runDueJobs } = await import("#app/jobs/run.server.ts");
  const sessionId = await openPayment(shop, options);
  await (options.bank ? shop.payByBank(sessionId) : shop.payByCard(sessionId));
  const done = await completeCheckout(platform, sessionId);
  if (!("clubCode" in done)) throw new Error(done.state);
  await runDueJobs(platform);
  const paymentIntentId = (
    await control
      .selectFrom("subscriptions")
      .select("payment_intent_id")
      .where("checkout_session_id", "=", sessionId)
      .executeTakeFirstOrThrow()
  ).payment_intent_id;
  return { code: done.clubCode, sessionId, paymentIntentId: paymentIntentId ?? "" };
}
