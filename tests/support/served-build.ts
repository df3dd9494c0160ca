import { once } from "node:events";
import { get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { ServerBuild } from "@remix-run/node";
import pino from "pino";
import type { Env } from "#app/config/env.server.ts";
import type { AppBuild } from "#app/server/app.ts";

/** Serves a build behind the whole server, without a process of its own. Import it after `openWorld()`. */
export async function serveBuild(build: ServerBuild) {
  const { createApp } = await import("#app/server/app.ts");
  const server = createApp({
    settings: { appUrl: "http://goodside.test", production: false } as Env,
    app: {
      build,
      health: async () => ({}),
      stop: async () => {},
      metrics: { countRequest() {} },
    } as AppBuild,
    files: (_req, _res, next) => next(),
    log: pino({ level: "silent" }),
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    close: () => server.close(),
    /** Without `fetch`, which requests a fresh page if it is given an If-None-Match. */
    ask: (path: string, headers: Record<string, string> = {}) => askOnce(port, path, headers),
    /** Posts a form of one of our own pages. */
    post: (path: string, headers: Record<string, string>, form: Record<string, string>) =>
      postOnce(port, path, headers, form),
    /** Returns every byte of an answer. */
    bytesOf: async (path: string, headers: Record<string, string>): Promise<string> => {
      const socket = connect(port, "127.0.0.1");
      const lines = Object.entries({ Host: "127.0.0.1", ...headers, Connection: "keep-alive" });
      socket.write(`GET ${path} HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`);
      const [answer] = (await once(socket, "data")) as [Buffer];
      socket.destroy();
      return answer.toString("latin1");
    },
  };
}

export const postOnce = (
  port: number,
  path: string,
  headers: Record<string, string>,
  form: Record<string, string>,
): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { ...headers, "Sec-Fetch-Site": "same-origin", Connection: "close" },
    body: new URLSearchParams(form),
    redirect: "manual",
  });

/** Sends one request to a port of this machine, over a connection of its own. */
export const askOnce = (port: number, path: string, headers: Record<string, string> = {}) =>
  new Promise<Response>((resolve, reject) => {
    // By number: this machine's name would be resolved for each connection.
    get({ host: "127.0.0.1", port, path, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const { statusCode: status = 0, headers } = answer;
        const body = unpack(Buffer.concat(parts), headers["content-encoding"]);
        const sent = headers as Record<string, string>;
        resolve(new Response(status === 304 ? null : body, { status, headers: sent }));
      });
    }).on("error", reject);
  });

const unpack = (body: Buffer, coding: string | undefined): string =>
  String(coding === "br" ? brotliDecompressSync(body) : coding === "gzip" ? gunzipSync(body) : body);
