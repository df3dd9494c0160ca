import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Body = Record<string, unknown>;
interface Asked {
  method: string;
  path: string;
  token: string;
  body: Record<string, unknown>;
}
type Answer = (res: ServerResponse) => void;

/** Starts a fake Postmark with one given answer per request; afterwards it accepts everything. */
export async function startFakePostmark() {
  const asked: Asked[] = [];
  const answers: Answer[] = [];
  const server = createServer((req, res) => {
    let body = "";
    req.on("data", (chunk) => {
      body += chunk;
    });
    req.on("end", () => {
      asked.push({
        method: req.method ?? "",
        path: req.url ?? "",
        token: String(req.headers["x-postmark-server-token"]),
        body: body ? JSON.parse(body) : {},
      });
      const batch = req.url === "/email/batch" ? JSON.parse(body) : null;
      (answers.shift() ?? (batch ? takesAll(batch.length) : takes("message-later")))(res);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    sends: () => asked.filter(({ path }) => path === "/email"),
    batches: () =>
      asked.flatMap(({ path, body }) => (path === "/email/batch" ? [body as unknown as Body[]] : [])),
    answers,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const says =
  (status: number, body: unknown): Answer =>
  (res) => {
    res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  };
export const takes = (MessageID: string): Answer => says(200, { ErrorCode: 0, Message: "OK", MessageID });
/** Answers a batch: each message has an id of its own. */
export const takesAll = (many: number): Answer =>
  says(
    200,
    Array.from({ length: many }, (_, n) => ({ ErrorCode: 0, Message: "OK", MessageID: `message-${n}` })),
  );
export const refuses = (code: number, Message: string): Answer => says(422, { ErrorCode: code, Message });
export const hasMessages = (...ids: string[]): Answer =>
  says(200, { TotalCount: ids.length, Messages: ids.map((MessageID) => ({ MessageID })) });
/** Cuts the connection in the middle of a positive answer. */
export const cutsItsYes: Answer = (res) => {
  res.writeHead(200, { "Content-Type": "application/json", "Content-Length": "500" });
  res.write('{"ErrorCode":0,"Mess', () => res.destroy());
};
export const cutsAtOnce: Answer = (res) => {
  res.destroy();
};
