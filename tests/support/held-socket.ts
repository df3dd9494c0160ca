import net from "node:net";

interface Bound {
  fd: number;
  close(): void;
}

/** Binds a port as a socket unit of systemd does: a child that inherits the descriptor listens, and this process never accepts. */
export function holdSocket(port: number): Bound {
  const { _createServerHandle: bind } = net as unknown as {
    _createServerHandle(host: string, port: number, family: 4): Bound | number;
  };
  const bound = bind("127.0.0.1", port, 4);
  if (typeof bound === "number") throw new Error(`Port ${port} cannot be bound: error ${bound}`);
  return bound;
}
