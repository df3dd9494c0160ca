import Stripe from "stripe";
import { env } from "#app/config/env.server.ts";
import type { PlanId } from "#app/db/control/money-tables.ts";
import { log } from "#app/observability/log.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Long enough for a slow Stripe, short enough for a person waiting for the page. */
const TIMEOUT_MS = 10_000;
const NETWORK_RETRIES = 2;

let client: Stripe | undefined;

/** Returns the process's Stripe client, which uses the local stub if one runs. The SDK's version pins the API's. */
export function stripe(): Stripe {
  client ??= connect();
  return client;
}

function connect(): Stripe {
  const { sandboxUrl, stripe: settings } = env();
  const config = {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
    httpClient: httpThatTellsRetries(),
  };
  if (!sandboxUrl || !settings.standIn) return new Stripe(settings.secretKey, config);
  const { hostname: host, port, protocol } = new URL(sandboxUrl);
  return new Stripe(settings.secretKey, {
    ...config,
    host,
    port,
    protocol: protocol === "https:" ? "https" : "http",
  });
}

export interface CheckoutOrder {
  signupId: string;
  /** Number of Checkout sessions requested by this sign-up, including this one. */
  attempt: number;
  plan: PlanId;
  email: string;
  clubName: string;
  successUrl: string;
  cancelUrl: string;
  /** Stripe's own page (the default), or fields in a program's page, which finishes with a client secret. */
  page?: "stripe" | "own";
  /** Made from our own rows: the same key and order give the same session. */
  idempotencyKey: string;
}

/** A refusal of Stripe to open a payment page; `message` can be shown to the payer. */
export interface CheckoutRefusal {
  refused: "rejected" | "unavailable";
  message: string;
}

/** A payment that can be made: `url` is '' if there is a client secret instead of Stripe's page. */
export interface OpenCheckout {
  id: string;
  url: string;
  clientSecret: string | null;
}

/**
 * Opens a payment page for one year of a plan at its configured price id, card first, US bank account second
 * (product/billing.md#payment).
 * @returns the session and the address of its page, or the reason of Stripe's refusal.
 * @throws on our own errors (a wrong key, one idempotency key for two orders).
 */
export async function createCheckout(order: CheckoutOrder): Promise<OpenCheckout | CheckoutRefusal> {
  const metadata = { signup_id: order.signupId, plan: order.plan, attempt: String(order.attempt) };
  try {
    const session = await stripe().checkout.sessions.create(
      {
        mode: "payment",
        line_items: [{ price: env().stripe.prices[order.plan], quantity: 1 }],
        allowed_payment_method_types: ["card", "us_bank_account"],
        customer_creation: "always",
        customer_email: order.email,
        client_reference_id: order.signupId,
        metadata,
        payment_intent_data: { metadata },
        invoice_creation: { enabled: true, invoice_data: { description: order.clubName, metadata } },
        ...(order.page === "own"
          ? { ui_mode: "elements", return_url: order.successUrl }
          : { ui_mode: "hosted_page", success_url: order.successUrl, cancel_url: order.cancelUrl }),
      },
      { idempotencyKey: order.idempotencyKey },
    );
    const opened = { id: session.id, url: session.url ?? "", clientSecret: session.client_secret };
    if (order.page === "own" ? !opened.clientSecret : !opened.url)
      throw new Error(`Stripe gave no way to pay the session ${session.id}`);
    return opened;
  } catch (error) {
    const refusal = asRefusal(error);
    if (!refusal) throw error;
    log.warn({ signup: order.signupId, err: error }, "Stripe gave no payment page");
    return refusal;
  }
}

/** Converts an error to a refusal that the payer can fix or wait out; null for an error of ours. */
function asRefusal(error: unknown): CheckoutRefusal | null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.param === "customer_email") {
    return { refused: "rejected", message: error.message };
  }
  return stripeIsAway(error) ? { refused: "unavailable", message: "Failed to initialize payment" } : null;
}

export interface Checkout {
  id: string;
  signupId: string | null;
  /** complete: the payer finished; expired: not paid in time. */
  status: "open" | "complete" | "expired";
  /** unpaid and complete: a bank payment that is processing, or failed (see paymentIntentStatus). */
  paymentStatus: "paid" | "unpaid";
  amountCents: number;
  /** Stripe's code: 'usd'. */
  currency: string;
  paymentIntentId: string | null;
  customerId: string | null;
  /** Stripe's status: succeeded, processing, requires_payment_method (failed), … */
  paymentIntentStatus: string | null;
  /** Stripe's words for the payer about the last try, if it was refused. */
  declined: string | null;
  livemode: boolean;
}

