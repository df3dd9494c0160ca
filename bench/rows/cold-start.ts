import { median } from "../fixtures/median.ts";
import { season } from "../fixtures/season.ts";
import { startServer } from "../fixtures/server.ts";
import { sized } from "../fixtures/size.ts";
import type { Figure, Row } from "../row.ts";

const STARTS = sized(5, 1);

/** Measures CPU time of the whole process from its start to the first page, alternating with the anchor. */
async function toFirstAnswer(): Promise<Figure> {
  const { dataDir, cookies } = await season();
  const spent = { app: [] as number[], anchor: [] as number[] };
  for (let start = 0; start < STARTS; start += 1) {
    for (const which of ["app", "anchor"] as const) {
      const server = await startServer(which, dataDir, "/dashboard", { Cookie: cookies.manager });
      spent[which].push(server.cpuMs());
      await server.stop();
    }
  }
  const [ours, anchor] = [median(spent.app), median(spent.anchor)];
  return { figure: ours / anchor, note: `${ours} ms of CPU against ${anchor} ms` };
}

export const rows: Row[] = [
  {
    area: "cold-start",
    what: "cold start to the first answer against the anchor, CPU",
    unit: "times",
    better: "less",
    floor: 1.5,
    goal: 1.1,
    measure: toFirstAnswer,
  },
];
