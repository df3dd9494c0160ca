import { z } from "zod";

const MOST_LETTERS = 500;

/** Staff refund a year under the guarantee, and say why; `cents` is the sum that the page showed. */
export const guaranteeSchema = z.object({
  cents: z.coerce.number().int().min(0),
  note: z
    .string({ error: "Say why the club gets its money back" })
    .trim()
    .min(1, "Say why the club gets its money back")
    .max(MOST_LETTERS, `At most ${MOST_LETTERS} characters`),
});

/** Staff decide a held payment. */
export const heldSchema = z.object({
  decision: z.enum(["accepted", "refunded"], { error: "Choose what happens to the payment" }),
});

/** The pay button: `attempt` is the one that its page was shown for, so that a double click is one payment. */
export const paymentSchema = z.object({ attempt: z.coerce.number().int().min(0).max(1_000_000) });
