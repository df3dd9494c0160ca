import { createHmac } from "node:crypto";
import type Stripe from "stripe";
import type { Records } from "../records.ts";
import { stripeId } from "./ids.ts";
import type { PaymentEvent } from "./payments.ts";

/** An event and its delivery attempts. */
export interface Delivery {
  id: string;
  type: PaymentEvent;
  sessionId: string;
  body: string;
  createdAt: string;
  status: "waiting" | "delivered" | "given up";
  attempts: number;
  lastAnswer: string | null;
}

const PATIENCE_MS = 10_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const MAX_ATTEMPTS = 40;

/** Sends signed events to the app and retries each with a growing pause until it answers 2xx. */
export class Webhooks {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stop = new AbortController();

  constructor(
    private readonly records: Records<Delivery>,
    private readonly options: { url: string; secret: string; firstPauseMs: number; apiVersion: string },
  ) {}

  /** Resumes deliveries that an earlier process left pending. */
  resume(): void {
    for (const { id, status } of this.records.all()) if (status === "waiting") this.#attemptIn(id, 0);
  }

  send(type: PaymentEvent, session: Stripe.Checkout.Session, created: number): void {
    const event = {
      id: stripeId("evt_"),
      object: "event",
      api_version: this.options.apiVersion,
      created,
      data: { object: session },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    this.records.put({
      id: event.id,
      type,
      sessionId: session.id,
      body: JSON.stringify(event, null, 2),
      createdAt: new Date(created * 1000).toISOString(),
      status: "waiting",
      attempts: 0,
      lastAnswer: null,
    });
    this.#attemptIn(event.id, 0);
  }

  /** Sends the same event again, as Stripe sometimes does. */
  sendAgain(id: string): boolean {
    if (!this.records.get(id)) return false;
    this.#attemptIn(id, 0);
    return true;
  }

  newestFirst(): Delivery[] {
    return this.records.newestFirst();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#stop.abort();
    await Promise.allSettled(this.#underWay);
  }

  #attemptIn(id: string, pauseMs: number): void {
    if (this.#stop.signal.aborted) return;
    clearTimeout(this.#timers.get(id));
    const timer = setTimeout(() => {
      this.#timers.delete(id);
      const attempt = this.#attempt(id).finally(() => this.#underWay.delete(attempt));
      this.#underWay.add(attempt);
    }, pauseMs);
    timer.unref();
    this.#timers.set(id, timer);
  }

  async #attempt(id: string): Promise<void> {
    const delivery = this.records.get(id);
    if (!delivery) return;
    const answer = await this.#post(delivery.body);
    if (this.#stop.signal.aborted) return;
    const attempts = delivery.attempts + 1;
    const delivered = answer.startsWith("2") || delivery.status === "delivered";
    const status = delivered ? "delivered" : attempts >= MAX_ATTEMPTS ? "given up" : "waiting";
    this.records.put({ ...delivery, attempts, lastAnswer: answer, status });
    const pause = Math.min(this.options.firstPauseMs * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
    if (status === "waiting") this.#attemptIn(id, pause);
  }

  /** @returns the app's status, or what went wrong */
  async #post(body: string): Promise<string> {
    // Signed by the real clock, because the SDK compares with it.
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", this.options.secret).update(`${timestamp}.${body}`).digest("hex");
    try {
      const answer = await fetch(this.options.url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Stripe-Signature": `t=${timestamp},v1=${signature}`,
          "User-Agent": "Stripe/1.0 (sandbox)",
        },
        body,
        redirect: "manual",
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(PATIENCE_MS)]),
      });
      await answer.body?.cancel();
      return String(answer.status);
    } catch (error) {
      return `no answer (${error instanceof Error ? error.message : String(error)})`;
    }
  }
}
