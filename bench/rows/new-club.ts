import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clubRow } from "#tests/support/rows.ts";
import { median } from "../fixtures/median.ts";
import { season } from "../fixtures/season.ts";
import { sized } from "../fixtures/size.ts";
import type { Figure, Row } from "../row.ts";

const CLUBS = sized(60, 3);

/** Measures from nothing to a synced file that answers a query. */
async function readyToUse(): Promise<Figure> {
  await season();
  const { ClubFiles } = await import("#app/db/clubs.server.ts");
  const folder = mkdtempSync(join(tmpdir(), "goodside-bench-clubs-"));
  const clubs = new ClubFiles({ folder, migrateOnOpen: false });
  const { user, system } = process.cpuUsage();
  const took: number[] = [];
  try {
    for (let n = 0; n < CLUBS; n += 1) {
      const began = performance.now();
      await clubs.create(clubRow(`lakeside${n}`));
      await clubs.use(`lakeside${n}`, (db) => db.selectFrom("teams").select("id").execute());
      took.push(performance.now() - began);
    }
  } finally {
    await clubs.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const spent = process.cpuUsage({ user, system });
  const cpu = (spent.user + spent.system) / 1000 / CLUBS;
  return { figure: median(took), note: `median of ${CLUBS}; ${cpu.toFixed(2)} ms of CPU` };
}

export const rows: Row[] = [
  {
    area: "new-club",
    what: "a new club ready to use",
    unit: "ms",
    better: "less",
    floor: 10,
    goal: 2,
    measure: readyToUse,
  },
];
