import pino from "pino";
import { logLevel } from "#app/config/env.server.ts";
import { redactText } from "./redact.ts";

/** Names of fields that are secrets wherever they stand. */
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
/** An error may have causes that have causes. */
const CAUSES = 3;

/**
 * The structured log of a process: one JSON line an event, newlines escaped by JSON. Secret fields are blotted out;
 * of an error only what it is and where it happened is kept, without the addresses, keys and tokens in its words.
 */
export const log = pino({
  level: logLevel(),
  redact: { paths: SECRET, censor: "[redacted]" },
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
  serializers: { err: (error: unknown) => describeError(error, CAUSES) },
});

/** Libraries hang requests, headers and bodies onto their errors: nothing of that is copied. */
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
