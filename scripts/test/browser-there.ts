import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromiumPath } from "#tests/support/browser.ts";

/** Sees to a Chromium, installing Debian's where that is possible. @returns what hinders it, or null. */
export function browserProblem(): string | null {
  if (chromiumPath()) return null;
  const intent = "install Chromium, or say where it is with CHROMIUM_PATH";
  if (!existsSync("/usr/bin/apt-get")) return `there is no Chromium and no apt-get; ${intent}`;
  if (process.getuid?.() !== 0) return `there is no Chromium, and installing it needs root; ${intent}`;
  console.log("Installing Chromium for the browser tests");
  const quiet = { stdio: ["ignore", "ignore", "inherit"] as ["ignore", "ignore", "inherit"] };
  spawnSync("apt-get", ["update"], quiet);
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], {
    ...quiet,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return chromiumPath() ? null : `apt-get could not install Chromium; ${intent}`;
}
