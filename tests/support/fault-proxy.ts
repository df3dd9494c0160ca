import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** Fault of a request on its way to a service, or of its answer on the way back. */
export type Fault =
  | "fine"
  /** Request and answer pass, but late. */
  | "slow"
  /** Cut before the service has seen any of it. */
  | "cut before"
  /** The service answers 503. */
  | "away"
  /** The service has done it, but its answer is lost. */
  | "answer lost"
  /** The service has done it, and its answer breaks off in the middle. */
  | "answer cut"
  /** The service has done it, and the answer is not HTTP. */
  | "garbage"
  /** There is never an answer. */
  | "silent";

const SLOW_MS = 400;
const REFUSAL = JSON.stringify({ error: { type: "api_error", message: "We are down" } });

/**
 * Starts a line to a service (the stub of Stripe or of Postmark) that can be made to fail, request by request or until
 * it is mended.
 */
export async function startFaultProxy(to: string) {
  const target = new URL(to);
  const line = {
    url: "",
    /** Faults of the next requests, one each, in order. */
    next: [] as Fault[],
    /** Fault of all others. */
    always: "fine" as Fault,
    /** Idempotency-Key of every POST that passed. */
    keys: [] as string[],
    /** Method and path of every request, whatever its outcome. */
    asked: [] as string[],
    /** While it is down, connections are refused. */
    down: async () => stop(server),
    up: async () => {
      server = await listen(Number(new URL(line.url).port));
    },
    close: async () => stop(server),
  };
  const listen = (port: number) =>
    new Promise<Server>((resolve) => {
      const made = createServer((req, res) => pass(req, res));
      made.listen(port, "127.0.0.1", () => resolve(made));
    });
  const pass = (req: IncomingMessage, res: ServerResponse) => {
    line.asked.push(`${req.method} ${req.url}`);
    if (req.method === "POST") line.keys.push(String(req.headers["idempotency-key"]));
    const fault = line.next.shift() ?? line.always;
    if (fault === "silent") return;
    if (fault === "cut before") {
      req.socket.resetAndDestroy();
      return;
    }
    if (fault === "away") {
      res.writeHead(503, { "Content-Type": "application/json", "Stripe-Should-Retry": "false" }).end(REFUSAL);
      return;
    }
    const { hostname, port } = target;
    const { url: path, method, headers } = req;
    const onward = request({ hostname, port, path, method, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      await bringBack(fault, answer, Buffer.concat(chunks), res, req.socket);
    });
    onward.on("error", () => res.destroy());
    req.pipe(onward);
  };
  let server = await listen(0);
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return line;
}

async function bringBack(
  fault: Fault,
  answer: IncomingMessage,
  body: Buffer,
  res: ServerResponse,
  socket: Socket,
): Promise<void> {
  if (fault === "answer lost") {
    socket.resetAndDestroy();
    return;
  }
  if (fault === "garbage") {
    socket.end("\x00\x01 this is no HTTP at all\r\n\r\n");
    return;
  }
  if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  const { "transfer-encoding": _, ...headers } = answer.headers;
  res.writeHead(answer.statusCode ?? 502, { ...headers, "content-length": body.length });
  if (fault === "answer cut") res.write(body.subarray(0, body.length / 2), () => res.destroy());
  else res.end(body);
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
