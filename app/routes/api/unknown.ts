import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answerCall } from "#app/json/answer.server.ts";
import { problem } from "#app/json/problem.server.ts";

/** Answers all other addresses under /api with a problem, not the website's page. */
export const loader = (args: LoaderFunctionArgs) =>
  answerCall(args, async () => problem(404, "not-found", "There is no such call. See /api/openapi.json."));

export const action = (args: ActionFunctionArgs) => loader(args);
