import { sql } from "kysely";
import { z } from "zod";
import type { ControlDb, SignupsTable } from "#app/db/control/schema.ts";
import { planIds } from "#app/domain/control/billing/plans.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { stateCodes } from "#app/domain/values/states.ts";
import {
  emailAddress,
  line,
  mustTick,
  oneOf,
  optionalLine,
  optionalParagraph,
} from "#app/forms/fields.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type ClubDetails, MOST_PLAYERS, readPlayers } from "./signups.ts";

/** The first step: one of the three packages. */
export const packageForm = z.object({ plan: oneOf(planIds, "Choose a package") });

const PHONE = /^\+?[\d\s().-]{7,25}(?:\s?(?:x|ext\.?)\s?\d{1,6})?$/iu;

/** The second step (product.md#sign-up). */
export const detailsForm = z.object({
  plan: oneOf(planIds, "Choose a package"),
  clubName: line("Enter the club's name", 80),
  contactName: line("Enter the name of the contact person", 80),
  email: emailAddress("Enter the club's email address"),
  phone: optionalLine(40).refine(
    (text) => text === "" || PHONE.test(text),
    "Enter a phone number like (555) 010-0142, or leave it empty",
  ),
  state: oneOf(stateCodes, "Choose the club's state"),
  city: line("Enter the club's city", 80),
  estimatedPlayers: z
    .string({ error: "Enter the estimated number of players" })
    .trim()
    .min(1, "Enter the estimated number of players")
    .transform((text, context) => {
      const players = readPlayers(text);
      if (players !== null) return players;
      context.addIssue({
        code: "custom",
        message: `Enter a whole number of players from 1 to ${count(MOST_PLAYERS)}`,
      });
      return z.NEVER;
    }),
  description: optionalParagraph(2000),
  agreedToTerms: mustTick("Accept the Terms of Service and the Privacy Policy to continue"),
});

/** The third step: for which attempt its page was shown. */
export const paymentForm = z.object({ attempt: z.coerce.number().int().min(0).max(1_000_000) });

export type SignupDetails = z.output<typeof detailsForm>;

/** What a draft keeps of a form that is not finished: text as typed, cut to what a column may hold. */
export function draftFrom(form: FormData): DraftChange {
  const typed = (name: string, max = 120) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim().slice(0, max) : "";
  };
  return {
    club_name: typed("clubName"),
    contact_name: typed("contactName"),
    email: typed("email", 254),
    phone: typed("phone", 40),
    state: typed("state", 2),
    city: typed("city"),
    estimated_players: readPlayers(typed("estimatedPlayers", 12)),
    description: typed("description", 2000),
    // Unfinished is not agreed: the box has to be ticked when the details are sent.
    agreed_at: null,
  };
}

/** The same of a finished form. */
export function detailsFrom(value: SignupDetails): DraftChange {
  return {
    plan: value.plan,
    club_name: value.clubName,
    contact_name: value.contactName,
    email: value.email,
    phone: value.phone,
    state: value.state,
    city: value.city,
    estimated_players: value.estimatedPlayers,
    description: value.description,
    agreed_at: nowIso(),
  };
}

export type Signup = SignupsTable;
export type DraftChange = Partial<
  Pick<SignupsTable, "plan" | "estimated_players" | "agreed_at" | keyof ClubDetails>
>;

/** The sign-up that a browser is filling, or null. */
export async function findOpenSignup(control: ControlDb, browserHash: string | null): Promise<Signup | null> {
  if (!browserHash) return null;
  const row = await control
    .selectFrom("signups")
    .selectAll()
    .where("browser_hash", "=", browserHash)
    .where("status", "<>", "created")
    .executeTakeFirst();
  return row ?? null;
}

/** Writes into the browser's open sign-up, starting one where there is none. */
export async function saveSignup(
  control: ControlDb,
  browserHash: string,
  change: DraftChange,
): Promise<void> {
  const at = nowIso();
  await control
    .insertInto("signups")
    .values({
      id: newId(),
      browser_hash: browserHash,
      status: "draft",
      plan: null,
      club_name: "",
      contact_name: "",
      email: "",
      phone: "",
      state: "",
      city: "",
      estimated_players: null,
      description: "",
      agreed_at: null,
      attempt: 0,
      club_code: null,
      created_at: at,
      ...change,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .column("browser_hash")
        // A literal: SQLite finds the partial index by its very words.
        .where("status", "<>", sql.lit("created"))
        .doUpdateSet({ ...change, updated_at: at }),
    )
    .execute();
}
