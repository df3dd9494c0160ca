import pino from "pino";
import { isDevelopment, logLevel } from "#app/config/env.server.ts";
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

/**
 * The structured log of a process: one JSON line per event. Secret fields are redacted; of an error only type,
 * message, code and stack are kept, without addresses, keys and tokens.
 */
export const log = pino({
  level: logLevel(),
  redact: { paths: SECRET, censor: "[redacted]" },
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
  serializers: { err: (error: unknown) => describeError(error, MAX_CAUSES) },
  hooks: isDevelopment() ? { streamWrite: readableError } : {},
});

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
