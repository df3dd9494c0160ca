import { season } from "./season.ts";
import { type Server, startServer } from "./server.ts";

let running: Promise<Server> | undefined;

/** Our web process over the season's data: one for all rows that ask it for pages. */
export function openApp(): Promise<Server> {
  running ??= season().then(({ dataDir }) => startServer("app", dataDir, "/healthz"));
  return running;
}
