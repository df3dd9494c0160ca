import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { clientNetwork } from "#app/runtime/client-network.ts";
import { bareRefusal } from "./security-headers.ts";

const STOP_WITHIN_MS = 9_000;
const KEEP_ALIVE_MS = 65_000;
/** Longer than an idle connection lives. */
const RETIRE_WITHIN_MS = KEEP_ALIVE_MS + 10_000;
/** A refused client may read its answer for this long while it still sends. */
const LINGER_MS = 1_000;
/** Interval at which a stopping process closes idle connections: a proxy may be sending a request on one of them. */
const CLOSE_IDLE_EVERY_MS = 1_000;

/** Limits of a process for slow, silent and many clients; times in milliseconds. */
export interface ConnectionLimits {
  headers: number;
  request: number;
  /** Interval of Node's checks of the other two; its default of 30 s would add as much to them. */
  checkEvery: number;
  /** Longest time that a client may leave a waiting response unread. */
  unread: number;
  connections: number;
  /** Connections that no process has accepted yet. Further clients retry after a second. */
  waiting: number;
  /** Connections of one network before their first request; behind a proxy, which holds all of them, none counts. */
  silentOfNetwork: number;
  /** Requests per connection; browsers open another one. */
  requests: number;
  /** Sent on one connection before the first of them is answered; browsers send one. */
  unanswered: number;
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
  unanswered: 8,
};

/** Sent to the supervisor once a web process takes requests. */
export interface Listens {
  listens: true;
}

/**
 * Listens, with the limits. A client that sends `Expect: 100-continue` waits for the app to accept its body.
 * @param at where to listen (a held socket comes before an address), whether responses carry what only production sends, and the proxy in front, if any.
 */
export function listen(
  app: RequestListener,
  at: {
    port: number;
    host: string;
    heldSocket?: number | undefined;
    production: boolean;
    trustProxy?: string | undefined;
  },
  limits: ConnectionLimits = LIMITS,
): Promise<Server> {
  const options = { connectionsCheckingInterval: limits.checkEvery, requireHostHeader: false };
  // The app refuses a missing Host and an unknown expectation itself: Node's own refusals have no headers.
  const server = createServer(options);
  const handle = cutIfUnread(app);
  server.on("clientError", (error, socket) => refuseUnreadable(error, socket as Socket, at.production));
  server.headersTimeout = limits.headers;
  server.requestTimeout = limits.request;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.timeout = limits.unread;
  const silentOfNetwork = at.trustProxy === undefined ? limits.silentOfNetwork : null;
  const connections = new Connections(server, { ...limits, silentOfNetwork });
  server.once("stopping", () => connections.drain());
  for (const event of ["request", "checkContinue", "checkExpectation"])
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      if (connections.admit(request, response)) handle(request, response);
    });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    const address = at.heldSocket === undefined ? { port: at.port, host: at.host } : { fd: at.heldSocket };
    server.listen({ ...address, backlog: limits.waiting }, () => {
      resolve(server);
      process.send?.({ listens: true } satisfies Listens);
    });
  });
}

/** Refuses a request that Node cannot parse, or that took too long, with the headers of every other answer. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, production: boolean): void {
  const begun = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
  if (!socket.writable || error.code === "ECONNRESET" || begun) {
    socket.destroy();
    return;
  }
  socket.end(bareRefusal(STATUS_OF[error.code ?? ""] ?? 400, production));
  // A client that keeps sending keeps its half open; the request that still runs ends with the socket.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

const STATUS_OF: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/**
 * Limits Node's `timeout`, which destroys a quiet connection, to waiting answers: while the app works on an answer, the
 * connection may be quiet; once the answer waits, the client must read.
 */
function cutIfUnread(app: RequestListener): RequestListener {
  return (req, res) => {
    res.on("timeout", (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
    });
    app(req, res);
  };
}

interface Open {
  network: string;
  /** Number of requests so far. */
  count: number;
  /** Requests without a complete answer, oldest first. */
  unanswered: Map<ServerResponse, IncomingMessage>;
}

