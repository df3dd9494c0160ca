import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromiumPath } from "#tests/support/browser.ts";

/** Installs Debian's Chromium if there is none and the machine allows it. @returns why there is none, or null. */
export function chromiumProblem(): string | null {
  if (chromiumPath()) return null;
  const remedy = "install Chromium, or set CHROMIUM_PATH";
  if (!existsSync("/usr/bin/apt-get")) return `there is no Chromium and no apt-get; ${remedy}`;
  if (process.getuid?.() !== 0) return `there is no Chromium, and installing it needs root; ${remedy}`;
  console.log("Installing Chromium for the browser tests");
  const quiet = { stdio: ["ignore", "ignore", "inherit"] as ["ignore", "ignore", "inherit"] };
  spawnSync("apt-get", ["update"], quiet);
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], {
    ...quiet,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return chromiumPath() ? null : `apt-get could not install Chromium; ${remedy}`;
}
