import type { ActionFunctionArgs } from "@remix-run/node";
import { publicContext } from "#app/auth/guards.server.ts";
import { mayTryWebhook, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { isPostmark, readMailEvent } from "#app/mail/postmark-webhook.server.ts";
import { receiveMailEvent } from "#app/mail/record-delivery.server.ts";
import { webhooks } from "#app/observability/metrics.server.ts";

/** Refuses GET: Postmark's webhooks only post. */
export function loader() {
  throw new Response("Method Not Allowed", { status: 405, headers: { Allow: "POST" } });
}

/**
 * Takes bounces, spam complaints and deliveries. Postmark signs nothing: it sends the credentials of the webhook's
 * address, which are checked before the body is read. The event is on disk before it is acknowledged
 * (product/emails.md#undelivered-mail).
 */
export async function action(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  const { request } = args;
  const isRight = isPostmark(request.headers.get("Authorization"));
  if (!(await mayTryWebhook(client.ip, isRight))) {
    note(THROTTLED);
    webhooks.inc({ from: "postmark", outcome: "throttled" });
    return new Response("Too many attempts", { status: 429, headers: { "Retry-After": "3600" } });
  }
  if (!isRight) {
    note({ event: "refused", reason: "webhook credentials" });
    webhooks.inc({ from: "postmark", outcome: "bad credentials" });
    return new Response("Unauthorized", {
      status: 401,
      headers: { "WWW-Authenticate": 'Basic realm="webhooks"' },
    });
  }
  const event = readMailEvent(await request.text());
  if (!event) {
    note({ event: "refused", reason: "webhook body" });
    webhooks.inc({ from: "postmark", outcome: "malformed" });
    return new Response("Malformed event", { status: 400 });
  }
  const outcome = event === "ignored" ? event : await receiveMailEvent(control, event);
  webhooks.inc({ from: "postmark", outcome });
  return new Response("Received", { status: 200 });
}
