import { existsSync } from "node:fs";
import { join } from "node:path";
import { env } from "#app/config/env.server.ts";
import { wholeClubAudit } from "#app/db/audit-rows.server.ts";
import { openFile } from "#app/db/file-engine.server.ts";
import { inspectDatabase } from "#app/db/inspect.server.ts";
import { filesPool } from "#app/db/postgres/files.server.ts";
import { jobsProcesses } from "#app/db/postgres/leader.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { type ConsoleCommand, isConsoleCommand } from "#app/domain/control/operations/console-commands.ts";
import { finishRun, waitingRun } from "#app/domain/control/operations/console-runs.server.ts";
import { checkAudit, type StoredAudit } from "#app/domain/values/audit/chain.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { log } from "#app/observability/log.server.ts";
import { redactText } from "#app/observability/redact.ts";
import { enqueueAll, freeJobs, hurryJobs } from "#app/queue/queue.server.ts";

interface Outcome {
  state: "done" | "failed";
  result: string;
}

/** Returns the prefix of the keys of a rebuild's jobs. */
export const boardJobsOf = (runId: string): string => `console-boards-${runId}`;

/** Runs a command of the console; a second time it finds nothing to do. Its result is for staff, in one line. */
export async function runCommand(platform: Platform, runId: string): Promise<void> {
  const run = await waitingRun(platform.control, runId);
  if (!run || !isConsoleCommand(run.command)) return;
  let outcome: Outcome;
  try {
    outcome = await commands[run.command](platform, { runId, clubCode: run.about ?? "" });
  } catch (error) {
    log.error({ err: error, command: run.command }, "a command of the console failed");
    outcome = { state: "failed", result: redactText(error instanceof Error ? error.message : String(error)) };
  }
  await finishRun(platform.control, runId, outcome);
}

const commands: Record<
  ConsoleCommand,
  (platform: Platform, run: { runId: string; clubCode: string }) => Promise<Outcome>
> = {
  "verify-club": (platform, { clubCode }) => verifyClub(platform, clubCode),
  "rebuild-boards": async ({ control }, { runId }) => {
    const clubs = await control.selectFrom("clubs").select("code").orderBy("code").execute();
    for (let at = 0; at < clubs.length; at += JOBS_AT_ONCE)
      await enqueueAll(
        control,
        clubs.slice(at, at + JOBS_AT_ONCE).map(({ code }) => ({
          kind: "club.entries",
          payload: { clubCode: code },
          key: `${boardJobsOf(runId)}:${code}`,
          bulk: true,
        })),
      );
    return done(`Ordered for ${pluralize(clubs.length, "club")}`);
  },
  "run-jobs": async ({ control }) => {
    const jobs = await hurryJobs(control);
    return done(jobs === 0 ? "Nothing was put off" : `${pluralize(jobs, "job")} made due`);
  },
  "clear-lock": async ({ control }) => {
    const database = filesPool();
    const processes = database ? (await jobsProcesses(database)).length : 1;
    // Others may run what they hold: that of a process that ended is free when its lease has run out.
    if (processes > 1)
      return broken([`${processes} machines run jobs: one that ended frees what it held within 5 minutes`]);
    const jobs = await freeJobs(control, "console.run");
    return done(jobs === 0 ? "No job was held" : `${pluralize(jobs, "job")} freed`);
  },
};

const JOBS_AT_ONCE = 200;
const done = (result: string): Outcome => ({ state: "done", result });
const broken = (problems: readonly string[]): Outcome => ({ state: "failed", result: problems.join("; ") });

async function verifyClub({ control, clubs }: Platform, clubCode: string): Promise<Outcome> {
  const club = await findClub(control, clubCode);
  if (!club) return broken(["there is no such club"]);
  const counts = await clubs.count(club.code);
  if (counts) {
    return verified(checkAudit(await clubs.use(club.code, wholeClubAudit), null), counts);
  }
  const path = join(env().dataDir, "clubs", `${club.code}.sqlite`);
  if (!existsSync(path)) return broken(["the file is missing"]);
  const file = openFile(path);
  try {
    const { problems, owner, rows } = inspectDatabase(file, "club");
    if (problems.length > 0) return broken(problems);
    if (owner !== club.code) return broken(["the file belongs to another club"]);
    const audit = checkAudit(
      file.prepare("select * from audit order by seq").iterate() as Iterable<StoredAudit>,
      null,
    );
    return verified(audit, rows);
  } finally {
    file.close();
  }
}

function verified(audit: ReturnType<typeof checkAudit>, rows: Record<string, number>): Outcome {
  if (audit) return broken([`audit: row ${audit.seq} is ${audit.problem}`]);
  const all = Object.values(rows).reduce((sum, n) => sum + n, 0);
  return done(`Sound: ${count(all)} rows in ${pluralize(Object.keys(rows).length, "table")}`);
}
