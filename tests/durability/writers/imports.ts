/**
 * A process to be killed: imports and undoes a large schedule in a loop, and prints each step when it begins and after
 * its commit. `imports.ts DATA_DIR`.
 */
import { writeSync } from "node:fs";
import { clubRow, controlRow, teamRow } from "#tests/support/rows.ts";

const [dataDir = ""] = process.argv.slice(2);
Object.assign(process.env, { APP_MODE: "test", DATA_DIR: dataDir });
const { platform } = await import("#app/db/storage/platform.server.ts");
const { gameImports } = await import("#app/journeys/imports/imports.server.ts");
const say = (what: string) => writeSync(1, `${what}\n`);

const open = await platform();
const row = clubRow("lakeside");
await open.clubs.create(row);
await open.control.insertInto("clubs").values(controlRow(row)).execute();
const { db } = await open.clubs.lease("lakeside");
await db.insertInto("teams").values(teamRow("hawks", "Hawks")).execute();
const ctx = { control: open.control, platform: open, db, club: row, user: { name: "Ada", accountId: "ada" } };
const lines = Array.from({ length: 3_000 }, (_, n) => {
  const day = new Date(Date.UTC(2027, 0, 1 + (n >> 3))).toISOString().slice(0, 10);
  return `Hawks,Riverside Lions of Westlake ${n},${day}`;
});
const bytes = new TextEncoder().encode(["Team,Opponent,Date", ...lines].join("\n"));

for (;;) {
  const preview = await gameImports.preview(ctx, { name: "season.csv", bytes, teamId: null });
  if (!preview.ok) throw new Error(preview.problem);
  say(`importing ${preview.importId}`);
  await gameImports.finish(ctx, preview.importId);
  say(`imported ${preview.importId}`);
  await gameImports.undo(ctx, preview.importId);
  say(`undone ${preview.importId}`);
}
