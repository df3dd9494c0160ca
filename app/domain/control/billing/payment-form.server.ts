import { z } from "zod";

/** The pay button: `attempt` is the one that its page was shown for, so that a double click is one payment. */
export const paymentSchema = z.object({ attempt: z.coerce.number().int().min(0).max(1_000_000) });
