import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { importTasks } from "#app/journeys/imports/import-tasks.server.ts";
import { ownDatabase } from "../support/own-database.ts";
import { Chance, pause } from "./chance.ts";
import { soundness } from "./judge.ts";
import { killHard } from "./processes.ts";
import { roundsOfImports, runOf } from "./run.ts";
import { openStored, settled } from "./stored.ts";

const GAMES = 3_000;
const WITHIN_MS = 1_500;
const { rounds: all, seed } = runOf(process.env);
const rounds = roundsOfImports(all);
const chance = new Chance(seed);
const folder = mkdtempSync(join(tmpdir(), "goodside-imports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Possible states of an import after its last acknowledged event, with the number of events that each must have left.
 */
const possible: Record<string, string[]> = {
  importing: ["preview", "done"],
  imported: ["done", "undone"],
  undone: ["undone"],
};
const eventsOf = { preview: 0, done: 3, undone: 6 };

test(
  `a worker killed ${rounds} times by kill -9 while it imports or undoes ${GAMES} games (seed ${seed}) leaves all or none`,
  async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const dataDir = join(folder, `round-${round}`);
      const database = await ownDatabase();
      const last = (await killImporting(dataDir)).at(-1) ?? "";
      const [what = "", id = ""] = last.split(" ");
      const open = await openStored(dataDir);
      await open.clubs.use("lakeside", async (db) => {
        await settled(db);
        expect(await soundness(db, "lakeside")).toEqual([]);
        const imports = await db.selectFrom("imports").select(["id", "status"]).execute();
        const { status } = imports.find((row) => row.id === id) ?? { status: "preview" };
        // Acknowledged events are stored; of later ones, all or none.
        expect(possible[what]).toContain(status);
        const games = await db.selectFrom("games").select("id").execute();
        expect(games).toHaveLength(status === "done" ? GAMES : 0);
        const event = await db.selectFrom("outbox").select("id").execute();
        expect(event).toHaveLength(imports.reduce((sum, row) => sum + eventsOf[row.status], 0));
        if (status !== "preview") return;
        const club = { name: "Lakeside", timezone: "America/Chicago" };
        expect(await importTasks.finish(db, { subject: "games", id, club, by: "ada" })).toMatchObject({
          ok: true,
          finished: { status: "done", added: GAMES },
        });
      });
      await open.close();
      await database?.drop();
    }
  },
  60_000 + rounds * 30_000,
);

/**
 * Kills the writer at a random moment after it has begun to import.
 * @returns its output
 */
async function killImporting(dataDir: string): Promise<string[]> {
  const writer = spawn(
    process.execPath,
    ["--import", "tsx", "tests/durability/writers/imports.ts", dataDir],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let text = "";
  writer.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise<string | null>((resolve) =>
    writer.once("close", (_code, signal) => resolve(signal)),
  );
  while (!text.includes("\n") && writer.exitCode === null) await pause(2);
  await pause(chance.next() * WITHIN_MS);
  killHard(writer.pid ?? 0);
  // One that ended on its own would prove nothing.
  expect(await ended).toBe("SIGKILL");
  return text.split("\n").slice(0, -1);
}
