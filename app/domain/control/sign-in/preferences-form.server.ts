import { z } from "zod";
import { oneOf, tick } from "#app/forms/fields.server.ts";

/** What a browser may remember (product.md#cookie-preferences). */
export const preferencesSchema = z
  .object({ remember: oneOf(["yes", "no"], "Choose what this browser may remember"), lite: tick() })
  .refine(({ remember, lite }) => remember === "yes" || !lite, {
    path: ["lite"],
    message: "Lite mode is a preference: allow preferences, or switch it off",
  });
