import type { AppLoadContext } from "@remix-run/node";
import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import { TOO_BUSY } from "#app/domain/control/passwords/labels.ts";
import { TooBusy } from "#app/domain/control/passwords/password.server.ts";
import { log } from "#app/observability/log.server.ts";
import { redactAddress } from "#app/observability/redact.ts";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";
import { problem } from "./problem.server.ts";

interface Call {
  request: Request;
  context: AppLoadContext;
}

const NOT_NOW = "This cannot be done right now. Please try again in a moment.";

/** Returns a call's answer, never stored. */
export const answer = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
  });

/**
 * Carries out a call. Whatever it throws becomes a problem, never a page; a client that takes only text/plain gets the
 * sentence alone.
 */
export async function answerCall(call: Call, work: () => Promise<Response>): Promise<Response> {
  let response: Response;
  try {
    response = await work();
  } catch (error) {
    response = await problemOf(error, call);
  }
  const takes = call.request.headers.get("Accept") ?? "";
  if (response.status < 400 || !/^text\/plain\b/i.test(takes)) return response;
  const { detail } = (await response.json()) as { detail: string };
  const headers = new Headers(response.headers);
  headers.set("Content-Type", "text/plain; charset=utf-8");
  return new Response(detail, { status: response.status, headers });
}

async function problemOf(error: unknown, { request, context }: Call): Promise<Response> {
  if (error instanceof Response) return asProblem(error);
  if (error instanceof TooBusy) return later(503, "busy", TOO_BUSY, "10");
  // The server has answered already, or the client has gone.
  if (request.signal.aborted || (error instanceof Error && error.name === "BodyTooLarge")) throw error;
  const trouble = error instanceof ClubUnavailable ? 503 : outOfResourcesStatus(error);
  const { requestId } = context;
  log.error(
    { requestId, method: request.method, path: redactAddress(new URL(request.url).pathname), err: error },
    "unexpected error",
  );
  if (trouble) return later(trouble, "server-error", NOT_NOW, "120");
  const said = `Something went wrong on our side. Reference number: ${requestId}`;
  return problem(500, "server-error", said);
}

const later = (status: number, kind: "busy" | "server-error", detail: string, after: string) =>
  problem(status, kind, detail, { headers: { "Retry-After": after } });

/** Converts what a guard threw for pages to a problem. */
async function asProblem(thrown: Response): Promise<Response> {
  if (thrown.headers.get("Content-Type")?.includes("problem+json")) return thrown;
  const text = await thrown.text();
  const after = thrown.headers.get("Retry-After");
  const more = after ? { headers: { "Retry-After": after } } : {};
  if (thrown.status === 404) return problem(404, "not-found", text || "Not found", more);
  if (thrown.status === 403) return problem(403, "not-allowed", NOT_ALLOWED, more);
  if (thrown.status === 503) return problem(503, "club-closed", text, more);
  throw new Error(`A guard of a JSON call answered ${thrown.status}`);
}

export const NOT_ALLOWED = "Your role does not allow this.";
