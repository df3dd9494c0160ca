import { z } from "zod";
import { formVersion, oneOf } from "#app/forms/fields.server.ts";
import { ratingPolicies } from "./labels.ts";
import { scopes } from "./recalculation.ts";

/** What the address of a preview asks for. */
export const wantedPolicySchema = z.object({
  policy: oneOf(ratingPolicies, "Choose a policy"),
  scope: oneOf(scopes, "Choose the games that it is to hold for"),
});

/** The confirmation: the version of the preview that was looked at. */
export const confirmPolicySchema = z.object({ version: formVersion() });
