import { createServer, type Server } from "node:http";
import type { Express } from "express";

const STOP_WITHIN_MS = 9_000;

/** Listens, with time limits for slow senders; a body is only asked for after the app accepted its size. */
export function listen(app: Express, port: number, host: string): Promise<Server> {
  // Time limits are looked at this often: by default a slow sender would have up to half a minute more.
  const server = createServer({ connectionsCheckingInterval: 5_000 }, app);
  server.on("checkContinue", app);
  server.headersTimeout = 15_000;
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** Takes no new requests, lets the running ones end, and cuts what is still open shortly before ten seconds. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
