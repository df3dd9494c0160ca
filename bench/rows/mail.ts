import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cpuSecondsOf, reminders } from "../fixtures/reminders.ts";
import { dataDir } from "../fixtures/settings.ts";
import { sized } from "../fixtures/size.ts";
import type { Figure, Row } from "../row.ts";

const MAILS = sized(5_000, 100);
const ROUNDS = sized(3, 1);
const inSeconds = (rounds: number[]) => rounds.map((seconds) => seconds.toFixed(2)).join(", ");

/** Queues mails in one transaction, their variables sealed, as a club's run does it. */
async function queueing(): Promise<Figure> {
  const { openPlatform } = await import("#app/db/storage/platform.server.ts");
  const { queueMails } = await import("#app/queue/mail-queue.server.ts");
  const open = await openPlatform({ dataDir, mode: "test", migrateOnOpen: true });
  try {
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const mails = reminders(MAILS);
      rounds.push(await cpuSecondsOf(() => queueMails(open.control, mails)));
    }
    return { figure: Math.max(...rounds), note: `the slowest of ${inSeconds(rounds)}` };
  } finally {
    await open.close();
  }
}

/** Sends from a process of its own, because the address of Postmark is read once. */
async function sending(): Promise<Figure> {
  const script = fileURLToPath(new URL("../fixtures/send-mails.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", script]);
  const rounds = JSON.parse(stdout.trim()) as number[];
  return { figure: Math.max(...rounds.slice(1)), note: `${inSeconds(rounds)}, the first with cold code` };
}

const row = (what: string, floor: number | null, measure: Row["measure"]): Row => ({
  area: "mail",
  what,
  unit: "s",
  better: "less",
  floor,
  goal: null,
  measure,
});

/** Costs of bulk mail: the request that queues it, and the jobs process. */
export const rows: Row[] = [
  row("5,000 mails queued in one transaction, CPU", 2, queueing),
  row("500 mails rendered and sent in one call, CPU", null, sending),
];
