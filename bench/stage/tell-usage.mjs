// Loaded into a measured command (NODE_OPTIONS): says at its end what it has used, its ended children included.
import { appendFileSync, readFileSync } from "node:fs";

const MS_A_TICK = 10;

process.on("exit", () => {
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
  const used = { pid: process.pid, cpuMs: ticks * MS_A_TICK, peakKb: process.resourceUsage().maxRSS };
  appendFileSync(process.env.BENCH_USAGE, `${JSON.stringify(used)}\n`);
});
