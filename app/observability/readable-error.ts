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
