import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { clientNetwork } from "#app/runtime/client-network.ts";
import { bareRefusal } from "./security-headers.ts";

const STOP_WITHIN_MS = 9_000;
/** A refused client may read its answer for this long while it still sends. */
const LINGER_MS = 1_000;

/** Limits of a process for slow, silent and many clients; times in milliseconds. */
export interface ConnectionLimits {
  headers: number;
  request: number;
  /** How often Node checks the other two; its default of 30 s would add as much to them. */
  checkEvery: number;
  /** How long a client may take nothing of a response that waits for it. */
  unread: number;
  connections: number;
  /** Connections that no process has taken yet. The system makes who comes then knock again in a second. */
  waiting: number;
  /** Of one network, before their first request; none counts behind a proxy, which holds all of them. */
  silentOfNetwork: number;
  /** On one connection; browsers open another one. */
  requests: number;
}

export const LIMITS: ConnectionLimits = {
  headers: 15_000,
  request: 120_000,
  checkEvery: 5_000,
  unread: 30_000,
  connections: 1_000,
  waiting: 511,
  silentOfNetwork: 100,
  requests: 1_000,
};

/**
 * Listens, with the limits. A client that sends `Expect: 100-continue` waits for the app to accept its body.
 * @param at where to listen, whether responses carry what only production sends, and the proxy in front, if any.
 */
export function listen(
  app: RequestListener,
  at: { port: number; host: string; production: boolean; trustProxy?: string | undefined },
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
  const silentOfNetwork = at.trustProxy === undefined ? limits.silentOfNetwork : null;
  new Connections(server, { connections: limits.connections, silentOfNetwork });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(at.port, at.host, limits.waiting, () => resolve(server));
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
  // A client that goes on sending keeps its half open; the request that still runs ends with the socket.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
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

interface Open {
  network: string;
  /** The request on it, until it is answered; undefined: none has arrived on this connection yet. */
  request: IncomingMessage | null | undefined;
}

/** No request has arrived yet: a browser's spare connection, or somebody who only holds it. */
const isSilent = ({ request }: Open) => request === undefined;
const isIdle = ({ request }: Open) => !request;
/** The app works on what has arrived whole. */
const isServed = ({ request }: Open) => request?.complete === true;

/**
 * The open connections. Where there are too many, the network that holds most of them closes one: an idle one if it
 * can, else the one whose request has been arriving longest. So a client with a thousand slow connections closes its
 * own, and nobody else's (product.md#security).
 */
class Connections {
  /** In the order in which they opened, or last began or ended a request. */
  readonly #open = new Map<Socket, Open>();

  constructor(server: Server, limits: { connections: number; silentOfNetwork: number | null }) {
    server.prependListener("connection", (socket: Socket) => {
      const network = clientNetwork(socket.remoteAddress ?? "");
      this.#open.set(socket, { network, request: undefined });
      socket.once("close", () => this.#open.delete(socket));
      const silent = this.#of(network, isSilent);
      if (limits.silentOfNetwork !== null && silent.length > limits.silentOfNetwork) this.#close(silent[0]);
      if (this.#open.size > limits.connections) this.#close(this.#cheapest() ?? socket);
    });
    for (const event of ["request", "checkContinue", "checkExpectation"])
      server.prependListener(event, (request: IncomingMessage, response: ServerResponse) => {
        this.#enter(request.socket, request);
        response.once("finish", () => this.#enter(request.socket, null));
      });
  }

  #enter(socket: Socket, request: IncomingMessage | null): void {
    const open = this.#open.get(socket);
    if (!open) return;
    this.#open.delete(socket);
    this.#open.set(socket, { ...open, request });
  }

  #of(network: string, is: (open: Open) => boolean): Socket[] {
    return [...this.#open].flatMap(([socket, open]) =>
      open.network === network && is(open) ? [socket] : [],
    );
  }

  /** The connection that makes room; undefined while the app works for each of them. */
  #cheapest(): Socket | undefined {
    const counts = new Map<string, number>();
    for (const open of this.#open.values())
      if (!isServed(open)) counts.set(open.network, (counts.get(open.network) ?? 0) + 1);
    const [most] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
    if (most === undefined) return undefined;
    return this.#of(most, isIdle)[0] ?? this.#of(most, (open) => !isServed(open))[0];
  }

  #close(socket: Socket | undefined): void {
    if (!socket) return;
    this.#open.delete(socket);
    socket.destroy();
  }
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
