import { z } from "zod";
import { AMOUNT_MAX, MONEY_NOTE_MAX } from "./labels.ts";
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

/** Staff refund a year under the guarantee, and say why; the sums are those that the page showed. */
export const guaranteeSchema = z.object({
  cents: z.coerce.number().int().min(0),
  contested: z.coerce.number().int().min(0).default(0),
  note: noteSchema("Say why the club gets its money back"),
});

const AMOUNT = /^\$?\s*(\d{1,3}(?:,?\d{3})*)(?:\.(\d{1,2}))?$/;
const NO_AMOUNT = "Enter an amount in dollars, such as 100 or 99.50";

/** Returns 9950 from '99.50' or '$99.5'; 0 for anything but an amount. */
export function centsIn(text: string): number {
  const [, dollars, cents = ""] = AMOUNT.exec(text.trim()) ?? [];
  return dollars ? Number(dollars.replaceAll(",", "")) * 100 + Number(cents.padEnd(2, "0")) : 0;
}

/** Staff refund a part of a payment, and say why; a payment's choice names what the page said could go back. */
export const staffRefundSchema = z.object({
  payment: z.string({ error: "Choose a payment" }).regex(/^\w{1,100} \d{1,9}$/, "Choose a payment"),
  amount: z
    .string({ error: NO_AMOUNT })
    .max(AMOUNT_MAX, NO_AMOUNT)
    .refine((text) => centsIn(text) > 0, NO_AMOUNT),
  note: noteSchema("Say why, for the club to read"),
});

/** Staff end a club's year, or pause the club, and say why. */
export const yearEndSchema = z.object({
  what: z.enum(["end", "suspend", "next"], { error: "Choose what happens" }),
  note: noteSchema("Say why, for the club to read"),
});

export const refusedRefundSchema = z.object({
  decision: z.enum(["retry", "by-hand"], { error: "Choose what happens to the refund" }),
  note: noteSchema("Say what was done, or why it is tried again"),
});

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
