import { createServer } from "node:net";

/** @returns why nothing can listen on this port now, or null. */
export function portProblem(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE")
        resolve(
          `Port ${port} is in use by another program. Choose another one, for example PORT=${port + 1}`,
        );
      else if (error.code === "EACCES") resolve(`Port ${port} needs rights that this user does not have.`);
      else resolve(`Cannot listen on ${host}:${port}: ${error.message}`);
    });
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}
