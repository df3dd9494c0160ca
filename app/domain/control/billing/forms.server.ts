import { z } from "zod";
import { MONEY_NOTE_MAX } from "./labels.ts";
import { planIds } from "./plans.ts";

/** Staff decide a held payment. */
export const heldSchema = z.object({
  decision: z.enum(["accepted", "refunded"], { error: "Choose what happens to the payment" }),
});

const noteSchema = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(MONEY_NOTE_MAX, `At most ${MONEY_NOTE_MAX} characters`);

/** Staff refund a year under the guarantee, and say why; `cents` is the sum that the page showed. */
export const guaranteeSchema = z.object({
  cents: z.coerce.number().int().min(0),
  note: noteSchema("Say why the club gets its money back"),
});

/** What staff do about a refund that Stripe refused. */
export const refusedRefundSchema = z.object({
  decision: z.enum(["retry", "by-hand"], { error: "Choose what happens to the refund" }),
  note: noteSchema("Say what was done, or why it is tried again"),
});

/** What staff do about an open invoice. */
export const openInvoiceSchema = z.object({
  decision: z.enum(["resend", "void"], { error: "Choose what happens to the invoice" }),
  note: noteSchema("Say why"),
});

/** The pay button: `attempt` is the one that its page was shown for, so that a double click is one payment. */
export const paymentSchema = z.object({ attempt: z.coerce.number().int().min(0).max(1_000_000) });

/** The same for the next year, with the package for it. */
export const renewalSchema = paymentSchema.extend({
  plan: z.enum(planIds, { error: "Choose a package" }).optional(),
});
