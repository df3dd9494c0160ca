/**
 * Run by the tests of moves: a move of a club, or of everything, that is killed at a step; or whose connections break
 * there repeatedly for a second.
 */
import pg from "pg";
import { parseEnv } from "#app/config/env.server.ts";
import { moveEverything } from "#scripts/club/move-all.ts";
import { moveClub } from "#scripts/club/move-club.ts";
import { placeOf, readPlace } from "#scripts/club/place.ts";

const [to = "", at = "", code = "", cut = ""] = (process.env.MOVE_TO ?? "").split(" ");
const settings = parseEnv(process.env);
const { mode, installationKey: key, dataDir, databaseUrl } = settings;
const places = { from: placeOf({ databaseUrl, dataDir }), to: readPlace(to, dataDir) };
const print = (line: string) => console.log(line);
const breakConnections = cut && (await breakerOf(cut));
const reached = (step: string) => {
  if (step !== at) return;
  if (breakConnections) breakConnections();
  else process.kill(process.pid, "SIGKILL");
};
if (code) await moveClub({ ...places, mode, keys: settings, code }, print, reached);
else await moveEverything({ ...places, mode, key }, print, reached);

/** Returns a function that breaks every connection to a database but its own. */
async function breakerOf(url: string): Promise<() => void> {
  const breaker = new pg.Client({ connectionString: url });
  await breaker.connect();
  const breakAll = () =>
    breaker.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
  return () => {
    const breaking = setInterval(() => void breakAll(), 10);
    setTimeout(() => {
      clearInterval(breaking);
      void breaker.end();
    }, 1_000);
  };
}
