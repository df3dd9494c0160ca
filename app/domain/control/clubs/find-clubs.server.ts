import { sql } from "kysely";
import type { ControlDb } from "#app/db/control/schema.ts";
import { clubCodeTyped } from "#app/domain/values/sign-in-name.ts";

/** Clubs that a search shows at most. */
export const MOST_CLUBS = 50;

/**
 * Finds clubs by code, a part of the name, or an email: the club's, or that of one of its people. Without a search the
 * first by name. The index by name is read from end to end; 10,000 clubs take about 2 ms.
 * @returns at most 51, so that the reader can be told of more
 */
export function findClubs(control: ControlDb, search: string) {
  const typed = search.trim().toLowerCase().slice(0, 254);
  const codes = control
    .selectFrom("clubs")
    .select("code")
    .orderBy(sql`name collate nocase`)
    .orderBy("code")
    .limit(MOST_CLUBS + 1);
  const found = typed.includes("@")
    ? codes.where((eb) => eb.or([eb("email", "=", typed), eb("code", "in", clubsOfPerson(control, typed))]))
    : codes.where((eb) =>
        eb.or([eb("code", "=", clubCodeTyped(typed)), eb(sql<number>`instr(lower(name), ${typed})`, ">", 0)]),
      );
  return control
    .selectFrom("clubs")
    .select(["code", "name", "city", "state", "status", "email"])
    .where("code", "in", typed ? found : codes)
    .orderBy(sql`name collate nocase`)
    .orderBy("code")
    .execute();
}

const clubsOfPerson = (control: ControlDb, email: string) =>
  control
    .selectFrom("accounts")
    .innerJoin("memberships", "memberships.account_id", "accounts.id")
    .select("memberships.club_code")
    .where("accounts.email", "=", email);
