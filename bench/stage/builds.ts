import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const projectRoot = fileURLToPath(new URL("../..", import.meta.url));
const built = new Set<string>();

/** Builds the app, or the anchor, from the sources as they are now: once a run, as production has it. */
export function build(which: "app" | "anchor"): void {
  if (built.has(which)) return;
  const config = which === "app" ? "remix.config.js" : "bench/anchor/remix.config.js";
  const { status, stderr } = spawnSync("npx", ["--no-install", "remix", "vite:build", "-c", config], {
    cwd: projectRoot,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error(`The ${which} could not be built:\n${stderr}`);
  built.add(which);
}
