import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import { EMAIL } from "#app/forms/email-pattern.ts";
import { type ProblemKind, problemKinds } from "#app/json/problem.server.ts";
import * as schemas from "./schemas.server.ts";
import { problemAnswer } from "./schemas.server.ts";

/** Answers that every call with a body may give. */
const EVERYWHERE = {
  400: ["invalid-json"],
  413: ["invalid-json"],
  415: ["media-type"],
  422: ["invalid-fields"],
  500: ["server-error"],
  503: ["busy", "server-error"],
} as const satisfies Record<number, ProblemKind[]>;

/**
 * Builds the OpenAPI 3.1 document of the JSON calls, from the schemas that read their bodies
 * (product/api.md#json-calls).
 */
export function openApiDocument() {
  return {
    openapi: "3.1.0",
    info: {
      title: `${brand.name} API`,
      version: "1",
      description:
        "JSON calls beside the website, with its rules and limits. Bodies are application/json, at most 64 KB. Refusals are problem documents (RFC 9457). There is no CORS: call it from a server or an app. Tokens are Bearer tokens, never cookies.",
    },
    servers: [{ url: env().appUrl }],
    paths: {
      ...Object.fromEntries(calls.map((call) => [call.path, { post: operation(call) }])),
      "/api/openapi.json": { get: ownOperation },
    },
    components: {
      schemas: { Problem: z.toJSONSchema(problemAnswer, { io: "output" }) },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
    "x-problems": problemKinds,
  };
}

function operation(call: Call) {
  const { summary, description, bearer, body, good } = call;
  const answers: Record<number, unknown> = {
    [good.status]: {
      description: good.means,
      content: { "application/json": { schema: z.toJSONSchema(good.schema, { io: "output" }) } },
    },
  };
  type Kinds = Partial<Record<number, readonly ProblemKind[]>>;
  const everywhere: Kinds = body ? EVERYWHERE : { 500: ["server-error"] };
  const own: Kinds = call.problems;
  for (const status of new Set([...Object.keys(everywhere), ...Object.keys(own)].map(Number)))
    answers[status] = refusal(status, [...(everywhere[status] ?? []), ...(own[status] ?? [])]);
  return {
    operationId: call.path.split("/").slice(2).join("-"),
    summary,
    description,
    security: bearer ? [{ token: [] }] : [],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: bodySchema(body) } },
          },
        }
      : {}),
    responses: answers,
  };
}

/** Converts a body's schema. JSON Schema has no flags for patterns: an email's needs two, and is named instead. */
const bodySchema = (body: z.ZodObject) =>
  z.toJSONSchema(body, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.pattern !== EMAIL.source) return;
      delete jsonSchema.pattern;
      jsonSchema.format = "email";
    },
  });

const refusal = (status: number, kinds: readonly ProblemKind[]) => ({
  description: `${STATUS_CODES[status]}: ${[...new Set(kinds)].join(", ")}`,
  ...(status === 429 || status === 503
    ? { headers: { "Retry-After": { description: "In seconds", schema: { type: "integer" } } } }
    : {}),
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

const ownOperation = {
  operationId: "openapi",
  summary: "This document",
  description: "Cacheable, with an ETag.",
  security: [],
  responses: {
    200: { description: "OpenAPI 3.1", content: { "application/json": { schema: { type: "object" } } } },
    304: { description: "Not changed since the ETag of If-None-Match" },
  },
};

/** A JSON call in the OpenAPI document; the document's test checks these answers for every call. */
interface Call {
  path: string;
  summary: string;
  description: string;
  /** True if it needs a token, of a club or of anybody. */
  bearer: boolean;
  body?: z.ZodObject;
  good: { status: 200 | 201 | 202; schema: z.ZodObject; means: string };
  /** Problems in addition to those of every call. */
  problems: Partial<Record<401 | 403 | 404 | 409 | 429 | 503, ProblemKind[]>>;
}

const calls: readonly Call[] = [
  {
    path: "/api/club/login",
    summary: "Get a token for a club",
    description:
      "By club code, or by email like the sign-in form, with its rules and the same counters. The token works for 30 days, under /api only, and can be ended on /account.",
    bearer: false,
    body: schemas.clubLogin,
    good: { status: 200, schema: schemas.clubLoginAnswer, means: "A token, shown once" },
    problems: { 401: ["wrong-credentials"], 403: ["not-allowed"], 409: ["choose-club"], 429: ["throttled"] },
  },
  {
    path: "/api/admin/login",
    summary: "Get a token for the platform's staff",
    description:
      "An account with a second factor needs `code` or `recoveryCode` in the same call: a password alone is answered 401 second-factor. The token works for 12 hours.",
    bearer: false,
    body: schemas.adminLogin,
    good: { status: 200, schema: schemas.adminLoginAnswer, means: "A token, shown once" },
    problems: { 401: ["wrong-credentials", "second-factor"], 403: ["not-allowed"], 429: ["throttled"] },
  },
  {
    path: "/api/admin/register",
    summary: "Register the first administrators of the platform",
    description:
      "404 where the installation has no setup key, and once there is a super admin. Calling it accepts the terms and conditions.",
    bearer: false,
    body: schemas.adminRegister,
    good: { status: 201, schema: schemas.adminRegisterAnswer, means: "Sign in with /api/admin/login" },
    problems: { 404: ["not-found"], 409: ["not-allowed"], 429: ["throttled"] },
  },
  {
    path: "/api/create-subscription",
    summary: "Sign a club up and begin its payment",
    description:
      "The price is the package's, whatever is sent. The same body sent twice is one sign-up and one payment. Once it is paid, the club exists and its login code goes to `customerEmail`.",
    bearer: false,
    body: schemas.createSubscription,
    good: {
      status: 200,
      schema: schemas.createSubscriptionAnswer,
      means: "A payment to finish with Stripe.js",
    },
    problems: {
      403: ["beta"],
      409: ["same-club", "already-paid"],
      429: ["throttled"],
      503: ["payment-unavailable"],
    },
  },
  {
    path: "/api/send-team-email",
    summary: "Send somebody of the club one of our mails",
    description:
      "To an invitee: the invitation again. To a parent: the agreement (`invitation`) or a reminder of it. To a coach or manager: a reminder to rate (`notification`). For administrators and managers, to whom they may write on the website.",
    bearer: true,
    body: schemas.sendTeamEmail,
    good: { status: 202, schema: schemas.sendTeamEmailAnswer, means: "The mail is on its way" },
    problems: {
      401: ["token-needed"],
      403: ["not-allowed", "club-closed"],
      404: ["not-found"],
      409: ["not-now"],
      429: ["throttled"],
      503: ["club-closed"],
    },
  },
  {
    path: "/api/sign-out",
    summary: "End the token that is sent",
    description: "A club's token, or one of the platform's staff.",
    bearer: true,
    good: { status: 200, schema: schemas.signOutAnswer, means: "The token has ended" },
    problems: { 401: ["token-needed"] },
  },
];
