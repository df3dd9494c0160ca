import { z } from "zod";

const MOST_LETTERS = 2_000;
const MOST_PLAYERS = 100_000;

/** 1000 from '1,000'; null for anything but a number of players. */
export function playersIn(text: string | undefined): number | null {
  const digits = text?.trim().replaceAll(",", "") ?? "";
  const players = /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
  return players > 0 && players <= MOST_PLAYERS ? players : null;
}

/** Staff's decision about a club's number of players (product.md#verification). */
export const reviewSchema = z
  .object({
    decision: z.enum(["approve", "adjust", "reject"], { error: "Choose Approve, Adjust or Reject" }),
    actualPlayers: z
      .string()
      .optional()
      .refine((text) => !text?.trim() || playersIn(text) !== null, "Enter the number of players in digits"),
    notes: z.string().max(MOST_LETTERS, `At most ${MOST_LETTERS} characters`).optional(),
    version: z.coerce.number().int().min(0),
  })
  .superRefine(({ decision, actualPlayers, notes }, issues) => {
    if (decision !== "reject" && !actualPlayers?.trim())
      issues.addIssue({
        code: "custom",
        path: ["actualPlayers"],
        message: "Enter the number of players that the documents show",
      });
    if (decision === "reject" && !notes?.trim())
      issues.addIssue({
        code: "custom",
        path: ["notes"],
        message: "Say what the club should send instead: it reads this",
      });
  });

export type Review = z.infer<typeof reviewSchema>;
