import { env } from "#app/config/env.server.ts";
import { planOfPrice, startApiSignup } from "#app/journeys/signup/api-sign-up.server.ts";
import { answer } from "#app/json/answer.server.ts";
import { problem, problemKinds } from "#app/json/problem.server.ts";
import { HOUR, jsonCall, onlyPost, tooMany } from "./call.server.ts";
import { createSubscription } from "./schemas.server.ts";

const FAILED = "Failed to create subscription";

export const loader = onlyPost;

/** Begins a club's sign-up and its payment: the price comes from our own table (product/api.md#json-calls). */
export const action = jsonCall(createSubscription, async (ctx, body) => {
  // The gate ignores calls, because the others need an account.
  if (env().betaAccessCode) return problem(403, "beta", problemKinds.beta);
  const plan = planOfPrice(body.priceId);
  if (!plan) return refuse({ priceId: "Choose a package" });
  const { clubName, customerName: contactName, customerEmail: email, playerCount, otherClub } = body;
  const { state, city, phone, agreedToTerms } = body;
  const details = { clubName, contactName, email, state, city, phone, agreedToTerms, plan };
  const started = await startApiSignup(
    ctx,
    { ...details, estimatedPlayers: playerCount, existingPlatform: "", description: "" },
    { otherClub },
  );
  if (started.ok) return answer({ clientSecret: started.clientSecret });
  switch (started.problem) {
    case "plan-too-small":
      return refuse({ playerCount: started.words });
    case "throttled":
      return tooMany(ctx, started.words, HOUR);
    case "payment-unavailable":
      return problem(503, started.problem, started.words ?? FAILED, { headers: { "Retry-After": "60" } });
    default:
      return problem(409, started.problem, started.words);
  }
});

const refuse = (errors: Record<string, string>) =>
  problem(422, "invalid-fields", Object.values(errors)[0] ?? "", { errors });