/** Tells whether a connection has sent no request yet: a browser's spare one, or one that is only held. */
const isSilent = ({ count }: Open) => count === 0;
const isIdle = ({ unanswered }: Open) => unanswered.size === 0;
/** Tells whether the app works on complete requests. */
const isServed = ({ unanswered }: Open) =>
  unanswered.size > 0 && [...unanswered.values()].every(({ complete }) => complete);

/**
 * Tracks the open connections. Above the limit, the network that holds most of them closes one: an idle one if it can,
 * otherwise the one whose request has been arriving longest. So a client with a thousand slow connections closes only
 * its own (product/security.md#security).
 */
class Connections {
  /** Connections in the order in which they opened, or last began or ended a request. */
  readonly #open = new Map<Socket, Open>();
  readonly #limits: { requests: number; unanswered: number };
  #draining = false;

  constructor(
    server: Server,
    limits: {
      connections: number;
      silentOfNetwork: number | null;
      requests: number;
      unanswered: number;
    },
  ) {
    this.#limits = limits;
    server.prependListener("connection", (socket: Socket) => {
      const network = clientNetwork(socket.remoteAddress ?? "");
      const open: Open = { network, count: 0, unanswered: new Map() };
      this.#open.set(socket, open);
      socket.once("close", () => {
        this.#open.delete(socket);
        endWaiting(open);
      });
      const silent = this.#of(network, isSilent);
      if (limits.silentOfNetwork !== null && silent.length > limits.silentOfNetwork) this.#close(silent[0]);
      if (this.#open.size > limits.connections) this.#close(this.#cheapest() ?? socket);
    });
  }

  /**
   * Tells whether the app gets a request. Exceeding the limit of waiting answers closes the connection, and requests
   * after the last permitted one are dropped: Node's own limit answers 503 without headers.
   */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request;
    const open = this.#open.get(socket);
    if (!open || socket.destroyed) return false;
    open.count += 1;
    if (open.count > this.#limits.requests) return false;
    // The previous answer was the connection's last one.
    if (this.#draining && !isIdle(open)) return false;
    if (open.unanswered.size >= this.#limits.unanswered) {
      this.#close(socket);
      return false;
    }
    if (this.#draining || open.count === this.#limits.requests) response.shouldKeepAlive = false;
    open.unanswered.set(response, request);
    this.#touch(socket, open);
    response.once("finish", () => {
      open.unanswered.delete(response);
      this.#touch(socket, open);
    });
    return true;
  }

  /** Closes each connection after its next answer, including answers in progress. */
  drain(): void {
    this.#draining = true;
    for (const { unanswered } of this.#open.values()) {
      const newest = [...unanswered.keys()].at(-1);
      if (newest && !newest.headersSent) newest.shouldKeepAlive = false;
    }
  }

  #touch(socket: Socket, open: Open): void {
    if (!this.#open.delete(socket)) return;
    this.#open.set(socket, open);
  }

  #of(network: string, is: (open: Open) => boolean): Socket[] {
    return [...this.#open].flatMap(([socket, open]) =>
      open.network === network && is(open) ? [socket] : [],
    );
  }

  /** Returns the connection to close; undefined while the app works for each of them. */
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

/**
 * Closes the responses of a closed connection. Node closes only the one being sent: those waiting behind it have no
 * socket yet, and would keep their streams and a club's file open forever.
 */
function endWaiting({ unanswered }: Open): void {
  for (const response of unanswered.keys()) {
    if (response.socket !== null || response.closed) continue;
    response.destroy();
    Object.assign(response, { _closed: true });
    response.emit("close");
  }
}

/**
 * Stops listening and finishes: every answer from now on closes its connection, and idle connections stay open for
 * about a second. Connections still open after nine seconds are dropped.
 */
export async function close(server: Server): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  await drain(server, STOP_WITHIN_MS);
  clearInterval(idle);
}

/**
 * Stops listening and leaves idle connections to their clients, because another process already serves: a proxy may be
 * sending a form on one. Its next answer closes it, and so does Node after 65 s without a request.
 */
export const retire = (server: Server): Promise<void> => drain(server, RETIRE_WITHIN_MS);

function drain(server: Server, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), withinMs);
    server.emit("stopping");
    // The method of http.Server closes idle connections at once.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
