import { execFileSync } from "node:child_process";

/** Before all tests: the build that the in-process tests drive, as production has it. */
export default function setup(): void {
  // For who runs tests of the sources alone, or has just built.
  if (process.env.BUILT_ALREADY) return;
  execFileSync("npx", ["remix", "vite:build", "-c", "remix.config.js"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
}
