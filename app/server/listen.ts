import { createServer, type RequestListener, type Server } from "node:http";

const STOP_WITHIN_MS = 9_000;

/** Time limits for slow clients, in milliseconds. */
interface Timeouts {
  headers: number;
  request: number;
  /** How often Node checks the other two; its default of 30 s would add as much to them. */
  checkEvery: number;
}

const TIMEOUTS: Timeouts = { headers: 15_000, request: 120_000, checkEvery: 5_000 };

/** Listens, with time limits. A client that sends `Expect: 100-continue` waits for the app to accept its body. */
export function listen(
  app: RequestListener,
  port: number,
  host: string,
  timeouts = TIMEOUTS,
): Promise<Server> {
  const server = createServer({ connectionsCheckingInterval: timeouts.checkEvery }, app);
  server.on("checkContinue", app);
  server.headersTimeout = timeouts.headers;
  server.requestTimeout = timeouts.request;
  server.keepAliveTimeout = 65_000;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** Finishes the running requests and closes; connections still open after nine seconds are dropped. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), STOP_WITHIN_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
