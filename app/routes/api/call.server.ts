import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { publicContext } from "#app/auth/guards.server.ts";
import { THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { answerCall } from "#app/json/answer.server.ts";
import { problem, throttled } from "#app/json/problem.server.ts";
import { readJson } from "#app/json/read-json.server.ts";

/** Builds the action of a JSON call: reads the body by its schema and answers JSON, even for a refusal. */
export const jsonCall =
  <Schema extends z.ZodObject>(
    schema: Schema,
    run: (ctx: PublicContext, body: z.output<Schema>, args: ActionFunctionArgs) => Promise<Response>,
  ) =>
  (args: ActionFunctionArgs): Promise<Response> =>
    answerCall(args, async () => run(await publicContext(args), await readJson(args.request, schema), args));

/** Refuses GET at an address that only takes POST. */
export const onlyPost = (args: LoaderFunctionArgs): Promise<Response> =>
  answerCall(args, async () => problem(405, "method", "Send this as POST.", { headers: { Allow: "POST" } }));

/** Answers 429 for a reached limit, and logs it. */
export function tooMany({ note }: PublicContext, detail: string, afterSeconds: number): Response {
  note(THROTTLED);
  return throttled(detail, afterSeconds);
}

export const QUARTER_HOUR = 900;
export const HOUR = 3_600;
