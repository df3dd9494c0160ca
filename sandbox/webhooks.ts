import type { Records } from "./records.ts";

/** An event and its delivery attempts. */
export interface Delivery {
  id: string;
  /** Event name of the service. */
  type: string;
  body: string;
  createdAt: string;
  status: "waiting" | "delivered" | "given up";
  attempts: number;
  lastAnswer: string | null;
}

/** Headers that a service adds to each post, to prove that it sent it. */
export type Proof = (body: string) => Record<string, string>;

const PATIENCE_MS = 10_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
const MAX_ATTEMPTS = 40;
/** Most posts at a time, like a service that does not flood its customers. */
const MOST_AT_ONCE = 20;

/** Sends events to the app and retries each with a growing pause until it answers 2xx. */
export class Webhooks {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #underWay = new Set<Promise<void>>();
  /** Due deliveries that wait for a post in progress to end. */
  readonly #due = new Set<string>();
  readonly #stop = new AbortController();

  constructor(
    private readonly records: Records<Delivery>,
    private readonly options: { url: string; proof: Proof; firstPauseMs: number },
  ) {}

  /** Resumes deliveries that an earlier process left pending. */
  resume(): void {
    for (const { id, status } of this.records.all()) if (status === "waiting") this.#attemptIn(id, 0);
  }

  send(event: Pick<Delivery, "id" | "type" | "body" | "createdAt">): void {
    this.records.put({ ...event, status: "waiting", attempts: 0, lastAnswer: null });
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
      this.#due.add(id);
      this.#postDue();
    }, pauseMs);
    timer.unref();
    this.#timers.set(id, timer);
  }

  #postDue(): void {
    for (const id of this.#due) {
      if (this.#stop.signal.aborted || this.#underWay.size >= MOST_AT_ONCE) return;
      this.#due.delete(id);
      const attempt = this.#attempt(id).finally(() => {
        this.#underWay.delete(attempt);
        this.#postDue();
      });
      this.#underWay.add(attempt);
    }
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

  /** @returns the app's status, or the error */
  async #post(body: string): Promise<string> {
    try {
      const answer = await fetch(this.options.url, {
        method: "POST",
        headers: { "Content-Type": "application/json; charset=utf-8", ...this.options.proof(body) },
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
