import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { type Sandbox, startSandbox } from "../../sandbox/index.ts";

export const WEBHOOK_SECRET = "whsec_test";

/** Starts the stubs in a temporary folder, and an app that records the webhooks it receives. */
export async function openSandbox() {
  const dataDir = mkdtempSync(join(tmpdir(), "goodside-sandbox-"));
  const app = await startApp();
  const start = () =>
    startSandbox({
      port: 0,
      appUrl: app.url,
      dataDir,
      webhookSecret: WEBHOOK_SECRET,
      firstWebhookPauseMs: 10,
    });
  const fixture = {
    dataDir,
    app,
    sandbox: await start(),
    stripe: () => stripeAt(fixture.sandbox),
    restart: async () => {
      await fixture.sandbox.close();
      fixture.sandbox = await start();
    },
    /** A page of the sandbox; redirects are not followed. */
    page: (path: string, form?: Record<string, string>) =>
      fetch(`${fixture.sandbox.url}${path}`, {
        redirect: "manual",
        ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
      }),
    close: async () => {
      await fixture.sandbox.close();
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return fixture;
}

export function stripeAt(sandbox: Sandbox, apiKey = "sk_test_sandbox"): Stripe {
  const { hostname: host, port } = new URL(sandbox.url);
  return new Stripe(apiKey, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
}

interface Received {
  path: string;
  body: string;
  headers: IncomingHttpHeaders;
}

/** Starts a fake app that records every request and answers with the next of `answers`, or 200. */
async function startApp() {
  const received: Received[] = [];
  const answers: number[] = [];
  const server: Server = createServer((req, res) => {
    let body = "";
    req.on("data", (chunk) => {
      body += chunk;
    });
    req.on("end", () => {
      received.push({ path: req.url ?? "", body, headers: req.headers });
      res.statusCode = answers.shift() ?? 200;
      res.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Statuses of the next answers, in order. */
    answers,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const ORDER = {
  mode: "payment",
  ui_mode: "hosted_page",
  line_items: [{ price: "price_sandbox_standard", quantity: 1 }],
  allowed_payment_method_types: ["card", "us_bank_account"],
  customer_creation: "always",
  customer_email: "ada@lakeside.example",
  client_reference_id: "signup-1",
  metadata: { plan: "standard" },
  invoice_creation: { enabled: true, invoice_data: { description: "Lakeside FC" } },
  success_url: "https://goodside.test/success?session={CHECKOUT_SESSION_ID}",
  cancel_url: "https://goodside.test/signup/payment",
} satisfies Stripe.Checkout.SessionCreateParams;

export const CARD = {
  email: "ada@lakeside.example",
  cardNumber: "4242 4242 4242 4242",
  cardExpiry: "12 / 34",
  cardCvc: "123",
};
