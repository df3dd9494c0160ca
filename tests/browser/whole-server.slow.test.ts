import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, type RunningServer, startServer, until } from "../support/server.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { WEB_WORKERS: "2" } });
});
afterAll(() => server.stop());

const MB = 1024 * 1024;

/** Sends a request as written, which fetch would correct or refuse. */
function raw(options: {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  chunks?: Buffer[];
}): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const { method = "GET", path = "/", headers, chunks = [] } = options;
    const ask = request({ hostname, port, method, path, headers, agent: false, timeout: 5_000 }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (text) => {
        body += text;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    ask.on("error", reject);
    ask.on("timeout", () => ask.destroy(new Error("No answer")));
    for (const chunk of chunks) ask.write(chunk);
    ask.end();
  });
}

const post = (path: string, headers: Record<string, string>, chunks: Buffer[] = []) =>
  raw({ method: "POST", path, headers, chunks });
const form = { "Content-Type": "application/x-www-form-urlencoded" };

describe("every response", () => {
  test.each(["/", "/nowhere", "/healthz", "/favicon-of-nobody.ico"])(
    "every response to %s has the security headers",
    async (path) => {
      const { headers } = await fetch(server.url + path);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Referrer-Policy")).toBe("same-origin");
      expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
      expect(headers.get("X-Request-Id")).toMatch(/^\w{5}-\w{5}$/);
      expect(headers.get("X-Powered-By")).toBeNull();
    },
  );

  test("every page has one Content-Security-Policy, its own", async () => {
    const { headers } = await fetch(server.url);
    const policy = headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.match(/default-src/g)).toHaveLength(1);
  });

  test("the health check tells strangers that the databases answer, and nothing else", async () => {
    const answer = await fetch(`${server.url}/healthz`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ ok: true, status: "well" });
  });
});

describe("the request checks refuse", () => {
  test("a post from another site", async () => {
    const evil = { ...form, Origin: "https://evil.example" };
    expect((await post("/club/login", evil)).status).toBe(403);
    expect((await post("/club/login", form)).status).toBe(403);
    expect((await post("/webhooks/stripe", {})).status).toBe(400);
  });

  test("the request checks accept a text browser's post, which has only a Referer", async () => {
    const answer = await post("/club/login", { ...form, Referer: `${server.url}/club/login` });
    expect(answer.status).toBe(422);
  });

  test("a malformed Host, a malformed address, and unused methods are refused", async () => {
    expect((await raw({ headers: { Host: "a/b" } })).status).toBe(400);
    expect((await raw({ path: "//evil.example/x" })).status).toBe(400);
    expect((await raw({ path: "/%E0%A4%A" })).status).toBe(400);
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"])
      expect((await raw({ method })).status).toBe(405);
  });

  test("a body over its limit, announced or not", async () => {
    const own = { ...form, Origin: server.url };
    const announced = await post("/club/login", { ...own, "Content-Length": String(400 * MB) }).catch(() => ({
      status: 413,
    }));
    expect(announced.status).toBe(413);
    const chunks = Array.from({ length: 3 }, () => Buffer.alloc(MB, "a"));
    const seen = await post("/club/login", { ...own, "Transfer-Encoding": "chunked" }, chunks);
    expect(seen.status).toBe(413);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});

test("the log has a line per request, without the secrets in its address", async () => {
  const secret = `s3cret${"k".repeat(40)}`;
  const answer = await fetch(`${server.url}/contact?setup=${secret}&token=${secret}`);
  const id = answer.headers.get("X-Request-Id") ?? "";
  await until(5_000, async () => server.output.includes(id) || undefined);
  expect(server.output.includes("s3cret")).toBe(false);
});

test("a web process that dies is restarted while the other one serves", async () => {
  const web = webProcesses(server.child.pid ?? 0);
  expect(web).toHaveLength(2);
  process.kill(web[0] ?? 0, "SIGKILL");
  // Each request opens a connection: one to the dead process may break, the next one is served.
  const answered = await until(15_000, () => raw({ path: "/healthz" }).catch(() => undefined));
  expect(answered.status).toBe(200);
  await until(30_000, async () => {
    const now = webProcesses(server.child.pid ?? 0);
    return (now.length === 2 && !now.includes(web[0] ?? 0)) || undefined;
  });
});

test("the server stops within ten seconds and leaves no process behind", async () => {
  const other = await startServer();
  const children = childrenOf(other.child.pid ?? 0);
  expect(children.length).toBeGreaterThanOrEqual(3);
  // A process that has not stopped within ten seconds exits with 1.
  expect(await other.stop()).toBe(0);
  for (const pid of children) expect(() => process.kill(pid, 0)).toThrow();
});

test("other users of the machine cannot read the data folder", () => {
  const made = readdirSync(server.dataDir, { recursive: true, encoding: "utf8" });
  expect(made).toEqual(expect.arrayContaining(["control.sqlite", "limits.sqlite", "clubs"]));
  const open = made.filter((path) => (statSync(join(server.dataDir, path)).mode & 0o007) !== 0);
  expect(open).toEqual([]);
});

test("every guarded page fails closed without our server's context", async () => {
  const port = await freePort();
  const child = spawn("npx", ["--no-install", "remix-serve", "build/server/index.js"], {
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", APP_MODE: "test", NODE_ENV: "production" },
    stdio: "ignore",
    detached: true,
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    await until(30_000, async () => (await fetch(url).catch(() => null)) ?? undefined);
    expect((await fetch(`${url}/tour`)).status).toBe(200);
    for (const path of ["/dashboard", "/teams", "/rating", "/schedule", "/club/choose"])
      expect((await fetch(url + path, { redirect: "manual" })).status, path).toBe(500);
  } finally {
    stopGroup(child);
  }
});

function stopGroup({ pid }: ChildProcess): void {
  if (pid) process.kill(-pid, "SIGTERM");
}

function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return list === "" ? [] : list.split(" ").map(Number);
}

function webProcesses(pid: number): number[] {
  return childrenOf(pid).filter((child) =>
    readFileSync(`/proc/${child}/cmdline`, "utf8").includes("build/processes/serve.js"),
  );
}
