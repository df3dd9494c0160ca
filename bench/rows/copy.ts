import { statSync } from "node:fs";
import { join } from "node:path";
import { openFile } from "#app/db/file-engine.server.ts";
import { Copier } from "../../scripts/copy/round.ts";
import { seedCode } from "../../scripts/seed/club.ts";
import { clubs, temporaryFolder } from "../fixtures/clubs.ts";
import type { Figure, Row } from "../row.ts";

/**
 * The continuous copy of many clubs (docs/decisions/027-the-continuous-copy.md): CLUBS of them, 300 by default. A round
 * comes every 20 seconds: 200 ms of CPU are a hundredth of a core.
 */
const LOOKS = 5;
const CHANGED = 100;
/** Later, a file's times say that it is unchanged. */
const SETTLED_MS = 2_500;

let copier: Promise<Copier> | undefined;
const copied = () => {
  copier ??= clubs().then(
    ({ dataDir }) => new Copier(dataDir, { kind: "folder", path: temporaryFolder("copy") }),
  );
  return copier;
};

async function look(): Promise<{ cpuMs: number; seconds: number; files: number }> {
  const there = await copied();
  const before = process.cpuUsage();
  const began = performance.now();
  const { copied: files, failed } = await there.round(false);
  const { user, system } = process.cpuUsage(before);
  if (failed.length > 0) throw new Error(`${failed.length} files could not be copied`);
  return { cpuMs: (user + system) / 1000, seconds: (performance.now() - began) / 1000, files };
}

const row = (what: string, unit: string, measure: () => Promise<Figure>): Row => ({
  ...{ area: "copy", what, unit, measure },
  ...{ better: "less", floor: null, goal: null },
});

/** Sets a day's word in the files of the first clubs. */
async function change(count: number, word: string): Promise<void> {
  const { dataDir } = await clubs();
  for (let n = 1; n <= count; n += 1) {
    const file = openFile(join(dataDir, "clubs", `${seedCode(n)}.sqlite`));
    file.prepare("update club set description = ?").run(word);
    file.close();
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLED_MS));

export const rows: Row[] = [
  row("the first copy of all clubs", "s", async () => {
    const { clubs: count, mbAClub } = await clubs();
    await settle();
    const { cpuMs, seconds } = await look();
    return {
      figure: Math.round(seconds * 10) / 10,
      note: `${count.toLocaleString("en-US")} clubs of ${mbAClub.toFixed(2)} MB, ${(cpuMs / 1000).toFixed(1)} s of CPU`,
    };
  }),
  row("a look where nothing has changed", "ms of CPU", async () => {
    const { clubs: count } = await clubs();
    await look();
    await settle();
    await look();
    const looks = [];
    for (let n = 0; n < LOOKS; n += 1) looks.push(await look());
    if (looks.some(({ files }) => files > 0)) throw new Error("A file that nobody changed was copied");
    const cpu = looks.map(({ cpuMs }) => cpuMs).sort((a, b) => a - b);
    return {
      figure: Math.round(cpu[Math.floor(LOOKS / 2)] ?? 0),
      note: `${count.toLocaleString("en-US")} clubs, the median of ${LOOKS}`,
    };
  }),
  row(`a look after ${CHANGED} clubs changed`, "ms of CPU", async () => {
    const { clubs: count } = await clubs();
    const many = Math.min(CHANGED, count);
    await change(many, `changed ${Date.now()}`);
    await settle();
    const { cpuMs, seconds, files } = await look();
    if (files < many) throw new Error(`${files} files were copied`);
    return { figure: Math.round(cpuMs), note: `${seconds.toFixed(1)} s, checks and manifest included` };
  }),
  row("a look after the control database changed", "ms of CPU", async () => {
    const { dataDir } = await clubs();
    const path = join(dataDir, "control.sqlite");
    const file = openFile(path);
    file.prepare("insert or replace into meta (key, value) values ('bench', ?)").run(String(Date.now()));
    file.pragma("wal_checkpoint(TRUNCATE)");
    file.close();
    await settle();
    const { cpuMs, seconds } = await look();
    const mb = statSync(path).size / 1e6;
    return { figure: Math.round(cpuMs), note: `${seconds.toFixed(1)} s, ${mb.toFixed(0)} MB` };
  }),
];
