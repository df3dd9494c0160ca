import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { Supervisor } from "../../scripts/start/supervise.ts";

const reports: string[] = [];
let supervisor = new Supervisor((line) => reports.push(line));
afterEach(async () => {
  await supervisor.stop();
  supervisor = new Supervisor((line) => reports.push(line));
});

const RUNS = "setInterval(() => {}, 1000); console.log('ready')";
const node = (program: string) =>
  spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "ignore"] });
const isReady = (child: ChildProcess) => once(child.stdout ?? child, "data");
const childNow = () => supervisor.kept()[0]?.child as ChildProcess;

describe("stopping", () => {
  test("ends the processes that visitors wait for once the others have ended", async () => {
    const slow = "process.on('SIGTERM', () => setTimeout(() => process.exit(0), 300));";
    const jobs = supervisor.keep("jobs", () => node(slow + RUNS));
    const web = supervisor.keep("web", () => node(RUNS));
    await Promise.all([isReady(jobs), isReady(web)]);
    const ends: string[] = [];
    jobs.once("exit", () => ends.push(`jobs, while web is ${web.signalCode ?? "running"}`));
    web.once("exit", () => ends.push("web"));
    await supervisor.stop((name) => name === "web");
    expect(ends).toEqual(["jobs, while web is running", "web"]);
  });
});

describe("replacing a process", () => {
  test("replacing a process ends the old one once the new one is ready", async () => {
    const old = supervisor.keep("web", () => node(RUNS));
    let wasAlive = false;
    const replaced = await supervisor.replace("web", async (child) => {
      await isReady(child);
      wasAlive = old.exitCode === null && old.signalCode === null;
    });
    expect(replaced && wasAlive).toBe(true);
    await expect.poll(() => old.signalCode).toBe("SIGHUP");
    expect(childNow()).not.toBe(old);
    expect(childNow().signalCode).toBeNull();
    expect(supervisor.kept()).toMatchObject([{ name: "web", deaths: 0 }]);
    expect(reports).toEqual([]);
  });
  test("replacing a process leaves the old one if the new one ends before it is ready", async () => {
    const programs = [RUNS, "process.exit(1)"];
    const old = supervisor.keep("web", () => node(programs.shift() ?? RUNS));
    expect(await supervisor.replace("web", isReady)).toBe(false);
    expect(childNow()).toBe(old);
    expect(old.signalCode).toBeNull();
  });
  test("replacing a process keeps the new one running like every other", async () => {
    supervisor.keep("web", () => node(RUNS));
    await supervisor.replace("web", isReady);
    const replaced = childNow();
    replaced.kill("SIGKILL");
    await expect.poll(() => childNow() !== replaced && childNow().exitCode === null).toBe(true);
  });
  test("replacing a process ends when everything stops, and both have ended", async () => {
    const old = supervisor.keep("web", () => node(RUNS));
    let fresh: ChildProcess | undefined;
    const replaced = supervisor.replace("web", async (child) => {
      fresh = child;
      await new Promise(() => {});
    });
    await expect.poll(() => fresh).toBeDefined();
    await supervisor.stop();
    expect(await replaced).toBe(false);
    expect([old.signalCode, fresh?.signalCode]).toEqual(["SIGTERM", "SIGTERM"]);
  });
});
