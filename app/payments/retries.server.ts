import Stripe from "stripe";
import { noteRetry } from "#app/observability/retries.server.ts";

/** Longer than any pause of the SDK between two attempts. */
const FORGET_MS = 30_000;

/**
 * The SDK's own HTTP client, but retries are counted and logged: the SDK retries silently. A request with the method,
 * path and idempotency key of one that has just failed is a retry.
 */
export function httpThatTellsRetries(): ReturnType<typeof Stripe.createNodeHttpClient> {
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

/** The path without ids of payments, which do not belong in a log. */
const pathForLog = (path: string) => path.split("?")[0]?.replace(/(cs|pi|cus)_[^/]+/g, "{id}");
