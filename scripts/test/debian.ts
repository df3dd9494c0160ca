import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromiumPath } from "#tests/support/browser.ts";
import { hasTool } from "#tests/support/has-tool.ts";

/**
 * Installs Debian's packages if the machine allows it.
 * @returns why it does not, or null
 */
export function installPackages(packages: readonly string[], why: string): string | null {
  if (!existsSync("/usr/bin/apt-get")) return "there is no apt-get";
  if (process.getuid?.() !== 0) return "installing it needs root";
  console.log(`Installing ${packages.join(", ")} for ${why}`);
  const quiet = { stdio: ["ignore", "ignore", "inherit"] as ["ignore", "ignore", "inherit"] };
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update"], quiet);
  const { status } = spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], {
    ...quiet,
    env,
  });
  return status === 0 ? null : "apt-get could not install it";
}

/**
 * Installs the browser.
 * @returns the reason if there is none, or null
 */
export function chromiumProblem(): string | null {
  if (chromiumPath()) return null;
  const problem = installPackages(["chromium"], "the browser tests");
  return chromiumPath() ? null : `there is no Chromium, and ${problem}: install it, or set CHROMIUM_PATH`;
}

/** Installs readers of the generated PDFs; tests that need them are skipped without. */
export function installPdfReaders(): void {
  if (!hasTool("pdftotext") || !hasTool("zbarimg"))
    installPackages(["poppler-utils", "zbar-tools"], "the tests of PDFs");
}
