import { Agent, type IncomingMessage, request } from "node:http";
import { newId } from "#app/runtime/ids.server.ts";

const PAGES = ["/", "/leaders", "/club/login", "/contact", "/healthz"];
/** Every third request sends a message. */
const WRITE_EVERY = 3;

/** Readers of public pages and people who write to us, at an even pace over connections that stay open. */
export class SteadyTraffic {
  static #made = 0;
  /** Each traffic comes from networks of its own, whose messages are limited. */
  readonly #network = SteadyTraffic.#made++ % 250;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  readonly #running = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #count = 0;
  #longestMs = 0;
  /** Subjects of the messages that were acknowledged. */
  readonly #kept: string[] = [];
  readonly #failed: string[] = [];

  constructor(
    readonly url: string,
    perSecond: number,
    readonly origin = url,
    /** Milliseconds, for the longest wait, which no test checks. */
    readonly clock: () => number = () => 0,
  ) {
    this.#timer = setInterval(() => {
      const asked = this.#ask().finally(() => this.#running.delete(asked));
      this.#running.add(asked);
    }, 1000 / perSecond);
  }

  /**
   * Stops sending.
   * @returns the results of all requests
   */
  async stop(): Promise<{ requests: number; kept: string[]; failed: string[]; longestMs: number }> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
    this.#agent.destroy();
    return {
      requests: this.#count,
      kept: this.#kept,
      failed: this.#failed,
      longestMs: Math.round(this.#longestMs),
    };
  }

  async #ask(): Promise<void> {
    this.#count += 1;
    const n = this.#count;
    const since = this.clock();
    const page = PAGES[n % PAGES.length] ?? "/";
    const subject = `Question ${n} of ${newId()}`;
    const writes = n % WRITE_EVERY === 0;
    const what = writes ? `POST /contact ${n}` : `GET ${page} ${n}`;
    try {
      const { statusCode: status, headers } = writes ? await this.#write(n, subject) : await this.#send(page);
      const went = writes ? headers.location?.endsWith("/contact?sent=true") : status === 200;
      if (!went) this.#failed.push(`${what}: ${status}`);
      else if (writes) this.#kept.push(subject);
    } catch (error) {
      this.#failed.push(`${what}: ${error}`);
    }
    this.#longestMs = Math.max(this.#longestMs, this.clock() - since);
  }

  #write(n: number, subject: string): Promise<IncomingMessage> {
    const form = {
      submission: newId(),
      name: "Dana Reyes",
      email: `dana-${n}@lakeside.example`,
      category: "general",
      subject,
      message: "When does the season begin?",
    };
    // Each person writes from a separate network: a few messages from one are the limit.
    return this.#send(
      "/contact",
      new URLSearchParams(form),
      `10.${this.#network}.${(n >> 8) & 255}.${n & 255}`,
    );
  }

  #send(path: string, form?: URLSearchParams, client = "10.255.0.1"): Promise<IncomingMessage> {
    const body = form?.toString();
    const headers = {
      Origin: this.origin,
      "X-Forwarded-For": client,
      ...(body ? { "Content-Type": "application/x-www-form-urlencoded" } : {}),
    };
    return new Promise((resolve, reject) => {
      const method = body ? "POST" : "GET";
      request(new URL(path, this.url), { agent: this.#agent, method, headers }, (answer) =>
        answer
          .resume()
          .once("error", reject)
          .once("end", () => resolve(answer)),
      )
        .once("error", reject)
        .end(body);
    });
  }
}
