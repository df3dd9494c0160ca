import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import { EMAIL } from "#app/forms/email-pattern.ts";
import { type ProblemKind, problemKinds } from "#app/json/problem.server.ts";
import { type Call, calls } from "./calls.server.ts";
import { problemAnswer } from "./schemas.server.ts";

/** What any call with a body may answer. */
const EVERYWHERE = {
  400: ["invalid-json"],
  413: ["invalid-json"],
  415: ["media-type"],
  422: ["invalid-fields"],
  500: ["server-error"],
  503: ["busy", "server-error"],
} as const satisfies Record<number, ProblemKind[]>;

/** The OpenAPI 3.1 document of the JSON calls, made from the schemas that read their bodies (product.md#json-calls). */
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

/** JSON Schema has no flags for patterns: an email's needs two, and is named instead. */
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
