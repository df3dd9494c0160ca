import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { bareRefusal } from "./security-headers.ts";

const STOP_WITHIN_MS = 9_000;

/** Limits of a process for slow, silent and many clients; times in milliseconds. */
export interface ConnectionLimits {
  headers: number;
  request: number;
  /** How often Node checks the other two; its default of 30 s would add as much to them. */
  checkEvery: number;
  /** How long a client may take nothing of a response that waits for it. */
  unread: number;
  connections: number;
  /** On one connection; browsers open another one. */
  requests: number;
}

export const LIMITS: ConnectionLimits = {
  headers: 15_000,
  request: 120_000,
  checkEvery: 5_000,
  unread: 30_000,
  connections: 1_000,
  requests: 1_000,
};

/**
 * Listens, with the limits. A client that sends `Expect: 100-continue` waits for the app to accept its body.
 * @param at where to listen, and whether responses carry what only production sends.
 */
export function listen(
  app: RequestListener,
  at: { port: number; host: string; production: boolean },
  limits: ConnectionLimits = LIMITS,
): Promise<Server> {
  const options = { connectionsCheckingInterval: limits.checkEvery, requireHostHeader: false };
  // The app refuses a missing Host and an unknown expectation itself: Node's own refusals carry no headers.
  const server = createServer(options);
  const handle = lastOf(limits.requests, cutIfUnread(app));
  for (const event of ["request", "checkContinue", "checkExpectation"]) server.on(event, handle);
  server.on("clientError", (error, socket) => refuseUnreadable(error, socket as Socket, at.production));
  server.headersTimeout = limits.headers;
  server.requestTimeout = limits.request;
  server.keepAliveTimeout = 65_000;
  server.timeout = limits.unread;
  limitConnections(server, limits.connections);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(at.port, at.host, () => resolve(server));
  });
}

/** A request that Node cannot read, or that took too long: its answer carries the headers of every other one. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, production: boolean): void {
  const begun = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
  if (!socket.writable || error.code === "ECONNRESET" || begun) {
    socket.destroy();
    return;
  }
  socket.end(bareRefusal(STATUS_OF[error.code ?? ""] ?? 400, production));
}

const STATUS_OF: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/**
 * Node's `timeout` destroys a connection on which nothing moves. While the app works on an answer, nothing needs to;
 * once the answer waits for the client, the client must take something of it.
 */
function cutIfUnread(app: RequestListener): RequestListener {
  return (req, res) => {
    res.on("timeout", (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
    });
    app(req, res);
  };
}

/** Closes a connection after so many requests. Node's own limit leaves it open and answers 503 without headers. */
function lastOf(most: number, app: RequestListener): RequestListener {
  const counts = new WeakMap<Socket, number>();
  return (req, res) => {
    const count = (counts.get(req.socket) ?? 0) + 1;
    counts.set(req.socket, count);
    if (count >= most) res.shouldKeepAlive = false;
    app(req, res);
  };
}

/** Where all connections are in use, idle ones make room; else the new one is closed. */
function limitConnections(server: Server, most: number): void {
  const open = new Set<Socket>();
  server.prependListener("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    if (open.size <= most) return;
    server.closeIdleConnections();
    for (const other of open) if (other.destroyed) open.delete(other);
    if (open.size > most) socket.destroy();
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
