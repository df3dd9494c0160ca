import { STATUS_CODES } from "node:http";
import { env } from "#app/config/env.server.ts";

/** Problems of a JSON call, by the last part of the `type`, in words (product/api.md#json-calls). */
export const problemKinds = {
  "already-paid": "The sign-up is paid.",
  beta: "The platform is a private beta: clubs sign up on the website, with its code.",
  busy: "Too many passwords are being looked at. Wait as long as Retry-After says.",
  "choose-club": "The account belongs to several clubs: name one of `clubs` as `club`.",
  "club-closed": "The club is suspended, or its file is not available right now.",
  "club-read-only": "The club’s paid year is over: everything can be read, and nothing changed.",
  "invalid-fields": "A field is missing, wrong or unknown: see `errors`.",
  "invalid-json": "The body is no JSON object, is nested too deeply, or has a forbidden name.",
  "media-type": "Only application/json is read.",
  method: "The address takes another method: see Allow.",
  "not-allowed": "The account's role does not allow this.",
  "not-found": "There is no such thing, or not for this account.",
  "not-now": "Nothing was sent: the reason is in `detail`.",
  "payment-unavailable": "The payment service cannot be reached, or refused.",
  "same-club": "A club with this name and state, or this email, signed up before.",
  "second-factor": "The password is right. Send `code` or `recoveryCode` with it.",
  "server-error": "Something failed on our side.",
  throttled: "Too many of these: wait as long as Retry-After says.",
  "token-needed": "The call needs a valid Bearer token.",
  "wrong-credentials": "The name or the password is wrong; which one is not said.",
} as const;

export type ProblemKind = keyof typeof problemKinds;

export interface ProblemMore {
  /** One message per field, without what was sent in it. '' is about the body. */
  errors?: Record<string, string>;
  headers?: Record<string, string>;
  /** Further members, such as the clubs to choose from. */
  also?: Record<string, unknown>;
}

/** Returns a refusal by RFC 9457. `error` repeats `detail` for clients that read only that. */
export function problem(
  status: number,
  kind: ProblemKind,
  detail: string,
  { errors, headers, also }: ProblemMore = {},
): Response {
  const body = {
    type: `${env().appUrl}/api/openapi.json#/x-problems/${kind}`,
    title: STATUS_CODES[status] ?? "",
    status,
    detail,
    error: detail,
    ...(errors ? { errors } : {}),
    ...also,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/problem+json; charset=utf-8",
      "Cache-Control": "no-store",
      ...(status === 401 ? { "WWW-Authenticate": 'Bearer realm="api"' } : {}),
      ...headers,
    },
  });
}

/** Answers 429, with when to try again. */
export const throttled = (detail: string, afterSeconds: number): Response =>
  problem(429, "throttled", detail, { headers: { "Retry-After": String(afterSeconds) } });
