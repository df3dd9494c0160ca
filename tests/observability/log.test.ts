import { expect, test } from "vitest";
import { readableError } from "#app/observability/log.server.ts";

test("a line with an error is followed by its stack and its causes'", () => {
  const err = {
    type: "Error",
    message: "Boom",
    stack: "Error: Boom\n    at page",
    cause: { type: "TypeError", message: "Spark", stack: "" },
  };
  const line = `${JSON.stringify({ level: "error", err, msg: "unexpected error" })}\n`;
  expect(readableError(line)).toBe(
    '{"level":"error","msg":"unexpected error"}\nError: Boom\n    at page\nCaused by: TypeError: Spark\n',
  );
});

test("any other line stays as it is", () => {
  const line = '{"level":"info","msg":"request"}\n';
  expect(readableError(line)).toBe(line);
});
