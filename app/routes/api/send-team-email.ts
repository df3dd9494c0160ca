import type { ActionFunctionArgs } from "@remix-run/node";
import { requireTokenUser } from "#app/auth/api-guard.server.ts";
import { sendTeamEmail } from "#app/journeys/announcements/send-team-email.server.ts";
import { answer, answerCall } from "#app/json/answer.server.ts";
import { problem } from "#app/json/problem.server.ts";
import { readJson } from "#app/json/read-json.server.ts";
import { HOUR, onlyPost, tooMany } from "./call.server.ts";
import { sendTeamEmail as schema } from "./schemas.server.ts";

export const loader = onlyPost;

/** Sends one of our own emails to a person of the token's club (product/api.md#json-calls). */
export const action = (args: ActionFunctionArgs) =>
  answerCall(args, async () => {
    const ctx = await requireTokenUser(args, "staff.invite");
    const { to, type } = await readJson(args.request, schema);
    const sent = await sendTeamEmail(ctx, { to, type });
    if (sent.ok) return answer({ mail: sent.mail }, 202);
    if (sent.problem === "throttled") return tooMany(ctx, sent.words, HOUR);
    return problem(sent.problem === "not-found" ? 404 : 409, sent.problem, sent.words);
  });
