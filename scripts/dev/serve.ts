/** The web process of `npm run dev`. */
import { env } from "#app/config/env.server.ts";
import { log } from "#app/observability/log.server.ts";
import { close, listen } from "#app/server/listen.ts";
import { onStop } from "#app/server/stop.ts";
import { LiveApp } from "./live-app.ts";

/** Message to the supervisor: the path of a source file, from the project's root. */
export interface Changed {
  changed: string;
}

const settings = env();
const live = new LiveApp({
  settings,
  log,
  onChange: (changed) => process.send?.({ changed } satisfies Changed),
});
// Loopback whatever HOST says: Vite serves source files.
const server = await listen(live.handle, { ...settings, host: "127.0.0.1" });
await live.start(server);

onStop(async () => {
  server.closeAllConnections();
  await close(server);
  await live.stop();
});
