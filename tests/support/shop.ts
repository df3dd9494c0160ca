import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Sandbox, startSandbox } from "../../sandbox/index.ts";
import { openWorld } from "./world.ts";

const SECRET = "whsec_sandbox";

/**
 * Opens a world with the stub of Stripe, used by the real SDK over HTTP; its signed webhooks arrive at the whole app.
 * Take one per test file, before anything of the app is imported.
 * @param options.line puts something between the app and the stubs, and returns its address.
 */
export async function openShop(options: { line?: (to: string) => Promise<string> } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "goodside-shop-"));
  const webhooks: { status: number; body: string }[] = [];
  const doorman = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const answer = await shop.world.ask(request.url ?? "/", {
      body: new Uint8Array(body),
      headers: request.headers as Record<string, string>,
    });
    if (request.url === "/webhooks/stripe") webhooks.push({ status: answer.status, body: body.toString() });
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => doorman.listen(0, "127.0.0.1", resolve));
  const appUrl = `http://127.0.0.1:${(doorman.address() as AddressInfo).port}`;
  const open = (port: number) =>
    startSandbox({ port, appUrl, dataDir, webhookSecret: SECRET, firstWebhookPauseMs: 50 });

  let sandbox: Sandbox | undefined = await open(0);
  const { url } = sandbox;
  process.env.SANDBOX_URL = (await options.line?.(url)) ?? url;

  const post = (path: string, form: Record<string, string>) =>
    fetch(url + path, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });

  const shop = {
    world: await openWorld(),
    /** Folder of the stubs' books. */
    dataDir,
    /** Every received webhook of payments, with the app's answer. */
    webhooks,
    /** Returns the session's id from the address of its payment page. */
    sessionAt: (payAt: string | null) => new URL(payAt ?? "", url).pathname.split("/").pop() ?? "",
    payByCard: (sessionId: string, cardNumber = "4242424242424242") =>
      post(`/sandbox/checkout/${sessionId}/card`, {
        email: "dana@lakeside.example",
        name: "Dana Reyes",
        cardNumber,
        cardExpiry: "12 / 44",
        cardCvc: "123",
        postalCode: "78701",
      }),
    payByBank: (sessionId: string) =>
      post(`/sandbox/checkout/${sessionId}/bank`, {
        email: "dana@lakeside.example",
        name: "Dana Reyes",
        routingNumber: "110000000",
        accountNumber: "000123456789",
      }),
    /** Sends the bank's answer of some days later. */
    settle: (sessionId: string, outcome: "succeeded" | "failed") =>
      post(`/sandbox/bank-payments/${sessionId}`, { outcome }),
    /** Acts as a payer, a bank or somebody at Stripe: see sandbox/pages/money.tsx. */
    actOnMoney: (id: string, act: string, cents?: number) =>
      post(`/sandbox/money/${id}`, { act, ...(cents && { amount: (cents / 100).toFixed(2) }) }),
    /** Returns the stub's balance, in cents. */
    balance: () => sandbox?.balance() ?? 0,
    payInvoice: (id: string, cardNumber?: string) =>
      post(`/sandbox/invoices/${id}`, cardNumber ? { cardNumber } : {}),
    payInvoiceByBank: (id: string) => post(`/sandbox/invoices/${id}/bank`, {}),
    /** Returns the balance by the API's list of every movement. */
    async books() {
      const { stripe } = await import("#app/payments/stripe.server.ts");
      let cents = 0;
      for await (const { net } of stripe().balanceTransactions.list({ limit: 100 })) cents += net;
      return cents;
    },
    /** Makes Stripe unreachable while `work` runs. */
    async away<Result>(work: () => Promise<Result>): Promise<Result> {
      await sandbox?.close();
      sandbox = undefined;
      try {
        return await work();
      } finally {
        sandbox = await open(Number(new URL(url).port));
      }
    },
    async close() {
      await sandbox?.close();
      await new Promise((resolve) => doorman.close(resolve));
      await shop.world.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return shop;
}
