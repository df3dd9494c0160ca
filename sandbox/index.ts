import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import express, { type ErrorRequestHandler, type Express } from "express";
import type { PlanId } from "#app/db/control/money-tables.ts";
import { SandboxClock } from "./clock.ts";
import { type DemoPeople, demoPeople } from "./demo-people.ts";
import { bankPaymentPages } from "./pages/bank-payments.tsx";
import { checkoutPages } from "./pages/checkout.tsx";
import { clockPage } from "./pages/clock.tsx";
import { frontPage } from "./pages/front.tsx";
import { invoicePages } from "./pages/invoice.tsx";
import { stylesheet } from "./pages/layout.tsx";
import { mailPages } from "./pages/mail.tsx";
import { mailTemplatePages } from "./pages/mail-templates.tsx";
import { moneyPages } from "./pages/money.tsx";
import { failedPage, notFoundPage } from "./pages/refusals.tsx";
import { webhookPages } from "./pages/webhooks.tsx";
import { postmarkApi } from "./postmark/api.ts";
import { postmarkEvent, withPassword } from "./postmark/events.ts";
import { Mailbox } from "./postmark/mailbox.ts";
import { Records } from "./records.ts";
import { stripeApi } from "./stripe/api.ts";
import { signedWith, stripeEvent } from "./stripe/events.ts";
import { type Invoice, Invoices } from "./stripe/invoices.ts";
import { Money, type MoneyEvent } from "./stripe/money.ts";
import { objectOf } from "./stripe/money-objects.ts";
import { asStripeSession } from "./stripe/objects.ts";
import { type Payment, Payments } from "./stripe/payments.ts";
import { catalogue } from "./stripe/prices.ts";
import { Webhooks } from "./webhooks.ts";

export interface SandboxOptions {
  /** 0: any free one. */
  port: number;
  /** The app's address: it proxies our pages under /sandbox and receives the webhooks. */
  appUrl: string;
  dataDir: string;
  webhookSecret: string;
  priceIds?: Record<PlanId, string>;
  postmarkToken?: string;
  postmarkWebhookSecret?: string;
  /** The pause before a webhook's second attempt; it doubles from there. */
  firstWebhookPauseMs?: number;
}

export interface Sandbox {
  url: string;
  /** Returns the payment stub's balance, in cents. */
  balance: () => number;
  close(): Promise<void>;
}

const SANDBOX_PRICES: Record<PlanId, string> = {
  standard: "price_sandbox_standard",
  large: "price_sandbox_large",
  enterprise: "price_sandbox_enterprise",
};
const SWEEP_MS = 30_000;