/** Reads a session from Stripe. @returns null if Stripe does not know it. */
export async function readCheckout(sessionId: string): Promise<Checkout | null> {
  try {
    const session = await stripe().checkout.sessions.retrieve(sessionId, { expand: ["payment_intent"] });
    const intent = session.payment_intent;
    return {
      id: session.id,
      signupId: session.client_reference_id,
      status: session.status === "complete" ? "complete" : session.status === "expired" ? "expired" : "open",
      paymentStatus: session.payment_status === "paid" ? "paid" : "unpaid",
      amountCents: session.amount_total ?? 0,
      currency: session.currency ?? "",
      paymentIntentId: typeof intent === "string" ? intent : (intent?.id ?? null),
      customerId: typeof session.customer === "string" ? session.customer : (session.customer?.id ?? null),
      paymentIntentStatus: typeof intent === "string" ? null : (intent?.status ?? null),
      declined: typeof intent === "string" ? null : (intent?.last_payment_error?.message ?? null),
      livemode: session.livemode,
    };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing")
      return null;
    throw error;
  }
}

/**
 * Closes a payment page that another one replaces, so that only one can be paid.
 * @returns false if it is already complete or expired.
 */
export async function expireCheckout(sessionId: string): Promise<boolean> {
  try {
    await stripe().checkout.sessions.expire(sessionId);
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
    throw error;
  }
}

/**
 * Tells whether Stripe is unreachable or asks to wait. True as well if the first click of a double click still holds
 * the idempotency key after the second one's retries.
 */
export function stripeIsAway(error: unknown): boolean {
  return (
    (error instanceof Stripe.errors.StripeIdempotencyError && error.code === "idempotency_key_in_use") ||
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  );
}

export interface WebhookEvent {
  id: string;
  type: string;
  /** The id of the event's object, to be read again: the event may be outdated. */
  objectId: string;
  livemode: boolean;
}

/**
 * Verifies Stripe's signature over the raw body, at most five minutes old, nor as much ahead of our clock.
 * @returns the event, or null for an invalid signature.
 */
export function verifyWebhook(rawBody: string | Buffer, signature: string | null): WebhookEvent | null {
  if (!signature) return null;
  try {
    const event = stripe().webhooks.constructEvent(rawBody, signature, env().stripe.webhookSecret);
    if (signedInFuture(signature)) return null;
    const object = event.data.object as { id?: string };
    return { id: event.id, type: event.type, objectId: object.id ?? "", livemode: event.livemode };
  } catch {
    // Any error means invalid: the SDK throws various ones, for example for an empty 'v1='.
    return null;
  }
}

const TOLERANCE_S = 300;

/**
 * Tells whether a signature is from the future: the SDK limits only its age, so one of next year would be valid until
 * then.
 */
function signedInFuture(signature: string): boolean {
  const [, seconds] = /(?:^|,)t=(\d{1,15})/.exec(signature) ?? [];
  return Number(seconds) - now().getTime() / 1000 > TOLERANCE_S;
}

/** Longer than any pause of the SDK between two attempts. */
const FORGET_MS = 30_000;

/**
 * Wraps the SDK's own HTTP client to count and log retries, which the SDK does silently. A request with the method,
 * path and idempotency key of one that has just failed is a retry.
 */
function httpThatTellsRetries(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const http = Stripe.createNodeHttpClient();
  const ask = http.makeRequest.bind(http);
  const failed = new Map<string, { why: string; at: number }>();
  http.makeRequest = async (...request) => {
    const [, , path, method, headers] = request;
    const key = `${method} ${path} ${(headers as Record<string, unknown>)["Idempotency-Key"] ?? ""}`;
    const before = failed.get(key);
    failed.delete(key);
    if (before && performance.now() - before.at < FORGET_MS) {
      noteRetry("stripe", { method, path: pathForLog(path), why: before.why }, "Stripe is asked again");
    }
    try {
      const answer = await ask(...request);
      const status = answer.getStatusCode();
      if (status === 409 || status === 429 || status >= 500)
        failed.set(key, { why: String(status), at: performance.now() });
      return answer;
    } catch (error) {
      failed.set(key, { why: (error as NodeJS.ErrnoException).code ?? "no answer", at: performance.now() });
      throw error;
    } finally {
      forget(failed);
    }
  };
  return http;
}

function forget(failed: Map<string, { at: number }>): void {
  for (const [key, { at }] of failed) if (performance.now() - at > FORGET_MS) failed.delete(key);
}

/** Removes ids of payments, which do not belong in a log, from a path. */
const pathForLog = (path: string) => path.split("?")[0]?.replace(/(cs|pi|cus)_[^/]+/g, "{id}");
