import { createServer, type RequestListener, type Server } from "node:http";

const STOP_WITHIN_MS = 9_000;

/** How long a sender may take, in milliseconds. */
interface Patience {
  headers: number;
  request: number;
  /** The limits are looked at this often: by default a slow sender would have up to half a minute more. */
  lookEvery: number;
}

const PATIENCE: Patience = { headers: 15_000, request: 120_000, lookEvery: 5_000 };

/** Listens, with time limits for slow senders; a body is only asked for after the app accepted its size. */
export function listen(
  app: RequestListener,
  port: number,
  host: string,
  patience = PATIENCE,
): Promise<Server> {
  const server = createServer({ connectionsCheckingInterval: patience.lookEvery }, app);
  server.on("checkContinue", app);
  server.headersTimeout = patience.headers;
  server.requestTimeout = patience.request;
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
