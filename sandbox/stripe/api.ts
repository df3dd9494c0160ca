import { createHash } from "node:crypto";
import express, { type ErrorRequestHandler, type Request, type Response, type Router } from "express";
import type Stripe from "stripe";
import type { Records } from "../records.ts";
import { invalid, missing, StripeRefusal } from "./errors.ts";
import { readStripeForm } from "./form.ts";
import { stripeId } from "./ids.ts";
import { type Customer, invoiceApi } from "./invoice-api.ts";
import type { Invoice, Invoices } from "./invoices.ts";
import type { Money } from "./money.ts";
import { moneyApi } from "./money-api.ts";
import { asStripeSession } from "./objects.ts";
import { readOrder } from "./order.ts";
import type { Payment, Payments } from "./payments.ts";
import { asStripePrice, type CataloguePrice } from "./prices.ts";

/** Answer that is replayed for the same Idempotency-Key. */
export interface KeptAnswer {
  id: string;
  fingerprint: string;
  requestId: string;
  body: string;
  keptAt: number;
}

const KEEP_MS = 24 * 60 * 60_000;
const EXPANDABLE = ["payment_intent", "line_items"];

/** Serves the part of Stripe's HTTP API that Goodside uses through the real SDK. */
export function stripeApi(options: {
  payments: Payments;
  money: Money;
  billing: {
    invoices: Invoices;
    customers: Records<Customer>;
    nowSeconds: () => number;
    invoiceUrl: (invoice: Invoice) => string;
  };
  prices: CataloguePrice[];
  kept: Records<KeptAnswer>;
  pageUrl: (payment: Payment) => string;
  /** Target of events. */
  webhookUrl: string;
}): Router {
  const { payments, money, prices, pageUrl, webhookUrl } = options;
  const api = express.Router();
  api.use(express.text({ type: () => true, limit: "1mb" }));
  api.use((req, res, next) => {
    res.locals.requestId = stripeId("req_", 14);
    res.set("Request-Id", res.locals.requestId);
    const version = req.get("Stripe-Version");
    if (version) res.set("Stripe-Version", version);
    refuseStrangers(req);
    next();
  });
  api.get("/prices", (req, res) => {
    const keys = [readStripeForm(queryOf(req)).lookup_keys].flat();
    const found = prices.filter(({ lookupKey }) => keys[0] === undefined || keys.includes(lookupKey));
    list(res, found.map(asStripePrice), "/v1/prices");
  });
  api.get("/prices/:id", (req, res) => {
    const price = prices.find(({ id }) => id === req.params.id);
    if (!price) throw missing("price", req.params.id, "price");
    res.json(asStripePrice(price));
  });
  api.post("/checkout/sessions", (req, res) => {
    once(options.kept, req, res, () => {
      const payment = payments.open(readOrder(readStripeForm(bodyOf(req)), prices));
      return asStripeSession(payment, pageUrl(payment));
    });
  });
  api.get("/checkout/sessions/:id", (req, res) => {
    const payment = sessionOf(payments, req);
    res.json(asStripeSession(payment, pageUrl(payment), expandOf(readStripeForm(queryOf(req)).expand)));
  });
  api.post("/checkout/sessions/:id/expire", (req, res) => {
    once(options.kept, req, res, () => {
      const payment = payments.expire(sessionOf(payments, req));
      return asStripeSession(payment, pageUrl(payment));
    });
  });
  const shared = {
    payments,
    money,
    once: (req: Request, res: Response, work: () => object) => once(options.kept, req, res, work),
    form: (req: Request) => readStripeForm(bodyOf(req)),
  };
  api.get("/webhook_endpoints", (_req, res) => {
    list(res, [endpointAt(webhookUrl)], "/v1/webhook_endpoints");
  });
  moneyApi(api, shared);
  invoiceApi(api, { ...shared, ...options.billing });
  api.use((req) => {
    throw new StripeRefusal(404, {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${req.method}: ${req.baseUrl}${req.path}).`,
    });
  });
  api.use(inStripesShape);
  return api;
}

function refuseStrangers(req: Request): void {
  const key = /^Bearer (.+)$/.exec(req.get("Authorization") ?? "")?.[1];
  if (key?.startsWith("sk_test_")) return;
  throw new StripeRefusal(401, {
    type: "invalid_request_error",
    message: key ? `Invalid API Key provided: ${key.slice(0, 7)}****` : "You did not provide an API key.",
  });
}

/** Runs the work once per Idempotency-Key: the same request gets the same answer, a different one is refused. */
function once(kept: Records<KeptAnswer>, req: Request, res: Response, work: () => object): void {
  const key = req.get("Idempotency-Key");
  if (key && key.length > 255) throw invalid("Idempotency keys can be at most 255 characters.");
  const fingerprint = createHash("sha256")
    .update(`${req.originalUrl}\n${bodyOf(req)}`)
    .digest("base64url");
  const before = key ? kept.get(key) : undefined;
  if (key) res.set("Idempotency-Key", key);
  if (before && Date.now() - before.keptAt < KEEP_MS) {
    if (before.fingerprint !== fingerprint) {
      throw new StripeRefusal(400, {
        type: "idempotency_error",
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    }
    res.set("Idempotent-Replayed", "true").set("Original-Request", before.requestId);
    res.type("json").send(before.body);
    return;
  }
  const requestId = String(res.locals.requestId);
  const body = JSON.stringify(work(), null, 2);
  if (key) kept.put({ id: key, fingerprint, requestId, body, keptAt: Date.now() });
  res.type("json").send(body);
}

function sessionOf(payments: Payments, req: Request): Payment {
  const id = req.params.id ?? "";
  const payment = payments.get(id);
  if (!payment) throw missing("checkout.session", id, "session");
  return payment;
}

function expandOf(given: unknown): string[] {
  const wanted = Array.isArray(given) ? given.map(String) : [];
  for (const name of wanted) {
    if (!EXPANDABLE.includes(name)) throw invalid(`This property cannot be expanded (${name}).`, "expand");
  }
  return wanted;
}

/** Describes the stub's only endpoint, which gets every event. */
const endpointAt = (url: string) => ({
  id: "we_sandbox",
  object: "webhook_endpoint",
  enabled_events: ["*"],
  livemode: false,
  status: "enabled",
  url,
});

function list<Item>(res: Response, data: Item[], url: string): void {
  const answer: Stripe.ApiList<Item> = { object: "list", data, has_more: false, url };
  res.json(answer);
}

const bodyOf = (req: Request): string => (typeof req.body === "string" ? req.body : "");
const queryOf = (req: Request): string => req.originalUrl.split("?")[1] ?? "";

const inStripesShape: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  const refusal =
    error instanceof StripeRefusal
      ? error
      : new StripeRefusal(500, { type: "api_error", message: `The stand-in failed: ${String(error)}` });
  res.status(refusal.status).json({
    error: refusal.error,
  });
};
