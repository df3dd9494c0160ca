import { join } from "node:path";
import pino from "pino";
import { env, isDevelopment, keepsLog, logLevel } from "#app/config/env.server.ts";
import { KeptLog } from "./kept-log.server.ts";
import { redactText } from "./redact.ts";

/** Fields that are always secret. */
const SECRET = [
  "password",
  "token",
  "cookie",
  "authorization",
  "secret",
  "*.password",
  "*.token",
  "*.cookie",
];
/** Nested causes of an error that are logged. */
const MAX_CAUSES = 3;

function moreDetailed<Level extends string>(one: Level, other: Level): Level {
  const values: Record<string, number> = { ...pino.levels.values, silent: Number.POSITIVE_INFINITY };
  return (values[one] ?? 0) <= (values[other] ?? 0) ? one : other;
}

/** Copy of the log that staff read (product/operations.md#console); null outside of the server's processes. */
let kept: KeptLog | null = null;

/** Starts to keep this process's log. Processes with a PROCESS_NAME do so automatically. */
export function keepLog(): void {
  const bound = env().keptLog;
  kept ??= bound && new KeptLog(keptLogFolder(env().dataDir), bound);
}

/** Removes days over the limit, even if nothing is written. */
export const pruneKeptLog = (): void => kept?.prune();

export const keptLogFolder = (dataDir: string): string => join(dataDir, "log");

/**
 * Returns standard output from LOG_LEVEL on, and the kept log from 'info' on: a demo in a terminal prints warnings
 * only.
 */
function destination(): pino.DestinationStream {
  if (keepsLog()) keepLog();
  const output = pino.destination({ sync: true });
  const printed = pino.levels.values[logLevel()] ?? Number.POSITIVE_INFINITY;
  const readable = isDevelopment();
  const info = pino.levels.values.info ?? 0;
  return {
    [Symbol.for("pino.metadata")]: true,
    lastLevel: 0,
    write(line: string) {
      if (this.lastLevel >= printed) output.write(readable ? readableError(line) : line);
      if (this.lastLevel >= info) kept?.keep(line);
    },
  } as pino.DestinationStream & { lastLevel: number };
}

/**
 * The structured log of a process: one JSON line per event. Secret fields are redacted; of an error only type,
 * message, code and stack are kept, without addresses, keys and tokens.
 */
export const log = pino(
  {
    level: keepsLog() ? moreDetailed(logLevel(), "info") : logLevel(),
    redact: { paths: SECRET, censor: "[redacted]" },
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: (error: unknown) => describeError(error, MAX_CAUSES) },
  },
  destination(),
);

/** Copies known fields only: libraries attach requests, headers and bodies to their errors. */
function describeError(error: unknown, causes: number): object {
  if (!(error instanceof Error)) return { message: redactText(String(error)) };
  const { code, status, statusCode } = error as { code?: unknown; status?: unknown; statusCode?: unknown };
  return {
    type: error.name,
    message: redactText(error.message),
    ...(code === undefined ? {} : { code: String(code) }),
    ...(statusCode === undefined && status === undefined ? {} : { status: Number(statusCode ?? status) }),
    stack: redactText(error.stack ?? ""),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: describeError(error.cause, causes - 1) }),
  };
}

interface LoggedError {
  type?: string;
  message?: string;
  stack?: string;
  cause?: LoggedError;
}

/** Moves the error of a log line below it, with line breaks: for `npm run dev`, where a person reads the log. */
export function readableError(line: string): string {
  const { err, ...rest } = JSON.parse(line) as { err?: LoggedError };
  return err ? `${JSON.stringify(rest)}\n${stackOf(err)}\n` : line;
}

function stackOf({ type, message, stack, cause }: LoggedError): string {
  const own = stack || [type, message].filter(Boolean).join(": ");
  return cause ? `${own}\nCaused by: ${stackOf(cause)}` : own;
}
