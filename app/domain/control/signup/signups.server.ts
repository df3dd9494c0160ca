import { sql } from "kysely";
import type { SignupsTable } from "#app/db/control/money-tables.ts";
import type { ClubsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { TERMS_VERSION } from "#app/domain/values/legal-versions.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { SignupDetails } from "./forms.server.ts";
import { type ClubDetails, existingPlatforms, readPlayers } from "./signups.ts";

/** A sign-up in which nothing was typed. */
const EMPTY = {
  plan: null,
  ...{ club_name: "", contact_name: "", email: "", phone: "", state: "", city: "" },
  ...{ estimated_players: null, existing_platform: "", description: "", other_club: null },
  ...{ agreed_at: null, agreed_version: null, attempt: 0, club_code: null },
};

/** Counts the payment pages that a club's sign-up has opened; 0 for a club without one. */
export async function attemptsOfClub(control: ControlDb, clubCode: string): Promise<number> {
  const row = await control
    .selectFrom("signups")
    .select("attempt")
    .where("club_code", "=", clubCode)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  return row?.attempt ?? 0;
}

/**
 * Loads the sign-up that a club came from, which counts its payment pages. A club that an operator brought has none: it
 * gets one, so that it can pay.
 */
export async function signupOfClub(tx: ControlTx, club: ClubsTable, at: Date): Promise<SignupsTable> {
  const known = await tx
    .selectFrom("signups")
    .selectAll()
    .where("club_code", "=", club.code)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  if (known) return known;
  const moment = at.toISOString();
  const { plan, name, contact_name, email, phone, state, city, estimated_players } = club;
  return tx
    .insertInto("signups")
    .values({
      ...EMPTY,
      ...{ plan, contact_name, email, phone, state, city, estimated_players },
      ...{ id: newId(), browser_hash: newId(), status: "created", club_name: name, club_code: club.code },
      ...{ created_at: moment, updated_at: moment },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the columns of an unfinished form: text as typed, cut to a column's length. */
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
    existing_platform: typed("existingPlatform", 20),
    description: typed("description", 2000),
    // Agreement counts only with complete details.
    ...{ agreed_at: null, agreed_version: null },
  };
}

/** Returns the columns of a valid form. */
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
    existing_platform: value.existingPlatform,
    description: value.description,
    agreed_at: nowIso(),
    agreed_version: TERMS_VERSION,
  };
}

export type Signup = SignupsTable;
export type DraftChange = Partial<
  Pick<
    SignupsTable,
    | "plan"
    | "estimated_players"
    | "agreed_at"
    | "agreed_version"
    | "existing_platform"
    | "other_club"
    | keyof ClubDetails
  >
>;

/** Loads the sign-up that a browser has open, or null. */
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

/** Updates the browser's open sign-up, or starts one. */
export async function saveSignup(
  control: ControlDb,
  browserHash: string,
  change: DraftChange,
): Promise<void> {
  const at = nowIso();
  await control
    .insertInto("signups")
    .values({
      ...EMPTY,
      ...{ id: newId(), browser_hash: browserHash, status: "draft", created_at: at },
      ...change,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .column("browser_hash")
        // A literal, because SQLite matches the partial index by its text.
        .where("status", "<>", sql.lit("created"))
        .doUpdateSet({ ...change, updated_at: at }),
    )
    .execute();
}

/** Returns what a club said at its sign-up that it uses, in words; null if it said nothing. */
export async function existingPlatformOf(control: ControlDb, clubCode: string): Promise<string | null> {
  const row = await control
    .selectFrom("signups")
    .select("existing_platform")
    .where("club_code", "=", clubCode)
    .executeTakeFirst();
  const labels: Record<string, string> = existingPlatforms;
  return labels[row?.existing_platform ?? ""] ?? null;
}
