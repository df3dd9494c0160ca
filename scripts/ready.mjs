// First step of `npm start`, `npm run dev` and `npm test`, in plain Node: a fresh clone has nothing installed yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build/fresh.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const task = process.argv[2];
const STAMP = join(root, "node_modules/.installed-lock");
process.chdir(root);

if (!isInstalled()) {
  // `npm ci` fails if the lock file lacks another platform's optional packages; this installs the same versions.
  run("npm", ["install", "--no-save", "--include=dev", "--no-audit", "--no-fund"]);
  writeFileSync(STAMP, lockHash());
}
// `npm test` builds as one of its own steps.
if (task === "start" && !isBuilt(root)) run("npm", ["run", "--silent", "build"]);

// The TypeScript runs in this process, so that signals reach it.
const { register } = await import("tsx/esm/api");
register();
await import(`./${task}.ts`);

/** Tells whether the last install, ours or a manual one, matches package-lock.json. */
function isInstalled() {
  // npm installs the version of better-sqlite3 that fits its Node (app/db/sqlite.server.ts).
  const onNewNode = Number(process.versions.node.split(".")[0]) >= 22;
  if (onNewNode && !existsSync(join(root, "node_modules/better-sqlite3-13"))) return false;
  if (existsSync(STAMP)) return readFileSync(STAMP, "utf8") === lockHash();
  const byHand = writtenAt(join(root, "node_modules/.package-lock.json"));
  return byHand > 0 && byHand >= writtenAt(join(root, "package-lock.json"));
}

function lockHash() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

function writtenAt(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

function run(command, args) {
  console.log(`> ${command} ${args.join(" ")}`);
  // NODE_ENV=production would omit the build's dependencies.
  const { status, error } = spawnSync(command, args, {
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "" },
    shell: process.platform === "win32",
  });
  if (error || status !== 0) {
    console.error(error?.message ?? `${command} ${args.join(" ")} failed`);
    process.exit(1);
  }
}
