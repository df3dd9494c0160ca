import type { AdminContext } from "#app/auth/admin-guard.server.ts";
import { env } from "#app/config/env.server.ts";
import {
  type ConsoleCommand,
  consoleCommands,
  isConsoleCommand,
} from "#app/domain/control/operations/console-commands.ts";
import { latestRuns } from "#app/domain/control/operations/console-runs.server.ts";
import { pagesSince } from "#app/domain/control/operations/metric-samples.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { formatMonthDay, formatRowMoment } from "#app/domain/values/times.ts";
import { boardJobsOf } from "#app/journeys/support/run-command.server.ts";
import {
  type LogFilter,
  type LogLine,
  readKeptLine,
  readKeptLog,
} from "#app/observability/kept-log.server.ts";
import { keptLogFolder } from "#app/observability/log.server.ts";
import { openJobsOf } from "#app/queue/queue.server.ts";
import { machineNow, now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import type { StatusKind } from "#app/ui/status.tsx";

const LINES = 50;

/** Loads a page of the log, or one line of it with all of its fields. */
export async function logPart(
  filter: LogFilter,
  { from, line }: { from: string | null; line: string | null },
) {
  const folder = keptLogFolder(env().dataDir);
  const one = line === null ? null : await readKeptLine(folder, line);
  if (one) return { line: shownLine(one), rows: [], next: null, summary: "" };
  const page = await readKeptLog(folder, filter, { from, limit: LINES });
  const back = page.back ? ` Read back to ${page.back.slice(0, 16).replace("T", " ")}.` : "";
  return {
    line: null,
    rows: page.lines.map(shownLine),
    next: page.next,
    summary: `${pluralize(page.lines.length, "line")}${page.next ? " on this page" : ""}.${back}`,
  };
}

/** Fields shown in the head of a line or below its facts. */
const OWN_PLACE = ["time", "msg", "level", "err", "requestId", "club"];
const text = (value: unknown) => (typeof value === "string" ? value : String(value ?? ""));

/** Returns '23:47:52' for today, 'Nov 24 23:47:52' for another day. */
function momentText(time: string): string {
  const [day, clock] = [time.slice(0, 10), time.slice(11, 19)];
  const today = machineNow().toISOString().slice(0, 10);
  return day === today ? clock : `${formatMonthDay(day, today)} ${clock}`;
}

interface LoggedError {
  type?: string;
  message?: string;
  stack?: string;
  cause?: LoggedError;
}

function shownLine({ place, time, level, fields }: LogLine) {
  const err = fields.err as LoggedError | undefined;
  return {
    place,
    what: whatOf(fields, err),
    level,
    when: momentText(time),
    club: text(fields.club).toUpperCase(),
    request: text(fields.requestId),
    facts: [
      ["Time", `${time.slice(0, 10)} ${time.slice(11, 23)}`],
      ["Level", level],
      ...(fields.requestId ? [["Reference", text(fields.requestId)]] : []),
      ...(fields.club ? [["Club", text(fields.club).toUpperCase()]] : []),
      ...Object.entries(fields)
        .filter(([name]) => !OWN_PLACE.includes(name))
        .map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : text(value)]),
    ] as [string, string][],
    stack: err ? stackOf(err) : "",
  };
}

function whatOf(fields: Record<string, unknown>, err: LoggedError | undefined): string {
  const { msg, method, route, status, kind, outcome, event, ms } = fields;
  if (msg === "request")
    return `${text(method)} ${text(route)}: ${text(event) || text(outcome)} ${text(status)}`;
  if (kind !== undefined && outcome !== undefined) return `${text(kind)}: ${text(outcome)}`;
  if (event === "slow query") return `slow query, ${text(ms)} ms`;
  return err?.message ? `${text(msg)}: ${err.message.slice(0, 120)}` : text(msg) || text(event);
}

function stackOf({ type, message, stack, cause }: LoggedError): string {
  const own = stack || [type, message].filter(Boolean).join(": ");
  return cause ? `${own}\nCaused by: ${stackOf(cause)}` : own;
}

const QUERIES_SHOWN = 20;
const SLOW_LINES = 500;

/** Loads the pages of a day by duration, and the log's slow queries. */
export async function performancePart({ control }: Pick<AdminContext, "control">) {
  const filter: LogFilter = { request: "", club: "", kind: "slow-query", level: "", until: "" };
  const folder = keptLogFolder(env().dataDir);
  const [pages, { lines }] = await Promise.all([
    pagesSince(control, 10, new Date(machineNow().getTime() - DAY_MS)),
    readKeptLog(folder, filter, { from: null, limit: SLOW_LINES }),
  ]);
  const byShape = new Map<
    string,
    { place: string; last: string; files: Set<string>; times: number; longest: number }
  >();
  for (const { place, time, fields } of lines) {
    const sql = text(fields.sql);
    const known = byShape.get(sql) ?? { place, last: time, files: new Set(), times: 0, longest: 0 };
    known.times += 1;
    known.longest = Math.max(known.longest, Number(fields.ms) || 0);
    known.files.add(fields.club ? text(fields.club).toUpperCase() : "control");
    byShape.set(sql, known);
  }
  return {
    pages: pages.slice(0, QUERIES_SHOWN).map(({ page, requests, seconds, slow }) => ({
      page,
      requests,
      slow,
      average: `${count(Math.round((seconds / Math.max(1, requests)) * 1000))} ms`,
      total: `${count(Math.round(seconds))} s`,
    })),
    queries: [...byShape]
      .sort(([, one], [, other]) => other.longest - one.longest)
      .slice(0, QUERIES_SHOWN)
      .map(([sql, { place, last, files, times, longest }]) => ({
        sql: sql.slice(0, 300),
        place,
        longest: `${count(longest)} ms`,
        times,
        last: momentText(last),
        file: files.size > 1 ? `${files.size} files` : ([...files][0] ?? ""),
      })),
  };
}

const RUNS_SHOWN = 20;

/** Loads the fixed commands, and the results of recent runs. */
export async function commandsPart({ control }: Pick<AdminContext, "control">) {
  const at = now();
  const runs = await latestRuns(control, RUNS_SHOWN);
  const rebuild = runs.find(({ command }) => command === "rebuild-boards");
  const left = rebuild?.state === "done" ? await openJobsOf(control, boardJobsOf(rebuild.id)) : 0;
  return {
    commands: Object.entries(consoleCommands).map(([command, { label, brief }]) => ({
      command,
      label,
      brief,
    })),
    runs: runs.map(({ id, command, about, state, result, orderedAt, firstName, lastName }) => ({
      id,
      label: `${labelOf(command)}${about ? `: ${about.toUpperCase()}` : ""}`,
      ...STATES[state],
      when: formatRowMoment(orderedAt, "UTC", at),
      result: `${result ?? "It has not begun yet"}${id === rebuild?.id && left > 0 ? `; ${count(left)} still to do` : ""}`,
      who: firstName ? `${firstName} ${lastName}` : "No longer here",
    })),
  };
}

const STATES: Record<"ordered" | "done" | "failed", { state: string; kind: StatusKind }> = {
  ordered: { state: "Waiting", kind: "plain" },
  done: { state: "Done", kind: "done" },
  failed: { state: "Failed", kind: "bad" },
};

const labelOf = (command: string) =>
  isConsoleCommand(command) ? consoleCommands[command satisfies ConsoleCommand].label : command;
