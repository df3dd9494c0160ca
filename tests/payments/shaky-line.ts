import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** What a request meets on its way: it passes, its answer is lost, it gets a 503, or nothing ever comes. */
export type Weather = "fine" | "answer lost" | "away" | "silent";

/** A line to the stand-in that can be made to fail, one request at a time. */
export async function startShakyLine(to: string) {
  const weather: Weather[] = [];
  const keys: string[] = [];
  const target = new URL(to);
  const server = createServer((req, res) => {
    if (req.method === "POST") keys.push(String(req.headers["idempotency-key"]));
    const now = weather.shift() ?? "fine";
    if (now === "silent") return;
    if (now === "away") {
      res.writeHead(503, { "Content-Type": "application/json", "Stripe-Should-Retry": "false" });
      res.end(JSON.stringify({ error: { type: "api_error", message: "We are down" } }));
      return;
    }
    const { hostname, port } = target;
    const onward = request(
      { hostname, port, path: req.url, method: req.method, headers: req.headers },
      (answer) => {
        if (now === "answer lost") {
          answer.resume();
          answer.on("end", () => res.destroy());
          return;
        }
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      },
    );
    req.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** For the next requests, in order; afterwards it is fine. */
    weather,
    /** The Idempotency-Key of every POST that went by. */
    keys,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
