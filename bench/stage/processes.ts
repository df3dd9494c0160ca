import { readdirSync, readFileSync } from "node:fs";

/** A process as /proc shows it. */
export interface Process {
  pid: number;
  /** The program that it runs: 'serve.js', 'jobs.js'. */
  script: string;
  cpuMs: number;
  memoryMb: number;
  /** The same, with only its part of what several processes share: the program's own code, mostly. */
  shareMb: number;
  descriptors: number;
  /** How many descriptors it may open. */
  mostDescriptors: number;
}

const MS_A_TICK = 10;

/** A process and those that it has started. */
export function processesOf(pid: number): Process[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
      .trim()
      .split(" ")
      .filter(Boolean)
      .map(Number),
  );
  return [processOf(pid), ...children.flatMap(processesOf)];
}

function processOf(pid: number): Process {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const limits = readFileSync(`/proc/${pid}/limits`, "utf8");
  return {
    pid,
    script: command.find((word) => /\.[jt]s$/.test(word))?.replace(/^.*\//, "") ?? "",
    cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_A_TICK,
    memoryMb: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024,
    shareMb: Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    mostDescriptors: Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]),
  };
}
