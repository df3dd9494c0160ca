/**
 * `npx tsx bench/release.ts`: restarts and releases a site behind Caddy and nginx under an even traffic, and prints what
 * its visitors notice: with its socket held, as systemd does, and without, as in a container. A proxy that is not
 * installed is left out. BENCH_SMALL=1: one restart and one release each.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { processesBelow } from "#tests/durability/processes.ts";
import { hasTool } from "#tests/support/has-tool.ts";
import { holdSocket } from "#tests/support/held-socket.ts";
import { PRODUCTION } from "#tests/support/production.ts";
import { freePort, type RunningServer, startServer, until } from "#tests/support/server.ts";
import { SteadyTraffic } from "#tests/support/steady-traffic.ts";
import { isBuilt } from "../scripts/build/fresh.mjs";
import { atEnd, cleanUp } from "./fixtures/at-end.ts";
import { build, projectRoot } from "./fixtures/builds.ts";
import { dataDir } from "./fixtures/settings.ts";
import { SMALL } from "./fixtures/size.ts";

const PER_SECOND = 20;
const RESTARTS = SMALL ? 1 : 10;
const RELEASES = SMALL ? 1 : 3;
const WORKERS = 2;
/** Pause between two restarts, and after the last, while traffic continues. */
const BETWEEN_MS = 1_000;

/** Settings as in production, with fake keys. */
const SETTINGS = {
  ...PRODUCTION,
  HOST: "127.0.0.1",
  WEB_WORKERS: String(WORKERS),
  TRUST_PROXY: "loopback",
  LOG_LEVEL: "error",
};

/** A proxy's program with its arguments, and the file of `deploy/` without TLS, which takes visitors' addresses from the traffic. */
const PROXIES = {
  caddy: {
    args: (file: string) => ["run", "--adapter", "caddyfile", "--config", file],
    config: (port: number, site: number) => `{
  admin off
  auto_https off
}
${readFileSync(join(projectRoot, "deploy/caddy/Caddyfile"), "utf8")
  .replace("{$SITE:goodside.example}", `http://127.0.0.1:${port}`)
  .replaceAll("{$UPSTREAM:127.0.0.1:3000}", `127.0.0.1:${site}`)
  .replaceAll("import patient", "import patient\n\t\ttrusted_proxies private_ranges")}
`,
  },
  nginx: {
    args: (file: string) => ["-c", file, "-g", "daemon off;"],
    config: (port: number, site: number, folder: string) => `pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((of) => `${of}_temp_path ${folder}/${of};`).join(" ")}
  ${readFileSync(join(projectRoot, "deploy/nginx/goodside.conf"), "utf8")
    .replace(/server \{\s*listen 80;.*?\n\}/s, "")
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replace("listen [::]:443 ssl http2;", "")
    .replace(/^\s*ssl_.*$/gm, "")
    .replace("127.0.0.1:3000", `127.0.0.1:${site}`)
    .replace("$remote_addr", "$proxy_add_x_forwarded_for")}
}
`,
  },
};
type Proxy = keyof typeof PROXIES;

const lines: Record<string, unknown>[] = [];
const site = { port: await freePort(), server: null as RunningServer | null };
atEnd(() => site.server?.stop({ keepData: true }));
if (!isBuilt(projectRoot)) build("app");
const proxies = (Object.keys(PROXIES) as Proxy[]).filter((name) => {
  if (!hasTool(name)) console.log(`${name} is not installed: left out`);
  return hasTool(name);
});
try {
  const held = holdSocket(site.port);
  await start(held.fd);
  for (const name of proxies) {
    const { url, proxy } = await startProxy(name);
    await measure(`${RESTARTS} rolling restarts`, name, url, RESTARTS, restart);
    await measure(`${RELEASES} releases, socket held`, name, url, RELEASES, () => release(held.fd));
    proxy.kill("SIGTERM");
  }
  await site.server?.stop({ keepData: true });
  held.close();
  await start();
  for (const name of proxies) {
    const { url, proxy } = await startProxy(name);
    await measure(`${RELEASES} releases, no socket held`, name, url, RELEASES, () => release());
    proxy.kill("SIGTERM");
  }
  console.table(lines);
} finally {
  await cleanUp();
}

async function start(heldSocket?: number): Promise<void> {
  site.server = await startServer({
    ...{ dataDir, port: site.port, env: SETTINGS, terminal: "none", as: "unit" },
    ...(heldSocket === undefined ? {} : { heldSocket }),
  });
}

async function startProxy(name: Proxy): Promise<{ url: string; proxy: ChildProcess }> {
  const folder = join(dataDir, name);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "config");
  const port = await freePort();
  const { args, config } = PROXIES[name];
  writeFileSync(file, config(port, site.port, folder));
  const proxy = spawn(name, args(file), { stdio: "ignore", env: { ...process.env, HOME: folder } });
  atEnd(() => proxy.kill("SIGTERM"));
  const url = `http://127.0.0.1:${port}`;
  await until(30_000, async () => (await fetch(`${url}/healthz`).catch(() => null))?.ok || undefined);
  return { url, proxy };
}

/** Replaces every web process and the jobs process. */
async function restart(): Promise<void> {
  const supervisor = site.server?.child.pid ?? 0;
  const pids = () =>
    processesBelow(supervisor).flatMap(({ pid, kind }) => (["web", "jobs"].includes(kind) ? [pid] : []));
  const before = pids();
  process.kill(supervisor, "SIGHUP");
  await until(120_000, async () => {
    const now = pids();
    // Old processes end with their last connection.
    return now.filter((pid) => !before.includes(pid)).length >= WORKERS + 1 || undefined;
  });
}

/** Stops the site and starts it, which migrates: `systemctl restart` with the socket, a new container without. */
async function release(heldSocket?: number): Promise<void> {
  await site.server?.stop({ keepData: true });
  await start(heldSocket);
}

async function measure(
  what: string,
  proxy: Proxy,
  url: string,
  times: number,
  work: () => Promise<void>,
): Promise<void> {
  const pause = () => new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  const traffic = new SteadyTraffic(url, PER_SECOND, SETTINGS.APP_URL, () => performance.now());
  for (let turn = 0; turn < times; turn += 1) {
    await pause();
    await work();
  }
  await pause();
  const { requests, kept, failed, longestMs } = await traffic.stop();
  for (const line of failed.slice(0, 5)) console.log(`${proxy}, ${what}: ${line}`);
  const stored = await openPlatform({ dataDir, databaseUrl: null, mode: "production", migrateOnOpen: false });
  const rows = await stored.control.selectFrom("contact_messages").select("subject").execute();
  await stored.close();
  const count = new Map<string, number>();
  for (const { subject } of rows) count.set(subject, (count.get(subject) ?? 0) + 1);
  lines.push({
    proxy,
    what,
    requests,
    failed: failed.length,
    writes: kept.length,
    lost: kept.filter((subject) => !count.has(subject)).length,
    doubled: [...count.values()].filter((times) => times > 1).length,
    "longest wait, s": longestMs / 1000,
  });
}
