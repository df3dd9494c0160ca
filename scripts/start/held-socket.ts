/** Number of the first socket that systemd hands to a service (sd_listen_fds(3)). */
const FIRST = 3;

/**
 * Takes the listening socket that a socket unit of systemd holds for this process: while one release stops and the next
 * one starts, visitors wait in the system's queue (docs/operating.md#a-release).
 * @returns its descriptor, or null if this process opens a socket of its own
 * @throws if the unit listens at several addresses
 */
export function takeHeldSocket(env: NodeJS.ProcessEnv = process.env, pid = process.pid): number | null {
  const { LISTEN_PID, LISTEN_FDS } = env;
  for (const name of ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]) delete env[name];
  if (LISTEN_PID !== String(pid) || LISTEN_FDS === undefined) return null;
  if (LISTEN_FDS !== "1")
    throw new Error(`The socket unit hands over ${LISTEN_FDS} sockets: it must have one ListenStream`);
  return FIRST;
}