/**
 * Starts the stubs for Stripe and Postmark on the loopback interface, with their pages under /sandbox. Their
 * records live in the data folder's `sandbox` folder.
 * @throws Error in production, always.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (process.env.APP_MODE === "production") {
    throw new Error("The stand-ins for Stripe and Postmark are not for production");
  }
  const folder = join(options.dataDir, "sandbox");
  mkdirSync(folder, { recursive: true });
  const clock = new SandboxClock(options.dataDir);
  const firstPauseMs = options.firstWebhookPauseMs ?? 1000;
  const webhookUrl = `${options.appUrl}/webhooks/stripe`;
  const webhooks = new Webhooks(new Records(join(folder, "webhooks.jsonl")), {
    url: webhookUrl,
    proof: signedWith(options.webhookSecret),
    firstPauseMs,
  });
  const mailWebhooks = new Webhooks(new Records(join(folder, "mail-webhooks.jsonl")), {
    url: `${options.appUrl}/webhooks/postmark`,
    proof: withPassword(options.postmarkWebhookSecret ?? "sandbox-postmark-webhook-secret"),
    firstPauseMs,
  });
  const pageUrl = ({ id }: Payment) => `${options.appUrl}/sandbox/checkout/${id}`;
  const payments = new Payments(new Records(join(folder, "payments.jsonl")), clock, (event, payment) =>
    webhooks.send(stripeEvent(event, asStripeSession(payment, pageUrl(payment)), clock.nowSeconds())),
  );
  const invoiceUrl = ({ id }: Invoice) => `${options.appUrl}/sandbox/invoices/${id}`;
  const announce = (event: MoneyEvent) =>
    webhooks.send(stripeEvent(event.type, objectOf(event, invoiceUrl), clock.nowSeconds()));
  const invoices = new Invoices(
    new Records(join(folder, "invoices.jsonl")),
    new Records(join(folder, "invoice-items.jsonl")),
    clock,
    (type, invoice) => announce({ type, invoice }),
  );
  const money = new Money(
    payments,
    invoices,
    {
      refunds: new Records(join(folder, "refunds.jsonl")),
      disputes: new Records(join(folder, "disputes.jsonl")),
    },
    clock,
    announce,
  );
  const mailbox = new Mailbox(new Records(join(folder, "mails.jsonl")), clock, (mail, outcome) =>
    mailWebhooks.send(postmarkEvent(mail, outcome, clock.now())),
  );

  const app = express();
  app.disable("x-powered-by");
  app.use(
    "/v1",
    stripeApi({
      payments,
      money,
      billing: {
        invoices,
        customers: new Records(join(folder, "customers.jsonl")),
        nowSeconds: () => clock.nowSeconds(),
        invoiceUrl,
      },
      prices: catalogue(options.priceIds ?? SANDBOX_PRICES),
      kept: new Records(join(folder, "idempotency.jsonl")),
      pageUrl,
      webhookUrl,
    }),
  );
  const people = () => demoPeople(options.dataDir);
  app.use(
    "/sandbox",
    sandboxPages({ people, payments, money, invoices, mailbox, webhooks: [webhooks, mailWebhooks], clock }),
  );
  app.use(postmarkApi(mailbox, options.postmarkToken ?? "sandbox-postmark-token"));
  app.use((_req, res) => notFoundPage(res));

  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  webhooks.resume();
  mailWebhooks.resume();
  const sweep = setInterval(() => {
    payments.closeLate();
    invoices.passTime();
  }, SWEEP_MS);
  sweep.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    balance: () => money.balance(),
    close: async () => {
      clearInterval(sweep);
      await Promise.all([webhooks.close(), mailWebhooks.close()]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sandboxPages(standIns: {
  people: () => DemoPeople;
  payments: Payments;
  money: Money;
  invoices: Invoices;
  mailbox: Mailbox;
  webhooks: Webhooks[];
  clock: SandboxClock;
}): Express {
  const { people, payments, money, invoices, mailbox, webhooks, clock } = standIns;
  const pages = express();
  pages.use(express.urlencoded({ extended: false, limit: "100kb" }));
  pages.get("/sandbox.css", (_req, res) => {
    res.set("Cache-Control", "no-cache").type("css").send(stylesheet);
  });
  pages.use(
    frontPage({
      people,
      counts: () => ({
        mails: mailbox.newestFirst().length,
        waiting: payments.waiting().length,
        hoursAhead: clock.offset() / 3_600_000,
      }),
    }),
  );
  pages.use(mailTemplatePages());
  pages.use(mailPages(mailbox));
  pages.use(checkoutPages(payments, clock));
  pages.use(bankPaymentPages(payments));
  pages.use(moneyPages(money, invoices, () => webhooks[0]?.newestFirst()[0]));
  pages.use(invoicePages(money, invoices, clock));
  pages.use(webhookPages(webhooks));
  pages.use(
    clockPage(clock, () => {
      payments.closeLate();
      invoices.passTime();
    }),
  );
  pages.use((_req, res) => notFoundPage(res));
  pages.use(lastResort);
  return pages;
}

const lastResort: ErrorRequestHandler = (error, _req, res, next) => {
  if (res.headersSent) return next(error);
  console.error(error);
  failedPage(res);
};
