import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireAccount } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { bookedYear, finishRenewal } from "#app/journeys/billing/renewal.server.ts";

const MESSAGES = {
  paid: "Thank you: your next year is paid.",
  processing:
    "Your bank payment is on its way and takes up to 4 business days. Your next year is booked, and your club is open.",
  failed: "Your bank did not make the payment. You can try again.",
  held: "Your payment arrived with another amount than the price. Our billing staff look at it and write to you.",
  open: "Nothing was charged.",
  waiting:
    "Stripe did not answer just now. Your payment is safe, and we write to you as soon as it is booked.",
} as const;

/** After a payment for a year that was already paid. */
const SECOND =
  "It was paid before: this payment goes back to where it came from, within 5 to 10 business days.";

/** Takes Stripe's redirect after a renewal payment: records it unless the webhook did before. */
export async function loader(args: LoaderFunctionArgs) {
  const { platform, session } = await requireAccount(args);
  const sessionId = new URL(args.request.url).searchParams.get("session_id") ?? "";
  const state = await finishRenewal(platform, session.clubCode, sessionId);
  const good = state === "paid" || state === "processing";
  const year = good ? await bookedYear(platform.control, sessionId) : null;
  const runs = year
    ? ` It runs from ${year.from} to ${year.until}, and nothing renews by itself.`
    : ` ${SECOND}`;
  return redirectWith(
    href("/club/billing"),
    good ? MESSAGES[state] + runs : MESSAGES[state],
    good ? "good" : "bad",
  );
}
