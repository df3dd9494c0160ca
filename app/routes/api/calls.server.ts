import type { z } from "zod";
import type { ProblemKind } from "#app/json/problem.server.ts";
import * as schemas from "./schemas.server.ts";

/** A JSON call as the OpenAPI document describes it; the document's test asks every call for these answers. */
export interface Call {
  path: string;
  summary: string;
  description: string;
  /** Needs a token of a club, or of anybody. */
  bearer: boolean;
  body?: z.ZodObject;
  good: { status: 200 | 201 | 202; schema: z.ZodObject; means: string };
  /** Which problems it may answer beside those of every call. */
  problems: Partial<Record<401 | 403 | 404 | 409 | 429 | 503, ProblemKind[]>>;
}

export const calls: readonly Call[] = [
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
