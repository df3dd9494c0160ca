import type { ActionFunctionArgs } from "@remix-run/node";
import { endTokenOf } from "#app/auth/api-guard.server.ts";
import { answer, answerCall } from "#app/json/answer.server.ts";
import { onlyPost } from "./call.server.ts";

export const loader = onlyPost;

/** Ends the token that it is sent with, a club's or that of platform staff (product/api.md#json-calls). */
export const action = (args: ActionFunctionArgs) =>
  answerCall(args, async () => {
    await endTokenOf(args);
    return answer({ ended: true });
  });
