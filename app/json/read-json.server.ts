import type { z } from "zod";
import { problem } from "./problem.server.ts";

/** Limit of a form without a file (product/security.md#security); the server refuses more before this. */
const MOST_BYTES = 64 * 1024;
/** Our bodies are flat. */
const DEEPEST = 4;
const FORBIDDEN = ["__proto__", "constructor", "prototype"];

/**
 * Reads the body of a JSON call by its schema, which has to be strict.
 * @throws a problem as Response: 415 for another type, 400 for what is not a plain JSON object, 422 with `errors` by
 *   field
 */
export async function readJson<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!isJsonType(request.headers.get("Content-Type") ?? ""))
    throw problem(415, "media-type", "Send application/json.", {
      headers: { "Accept-Post": "application/json" },
    });
  const reading = schema.safeParse(parse(await request.text()));
  if (reading.success) return reading.data;
  const errors: Record<string, string> = {};
  for (const issue of reading.error.issues) {
    const unknown = issue.code === "unrecognized_keys";
    const names = unknown ? issue.keys.slice(0, 10) : [issue.path.map(String).join(".")];
    for (const name of names) {
      const shown = /^[\w.]{0,40}$/.test(name) ? name : "";
      if (!Object.hasOwn(errors, shown)) errors[shown] = unknown ? "There is no such field" : issue.message;
    }
  }
  throw problem(422, "invalid-fields", Object.values(errors)[0] ?? "Check the fields.", { errors });
}

function isJsonType(header: string): boolean {
  const [type, charset = "charset=utf-8", ...more] = header
    .split(";")
    .map((part) => part.trim().toLowerCase());
  return type === "application/json" && charset.replaceAll('"', "") === "charset=utf-8" && more.length === 0;
}

function parse(text: string): unknown {
  if (text.length > MOST_BYTES) throw problem(413, "invalid-json", "That is too much text.");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw problem(400, "invalid-json", "The body is not valid JSON.");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw problem(400, "invalid-json", "The body has to be a JSON object.");
  refuseStrange(body);
  return body;
}

/** Walks without recursion: depth is what an attacker chooses. */
function refuseStrange(body: object): void {
  const waiting: { value: object; depth: number }[] = [{ value: body, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.depth > DEEPEST) throw problem(400, "invalid-json", "The body is nested too deeply.");
    for (const [name, value] of Object.entries(next.value)) {
      if (FORBIDDEN.includes(name)) throw problem(400, "invalid-json", "The body has a forbidden name.");
      if (typeof value === "object" && value !== null) waiting.push({ value, depth: next.depth + 1 });
    }
  }
}
