/** The thread of the large imports: a handle of its own on the club's file, one piece of work after the other. */
import { parentPort } from "node:worker_threads";
import { ClubFiles } from "#app/db/clubs.server.ts";
import { handOverCounts } from "#app/observability/metrics.server.ts";
import { toFailure } from "./failure.server.ts";
import { type ImportTask, importTasks } from "./import-tasks.server.ts";
import type { ImportInput } from "./imports.server.ts";
import type { Answer, Question } from "./warm-thread.server.ts";

parentPort?.on("message", async ({ name, input }: Question) => {
  const answer = await answerTo(name as ImportTask, input as ImportInput<ImportTask>);
  const bytes = "value" in answer && answer.value instanceof Uint8Array ? [answer.value.buffer] : [];
  parentPort?.postMessage(
    { ...answer, counts: await handOverCounts() } satisfies Answer,
    bytes as ArrayBuffer[],
  );
});

async function answerTo(name: ImportTask, { folder, code, work }: ImportInput<ImportTask>) {
  // Nothing stays open between two pieces of work: the process itself knows which files it holds.
  const clubs = new ClubFiles({ folder, migrateOnOpen: false, idleFiles: 0 });
  try {
    const task = importTasks[name] as (db: unknown, work: unknown) => Promise<unknown>;
    return { value: await clubs.use(code, (db) => task(db, work)) };
  } catch (error) {
    return { failure: toFailure(error) };
  } finally {
    await clubs.close();
  }
}
