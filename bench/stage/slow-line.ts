import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../../tests/support/server.ts";
import { atEnd } from "./at-end.ts";

export interface SlowLine {
  port: number;
  /** What came down the line so far. */
  bytesDown(): number;
}

/**
 * A line to a port of this machine with a round trip of `roundTripMs` and `kbitPerSecond` downwards. A connection
 * costs a round trip before it carries anything, as TCP's handshake does.
 */
export async function slowLine(to: number, roundTripMs: number, kbitPerSecond: number): Promise<SlowLine> {
  let down = 0;
  const bytesPerMs = (kbitPerSecond * 1000) / 8 / 1000;
  const oneWay = roundTripMs / 2;
  const server = createServer((near) => {
    const far = connect(to, "127.0.0.1");
    const opened = performance.now() + roundTripMs;
    delayed(near, far, () => Math.max(performance.now(), opened) + oneWay);
    let free = 0;
    delayed(far, near, (size) => {
      down += size;
      free = Math.max(free, performance.now()) + size / bytesPerMs;
      return free + oneWay;
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  atEnd(() => server.close());
  return { port, bytesDown: () => down };
}

/** Passes on what comes, each piece at the moment that `arrives` says (a performance.now() time). */
function delayed(from: Socket, to: Socket, arrives: (size: number) => number): void {
  const at = (moment: number, work: () => void) => setTimeout(work, Math.max(0, moment - performance.now()));
  from.on("data", (piece) => {
    at(arrives(piece.length), () => to.writable && to.write(piece));
  });
  from.on("end", () => at(arrives(0), () => to.end()));
  from.on("error", () => to.destroy());
}
