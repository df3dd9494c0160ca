/** An answer, without following redirects, so that a test sees them. */
export interface Answer {
  status: number;
  /** Path and query of a redirect, otherwise an empty text. */
  location: string;
  text: string;
}

/** Longest wait of a person; also frees a connection to a process that died before it could take it. */
const PATIENCE_MS = 8_000;

/** A browser without scripts: keeps cookies, posts forms from our own pages, and does not follow redirects. */
export class Visitor {
  readonly #cookies = new Map<string, string>();

  /** @param client address that the server accepts if it trusts a proxy on this machine. */
  constructor(
    readonly url: string,
    options: { cookie?: string; client?: string } = {},
  ) {
    this.client = options.client;
    if (options.cookie) this.#keep(options.cookie);
  }
  readonly client: string | undefined;

  get(path: string): Promise<Answer> {
    return this.#ask("GET", path);
  }

  /** @param form pairs if a name has several values */
  post(path: string, form: Record<string, string> | [string, string][]): Promise<Answer> {
    return this.#ask("POST", path, new URLSearchParams(form));
  }

  /** Posts a form with files. */
  send(path: string, form: FormData): Promise<Answer> {
    return this.#ask("POST", path, form);
  }

  async #ask(method: string, path: string, body?: URLSearchParams | FormData): Promise<Answer> {
    const { origin } = new URL(this.url);
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    const answer = await fetch(new URL(path, this.url), {
      method,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        Origin: origin,
        "Sec-Fetch-Site": "same-origin",
        ...(cookie ? { Cookie: cookie } : {}),
        ...(this.client ? { "X-Forwarded-For": this.client } : {}),
      },
    });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    const to = answer.headers.get("Location");
    const location = to ? new URL(to, this.url) : null;
    return {
      status: answer.status,
      location: location ? location.pathname + location.search : "",
      text: await answer.text(),
    };
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const cut = pair.indexOf("=");
    this.#cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
  }
}
