/** Run by waiting-connections.test.ts: a supervisor with one web process, which can be held. */
import cluster from "node:cluster";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { listen } from "#app/server/listen.ts";
import { keepWeb } from "../../scripts/start/processes.ts";
import { Supervisor } from "../../scripts/start/supervise.ts";

const [port = "", released = ""] = (process.env.HELD_SITE ?? "").split(" ");

if (cluster.isPrimary) {
  const supervisor = new Supervisor((line) => console.error(line));
  process.once("SIGTERM", () => void supervisor.stop().then(() => process.exit()));
  const web = { file: fileURLToPath(import.meta.url), execArgv: ["--import", "tsx"] };
  await keepWeb(supervisor, web, 1, undefined, null);
  console.log("ready");
} else {
  const hold = () => {
    const turn = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(released)) Atomics.wait(turn, 0, 0, 20);
  };
  await listen(({ url }, res) => void res.end("hello", url === "/hold" ? hold : undefined), {
    port: Number(port),
    host: "127.0.0.1",
    production: false,
  });
}
