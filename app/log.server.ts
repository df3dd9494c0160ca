import pino from "pino";
import { env } from "./env.server.ts";

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

/** The structured log of a process: one JSON line an event, secrets redacted, newlines escaped by JSON. */
export const log = pino({
  level: env().logLevel,
  redact: { paths: SECRET, censor: "[redacted]" },
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
});
