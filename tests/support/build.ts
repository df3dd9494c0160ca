import { execFileSync } from "node:child_process";

/** Before all tests: the build that the in-process tests drive, as production has it. */
export default function setup(): void {
  execFileSync("npx", ["remix", "vite:build", "-c", "remix.config.js"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
}
