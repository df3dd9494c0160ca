/** Run by the tests of moves: a move of a club, or of everything, that is killed where it reaches a step. */
import { parseEnv } from "#app/config/env.server.ts";
import { moveEverything } from "#scripts/club/move-all.ts";
import { moveClub } from "#scripts/club/move-club.ts";
import { placeOf, readPlace } from "#scripts/club/place.ts";

const [to = "", killedAt = "", code = ""] = (process.env.MOVE_TO ?? "").split(" ");
const { mode, installationKey: key, dataDir, databaseUrl } = parseEnv(process.env);
const places = { from: placeOf({ databaseUrl, dataDir }), to: readPlace(to, dataDir) };
const print = (line: string) => console.log(line);
const reached = (step: string) => {
  if (step === killedAt) process.kill(process.pid, "SIGKILL");
};
if (code) await moveClub({ ...places, mode, key, code }, print, reached);
else await moveEverything({ ...places, mode, key }, print, reached);
