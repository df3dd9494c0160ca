import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { AwsV4Signer } from "aws4fetch";
import type { BucketTarget } from "#app/config/copy-target.ts";
import type { CopyStore } from "./store.ts";

const TRIES = 4;
const FIRST_PAUSE_MS = 600;
/** Longest silence in both directions. */
const SILENT_MS = 30_000;
/** A manifest of many clubs shrinks to a tenth. */
const WORTH_GZIP = 64 * 1024;

/** A store's answer other than success: its own code, never its text, which repeats the signed request. */
class Refused extends Error {
  override name = "Refused";
  constructor(
    what: string,
    readonly status: number,
    code: string,
  ) {
    super(`${what}: the store answers ${status}${code ? ` (${code})` : ""}`);
  }
}

interface Asked {
  method: "GET" | "PUT" | "DELETE";
  /** Key of the object; empty for the bucket. */
  key?: string;
  query?: Record<string, string>;
  /** Opened again for each try. */
  body?: { open: () => Readable; bytes: number; sha256: string };
}

/** A bucket of Amazon S3 or a compatible store. An object appears whole or not at all. */
export class BucketStore implements CopyStore {
  readonly atOnce = 8;

  constructor(
    readonly target: BucketTarget,
    readonly work: string,
    /** Pause before the second try; each later pause is twice as long. */
    readonly firstPauseMs = FIRST_PAUSE_MS,
  ) {}

  async reach(): Promise<void> {}

  async begin(): Promise<void> {
    for (const name of ["", "clubs"]) mkdirSync(join(this.work, name), { recursive: true, mode: 0o700 });
  }

  async names(): Promise<Map<string, number>> {
    await this.begin();
    // Prepared but not sent, by a process that died.
    for (const file of readdirSync(this.work, { recursive: true, withFileTypes: true }))
      if (file.isFile()) rmSync(join(file.parentPath, file.name), { force: true });
    const found = new Map<string, number>();
    let token: string | undefined;
    do {
      const query = {
        "list-type": "2",
        prefix: this.#key(""),
        ...(token && { "continuation-token": token }),
      };
      const listing = (await buffer(await this.#ask({ method: "GET", query }))).toString("utf8");
      for (const [, item = ""] of listing.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const [, key = ""] = /<Key>([^<]*)<\/Key>/.exec(item) ?? [];
        const [, size = ""] = /<Size>(\d+)<\/Size>/.exec(item) ?? [];
        found.set(key.slice(this.#key("").length), Number(size));
      }
      [, token] = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(listing) ?? [];
      token = token?.replaceAll("&amp;", "&");
    } while (token);
    return found;
  }

  async read(path: string): Promise<string | null> {
    try {
      const bytes = await buffer(await this.#ask({ method: "GET", key: path }));
      return (isGzip(bytes) ? gunzipSync(bytes) : bytes).toString("utf8");
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return null;
      throw error;
    }
  }

  async write(path: string, content: string): Promise<void> {
    const plain = Buffer.from(content);
    const bytes = plain.length > WORTH_GZIP ? gzipSync(plain, { level: 1 }) : plain;
    await this.#put(path, { open: () => Readable.from([bytes]), bytes: bytes.length, sha256: hashOf(bytes) });
  }

  async keep(path: string, sha256: string): Promise<void> {
    const made = join(this.work, path);
    try {
      await this.put(path, made, sha256);
    } finally {
      rmSync(made, { force: true });
    }
  }

  async put(path: string, source: string, sha256: string): Promise<void> {
    await this.#put(path, { open: () => createReadStream(source), bytes: statSync(source).size, sha256 });
  }

  async flush(): Promise<void> {}

  async remove(path: string): Promise<void> {
    (await this.#ask({ method: "DELETE", key: path })).resume();
  }

  /** Writes an object to a path. */
  async fetch(path: string, to: string): Promise<void> {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    await pipeline(await this.#ask({ method: "GET", key: path }), createWriteStream(to, { mode: 0o600 }));
  }

  async #put(key: string, body: Asked["body"]): Promise<void> {
    (await this.#ask({ method: "PUT", key, body })).resume();
  }

  #key(path: string): string {
    return this.target.prefix ? `${this.target.prefix}/${path}` : path;
  }

  /** Asks until there is an answer: a busy store and a broken connection get some retries. */
  async #ask(asked: Asked): Promise<IncomingMessage> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#askOnce(asked);
      } catch (error) {
        const passes = !(error instanceof Refused) || error.status >= 500 || error.status === 429;
        if (!passes || tried === TRIES) throw error;
        await pause(this.firstPauseMs * 2 ** (tried - 1) * (0.5 + Math.random() / 2));
      }
    }
  }

  async #askOnce({ method, key, query = {}, body }: Asked): Promise<IncomingMessage> {
    const { bucketUrl, region, accessKeyId, secretAccessKey, sessionToken } = this.target;
    const url = new URL(`${bucketUrl}/${key === undefined ? "" : this.#key(key)}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { "x-amz-content-sha256": body?.sha256 ?? hashOf(Buffer.alloc(0)) },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken && { sessionToken }),
      service: "s3",
      region,
    }).sign();
    const headers = Object.fromEntries(signed.headers as Iterable<[string, string]>);
    const send = signed.url.protocol === "https:" ? secureRequest : plainRequest;
    const request = send(signed.url, {
      method,
      headers: { ...headers, ...(body && { "Content-Length": String(body.bytes) }) },
      timeout: SILENT_MS,
    });
    const answer = await answered(request, body?.open());
    const { statusCode = 0 } = answer;
    if (statusCode >= 200 && statusCode < 300) return answer;
    const text = (await buffer(answer)).toString("utf8");
    const [, code = ""] = /<Code>(\w{1,60})<\/Code>/.exec(text) ?? [];
    throw new Refused(`${method} ${key ?? "the list"}`, statusCode, code);
  }
}

async function answered(request: ClientRequest, body: Readable | undefined): Promise<IncomingMessage> {
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", reject);
    request.once("timeout", () => request.destroy(new Error("the store does not answer")));
  });
  if (!body) request.end();
  // An early refusal ends the body; its text is the answer.
  else pipeline(body, request).catch((error: unknown) => request.destroy(error as Error));
  return answer;
}

const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;
