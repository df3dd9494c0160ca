import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, type RunningServer, startServer, until } from "../support/server.ts";

let server: RunningServer;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  server = await startServer({ env: { WEB_WORKERS: "2", METRICS_PORT: String(metricsPort) } });
});
afterAll(() => server.stop());

const metrics = () => fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text());
/** Returns the value of one series, by its name and labels as Prometheus writes them. */
async function seriesOf(series: string): Promise<number | undefined> {
  const line = (await metrics()).split("\n").find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}
interface Line {
  [field: string]: unknown;
}
const lineWhere = (fits: (line: Line) => boolean) =>
  until(5_000, async () => {
    for (const text of server.output.split("\n")) {
      if (!text.startsWith("{") || !text.endsWith("}")) continue;
      const line = JSON.parse(text) as Line;
      if (fits(line)) return line;
    }
    return undefined;
  });

function pidOf(script: string): number[] {
  const { pid } = server.child;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes(script));
}

describe("one metrics address for all processes", () => {
  test("counts of both web processes add up by route and survive the death of one", async () => {
    const home = 'goodside_http_requests_total{route="/terms",method="GET",status="200"}';
    const ask = (times: number) =>
      Promise.all(
        Array.from({ length: times }, () =>
          fetch(`${server.url}/terms`, { headers: { Connection: "close" } }).then((answer) => answer.text()),
        ),
      );
    await ask(12);
    await until(5_000, async () => (await seriesOf(home)) === 12 || undefined);
    const dying = pidOf("build/processes/serve.js")[0] ?? 0;
    process.kill(dying, "SIGKILL");
    const both = () => pidOf("build/processes/serve.js");
    await until(30_000, async () => (both().length === 2 && !both().includes(dying)) || undefined);
    await until(30_000, async () => {
      const up = await Promise.all([1, 2].map((n) => seriesOf(`goodside_process_up{process="web-${n}"}`)));
      return up.every((value) => value === 1) || undefined;
    });
    expect(await seriesOf(home)).toBe(12);
    await ask(3);
    await until(5_000, async () => (await seriesOf(home)) === 15 || undefined);
    const restarts = await Promise.all(
      [1, 2].map((n) => seriesOf(`goodside_process_restarts_total{process="web-${n}"}`)),
    );
    expect(restarts.sort()).toEqual([0, 1]);
  });

  test("each process reports its event loop, memory and descriptors", async () => {
    const text = await metrics();
    for (const process of ["web-1", "web-2", "jobs"]) {
      for (const name of [
        "nodejs_eventloop_lag_p99_seconds",
        "process_resident_memory_bytes",
        "process_open_fds",
      ])
        expect(text).toMatch(new RegExp(`^${name}\\{process="${process}"\\} \\d`, "m"));
    }
    expect(text).toContain("goodside_jobs_heartbeat_age_seconds ");
    expect(text).toContain("goodside_control_database_up 1");
  });

  test("the public port does not serve metrics", async () => {
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });
});

test("a wrong password logs one line with the request id, without name or password", async () => {
  const answer = await fetch(`${server.url}/club/login`, {
    method: "POST",
    headers: { Origin: server.url },
    body: new URLSearchParams({ identifier: "dana@lakeside.example", password: "hunter-of-the-north" }),
  });
  expect(answer.status).toBe(422);
  const id = answer.headers.get("X-Request-Id");
  const line = await lineWhere(({ requestId }) => requestId === id);
  expect(line).toMatchObject({
    event: "sign-in refused",
    reason: "wrong",
    by: "email",
    route: "/club/login",
  });
  expect(server.output).not.toContain("dana@");
  expect(server.output).not.toContain("hunter");
  expect(await seriesOf('goodside_sign_ins_total{method="email",outcome="wrong"}')).toBe(1);
});

test("a cross-site form is logged and counted", async () => {
  await fetch(`${server.url}/teams/new`, { method: "POST", headers: { Origin: "https://evil.example" } });
  const line = await lineWhere(({ reason }) => reason === "cross-site");
  expect(line).toMatchObject({ level: "warn", event: "refused", route: "/teams/new", status: 403 });
  expect(await seriesOf('goodside_refusals_total{reason="cross-site"}')).toBe(1);
});

test("health check, metrics and log show a hung jobs process and its recovery", async () => {
  const health = async () => {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/healthz`);
    return {
      ...((await answer.json()) as { ok: boolean; jobs: string; jobsBeatSeconds: number }),
      status: answer.status,
    };
  };
  expect(await health()).toMatchObject({ status: 200, ok: true, jobs: "well", mode: "test" });
  expect(await health()).toMatchObject({ version: expect.any(String), queueLagSeconds: expect.any(Number) });
  const [jobs = 0] = pidOf("build/processes/jobs.js");
  process.kill(jobs, "SIGSTOP");
  try {
    const late = await until(40_000, async () => {
      const now = await health();
      return now.jobs === "late" ? now : undefined;
    });
    expect(late).toMatchObject({ status: 200, ok: true });
    expect(late.jobsBeatSeconds).toBeGreaterThanOrEqual(15);
    expect(await seriesOf('goodside_process_up{process="jobs"}')).toBe(0);
    expect(await seriesOf("goodside_jobs_heartbeat_age_seconds")).toBeGreaterThan(15);
    expect(await lineWhere(({ event }) => event === "jobs late")).toMatchObject({ level: "error" });
  } finally {
    process.kill(jobs, "SIGCONT");
  }
  await until(10_000, async () => (await health()).jobs === "well" || undefined);
  await lineWhere(({ event }) => event === "jobs well");
  expect(await seriesOf('goodside_process_up{process="jobs"}')).toBe(1);
});

// product/operations.md#console
describe("the log that staff read", () => {
  const folder = () => join(server.dataDir, "log");
  const kept = () =>
    readdirSync(folder())
      .map((name) => readFileSync(join(folder(), name), "utf8"))
      .join("");

  test("the log for staff has the lines of every process, without addresses, passwords and link tokens", async () => {
    const secret = "zqcanaryzqcanaryzqcanaryzqcanaryzqcanaryzqc";
    const answer = await fetch(
      `${server.url}/parent/agreement/${secret}?email=canary@canary.example&q=canaryname`,
      {
        headers: {
          Cookie: `session=${secret}`,
          Authorization: `Bearer ${secret}`,
          "User-Agent": "canary-browser",
        },
      },
    );
    await answer.text();
    await fetch(`${server.url}/club/login`, {
      method: "POST",
      headers: { Origin: server.url },
      body: new URLSearchParams({ identifier: "canary@canary.example", password: "canary-password" }),
    });
    const id = answer.headers.get("X-Request-Id") ?? "";
    await until(5_000, async () => kept().includes(`"requestId":"${id}"`) || undefined);
    for (const process of ["jobs process runs", "web process listens"]) expect(kept()).toContain(process);
    for (const word of ["canary@", "canary-password", "canaryname", "canary-browser", secret.slice(0, 20)])
      expect(kept().toLowerCase()).not.toContain(word);
  });

  test("the log for staff continues after a process was killed", async () => {
    const [dying = 0] = pidOf("build/processes/serve.js");
    process.kill(dying, "SIGKILL");
    await until(30_000, async () => {
      const answer = await fetch(`${server.url}/terms`, { headers: { Connection: "close" } }).catch(
        () => null,
      );
      const id = answer?.headers.get("X-Request-Id");
      return (id && kept().includes(id)) || undefined;
    });
    for (const line of kept().split("\n").filter(Boolean)) expect(() => JSON.parse(line)).not.toThrow();
  });
});
