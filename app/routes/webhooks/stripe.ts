import type { ActionFunctionArgs } from "@remix-run/node";
import { openVisit } from "../../auth/guards.server.ts";
import { env } from "../../env.server.ts";
import { receiveStripeNews } from "../../journeys/stripe-news.server.ts";
import { log } from "../../log.server.ts";
import { verifyWebhook } from "../../payments/stripe.server.ts";

/** Stripe's webhooks only post. */
export function loader() {
  throw new Response("Method Not Allowed", { status: 405, headers: { Allow: "POST" } });
}

/**
 * Believes only Stripe's signature over the raw body. The event is stored with its job and answered at once; the
 * work is the jobs process's. Test events are refused in production, real ones everywhere else.
 */
export async function action(args: ActionFunctionArgs) {
  const { control, client } = await openVisit(args);
  const { request } = args;
  const body = Buffer.from(await request.arrayBuffer());
  const news = verifyWebhook(body, request.headers.get("Stripe-Signature"));
  if (!news) {
    log.warn({ ip: client.ip }, "a webhook without Stripe's signature was refused");
    return new Response("Bad signature", { status: 400 });
  }
  if (news.livemode !== env().production) {
    log.warn({ event: news.id, livemode: news.livemode }, "a webhook of the other mode was refused");
    return new Response("Wrong mode", { status: 400 });
  }
  await receiveStripeNews(control, news);
  return new Response("Received", { status: 200 });
}
