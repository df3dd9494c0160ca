import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  KeptLog,
  type LogFilter,
  piecesIn,
  readKeptLine,
  readKeptLog,
} from "#app/observability/kept-log.server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const MB = 1024 * 1024;
const everything: LogFilter = { request: "", club: "", kind: "", level: "", until: "" };
const line = (fields: Record<string, unknown> = {}) =>
  `${JSON.stringify({ level: "info", time: new Date().toISOString(), ...fields })}\n`;
const read = (folder: string, filter: Partial<LogFilter> = {}, from: string | null = null, limit = 50) =>
  readKeptLog(folder, { ...everything, ...filter }, { from, limit });
const numbers = (page: { lines: { fields: Record<string, unknown> }[] }) =>
  page.lines.map(({ fields }) => fields.n);
const isJson = (text: string): boolean => {
  try {
    return Boolean(JSON.parse(text));
  } catch {
    return false;
  }
};
const folderOf = () => join(temporaryFolder(), "log");
const sizeOf = (folder: string) =>
  piecesIn(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

// product/operations.md#console
describe("the kept log", () => {
  test("the kept log is read backwards, the newest line first, page by page", async () => {
    const folder = folderOf();
    const log = new KeptLog(folder, { bytes: 10 * MB, days: 7 });
    for (let n = 0; n < 120; n += 1) log.keep(line({ n }));
    const first = await read(folder);
    expect(numbers(first)).toEqual(Array.from({ length: 50 }, (_, at) => 119 - at));
    const second = await read(folder, {}, first.next);
    expect(numbers(second)[0]).toBe(69);
    const third = await read(folder, {}, second.next);
    expect(numbers(third)).toEqual(Array.from({ length: 20 }, (_, at) => 19 - at));
    expect(third.next).toBeNull();
    const place = second.lines[3]?.place ?? "";
    expect((await readKeptLine(folder, place))?.fields.n).toBe(66);
    expect(await readKeptLine(folder, "../../etc/passwd:0")).toBeNull();
  });

  test("the kept log is found by request, club, kind, level and time", async () => {
    const folder = folderOf();
    const log = new KeptLog(folder, { bytes: 10 * MB, days: 7 });
    log.keep(line({ n: 1, requestId: "S6N6T-G2NK7", club: "lakeside", msg: "request" }));
    log.keep(line({ n: 2, requestId: "AAAAA-BBBBB", club: "riverside", msg: "request" }));
    log.keep(line({ n: 3, level: "error", requestId: "S6N6T-G2NK7", msg: "unexpected error" }));
    log.keep(line({ n: 4, msg: "job", note: '"requestId":"S6N6T-G2NK7"' }));
    log.keep(line({ n: 5, time: "2099-01-01T00:00:00.000Z" }));
    expect(numbers(await read(folder, { request: "S6N6T-G2NK7" }))).toEqual([3, 1]);
    expect(numbers(await read(folder, { club: "riverside" }))).toEqual([2]);
    expect(numbers(await read(folder, { kind: "job" }))).toEqual([4]);
    expect(numbers(await read(folder, { level: "error" }))).toEqual([3]);
    expect(numbers(await read(folder, { until: new Date().toISOString() }))).toEqual([4, 3, 2, 1]);
    expect(numbers(await read(folder, { club: "lakeside", level: "error" }))).toEqual([]);
  });

  test("the kept log stays within its bytes and its days, whatever is written", () => {
    const folder = folderOf();
    const log = new KeptLog(folder, { bytes: MB, days: 7 });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "2020-01-01.0000.jsonl"), line({ old: true }));
    for (let n = 0; n < 5_000; n += 1) log.keep(line({ n, text: "x".repeat(900) }));
    expect(sizeOf(folder)).toBeLessThanOrEqual(MB);
    expect(sizeOf(folder)).toBeGreaterThan(MB / 2);
    expect(piecesIn(folder)).not.toContain("2020-01-01.0000.jsonl");
    const before = piecesIn(folder).length;
    log.prune(Date.now() + 8 * 86_400_000);
    expect(before).toBeGreaterThan(2);
    expect(piecesIn(folder)).toEqual([]);
    // A file deleted while in use is created again.
    for (let n = 0; n < 100; n += 1) log.keep(line({ n, text: "x".repeat(900) }));
    expect(piecesIn(folder)).toHaveLength(1);
  });

  test("the kept log shortens a huge line, and a truncated line never merges with the next", async () => {
    const folder = folderOf();
    const log = new KeptLog(folder, { bytes: 10 * MB, days: 7 });
    log.keep(
      line({ n: 1, err: { message: "m", stack: "s".repeat(2 * MB), cause: { stack: "t".repeat(MB) } } }),
    );
    expect(sizeOf(folder)).toBeLessThan(20_000);
    const [piece = ""] = piecesIn(folder);
    appendFileSync(join(folder, piece), '{"level":"info","time":"2026-');
    new KeptLog(folder, { bytes: 10 * MB, days: 7 }).keep(line({ n: 2 }));
    expect(numbers(await read(folder))).toEqual([2, 1]);
    appendFileSync(join(folder, piece), `${"y".repeat(MB)}\n`);
    log.keep(line({ n: 3 }));
    expect(numbers(await read(folder))).toEqual([3, 2, 1]);
  });

  test("the kept log never throws if the disk is full, and counts missing lines", async () => {
    const folder = folderOf();
    mkdirSync(join(folder, ".."), { recursive: true });
    writeFileSync(folder, "not a folder");
    const log = new KeptLog(folder, { bytes: 10 * MB, days: 7 });
    expect(() => log.keep(line())).not.toThrow();
    expect(await read(folder)).toMatchObject({ lines: [], next: null });
  });

  test("the kept log never blocks a process whose working directory was deleted", () => {
    const folder = folderOf();
    mkdirSync(folder, { recursive: true });
    const source = `
      import { rmSync } from "node:fs";
      import { KeptLog } from "#app/observability/kept-log.server.ts";
      process.chdir(process.argv[1]);
      const log = new KeptLog("data/log", { bytes: ${MB}, days: 7 });
      rmSync(process.argv[1], { recursive: true });
      log.keep("{}\\n");`;
    const args = ["--import", "tsx", "--input-type=module", "-e", source, folder];
    const { status, stderr } = spawnSync(process.execPath, args, { timeout: 20_000, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });

  test("the kept log has at most one broken line per process that was killed", async () => {
    const folder = folderOf();
    const source = `
      import { KeptLog } from "#app/observability/kept-log.server.ts";
      const log = new KeptLog(process.argv[1], { bytes: ${MB}, days: 7 });
      for (let n = 0; ; n += 1) {
        log.keep(JSON.stringify({ level: "info", time: new Date().toISOString(), n, text: "x".repeat(n % 3000) }) + "\\n");
        if (n % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }`;
    const writers = [1, 2, 3].map(() =>
      spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", source, folder]),
    );
    await expect.poll(() => sizeOf(folder), { timeout: 20_000 }).toBeGreaterThan(MB / 2);
    for (const writer of writers) writer.kill("SIGKILL");
    await Promise.all(writers.map((writer) => new Promise((resolve) => writer.once("exit", resolve))));
    expect(sizeOf(folder)).toBeLessThan(1.5 * MB);
    const lines = readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean),
    );
    // The kernel may stop a killed process in the middle of a write that crosses a page of memory.
    const broken = lines.filter((text) => !isJson(text));
    expect(broken.length).toBeLessThanOrEqual(writers.length);
  }, 40_000);

  test("the kept log is read for a page within a bound, however full it is and however rare the match", async () => {
    const folder = folderOf();
    mkdirSync(folder, { recursive: true });
    const many = Array.from({ length: 10_000 }, (_, n) =>
      line({ n, requestId: "AAAAA-BBBBB", msg: "request", url: "/teams/abc", club: "riverside" }),
    ).join("");
    for (let n = 0; n < 20; n += 1)
      writeFileSync(join(folder, `2026-11-26.${String(n).padStart(4, "0")}.jsonl`), many.repeat(2));
    const bytesBack = (place: string | null) => {
      const [name = "", offset] = (place ?? "").split(":");
      const behind = piecesIn(folder).filter((piece) => piece > name).length;
      return (behind + 1) * Buffer.byteLength(many) * 2 - Number(offset);
    };
    const rare = await read(folder, { request: "S6N6T-G2NK7" });
    expect(rare.lines).toEqual([]);
    expect(bytesBack(rare.next)).toBeGreaterThan(15 * MB);
    expect(bytesBack(rare.next)).toBeLessThan(17 * MB);
    // Much is similar, nothing matches: few lines are parsed.
    const odd = await read(folder, { club: "riverside", request: "AAAAA-BBBBB", until: "2026-01-01" });
    expect(odd.lines).toEqual([]);
    let pages = 0;
    let from: string | null = null;
    do {
      pages += 1;
      from = (await read(folder, { request: "S6N6T-G2NK7" }, from)).next;
    } while (from !== null && pages < 20);
    expect(pages).toBeLessThan(6);
  });
});
