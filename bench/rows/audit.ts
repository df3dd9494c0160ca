import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ControlSchema } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { kyselyOver, openFile } from "#app/db/file-engine.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { migrations } from "#migrations/control/index.ts";
import { sized } from "../fixtures/size.ts";
import type { Figure, Row } from "../row.ts";

const KEPT = sized(100_000, 2_000);
const ADDED = sized(5_000, 100);

/** Measures the CPU time of appending one row to a long log, in a transaction that runs anyway. */
async function append(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), "goodside-audit-"));
  const db = kyselyOver<ControlSchema>(openFile(join(folder, "control.sqlite"), { create: true }));
  const add = (count: number) =>
    inTransaction(db, async (tx) => {
      for (let index = 0; index < count; index += 1)
        await recordAudit(tx, {
          kind: "sign-in.done",
          actor: { kind: "account", id: `account${index % 500}` },
          clubCode: `club${index % 100}`,
          at: new Date(),
        });
    });
  try {
    await migrate(db, migrations);
    await add(KEPT);
    const { user, system } = process.cpuUsage();
    await add(ADDED);
    const used = process.cpuUsage({ user, system });
    return { figure: (used.user + used.system) / ADDED, note: `after ${KEPT} rows` };
  } finally {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const rows: Row[] = [
  {
    area: "audit",
    what: "one more row of an audit log, CPU",
    unit: "µs",
    better: "less",
    floor: 500,
    goal: 250,
    measure: append,
  },
];
