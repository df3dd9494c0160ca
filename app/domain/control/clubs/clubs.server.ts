import { sql } from "kysely";
import type { ClubsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { rowsBeginningLike } from "#app/db/storage/search-index.server.ts";
import { PRIVACY_VERSION } from "#app/domain/values/legal-versions.ts";
import { plainWordsOf } from "#app/domain/values/names.ts";
import { clubCodeTyped } from "#app/domain/values/sign-in-name.ts";
import { type StateCode, timezoneOfState } from "#app/domain/values/states.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type ClubAccess, clubAccess, termFrom } from "./club-access.ts";

export async function findClub(control: ControlDb, code: string): Promise<ClubsTable | null> {
  const club = await control.selectFrom("clubs").selectAll().where("code", "=", code).executeTakeFirst();
  return club ?? null;
}

/** Loads the club that a public address names by its slug. */
export async function findClubBySlug(
  control: ControlDb,
  slug: string,
): Promise<Pick<ClubsTable, "code" | "name" | "color" | "status" | "term_ends_at"> | null> {
  const club = await control
    .selectFrom("clubs")
    .select(["code", "name", "color", "status", "term_ends_at"])
    .where("slug", "=", slug)
    .executeTakeFirst();
  return club ?? null;
}

/** Returns the access of a club's people now (product/billing.md#term). */
export const accessOfClub = (
  { status, term_ends_at: termEndsAt }: Pick<ClubsTable, "status" | "term_ends_at">,
  at: Date,
): ClubAccess => clubAccess({ status, termEndsAt }, at);

/** Order that was paid. */
interface NewClub extends Pick<ClubsTable, "plan" | "player_cap"> {
  details: { club_name: string; state: StateCode; agreed_at: string; agreed_version: number } & Pick<
    ClubsTable,
    "contact_name" | "email" | "phone" | "city" | "estimated_players"
  >;
}

/**
 * Inserts a paid club with its own account (no password yet) as 'creating'; its file is created after the commit.
 * @param fileExists whether a club file of that code exists
 * @returns the new club's code
 */
export async function insertClub(
  tx: ControlTx,
  order: NewClub,
  {
    at,
    random,
    fileExists,
  }: { at: Date; random: () => number; fileExists: (code: string) => Promise<boolean> },
): Promise<string> {
  const { details } = order;
  const code = await freeCode(tx, clubCodes(details.club_name, random), fileExists);
  const term = termFrom(at);
  const created_at = at.toISOString();
  await tx
    .insertInto("clubs")
    .values({
      code,
      name: details.club_name,
      slug: await uniqueSlug(tx, details.club_name),
      contact_name: details.contact_name,
      email: details.email,
      phone: details.phone,
      state: details.state,
      city: details.city,
      timezone: timezoneOfState(details.state),
      color: null,
      logo: null,
      status: "creating",
      plan: order.plan,
      player_cap: order.player_cap,
      estimated_players: details.estimated_players,
      verification_due_at: term.verificationDue,
      term_starts_at: term.starts,
      term_ends_at: term.ends,
      created_at,
    })
    .execute();
  const account = newId();
  await tx
    .insertInto("accounts")
    .values({
      id: account,
      kind: "club",
      email: null,
      club_code: code,
      name: details.contact_name,
      phone: details.phone,
      state: details.state,
      city: details.city,
      password_hash: null,
      password_changed_at: null,
      last_sign_in_at: null,
      terms_accepted_at: details.agreed_at,
      terms_version: details.agreed_version,
      privacy_mailed: PRIVACY_VERSION,
      created_at,
    })
    .execute();
  await tx
    .insertInto("memberships")
    .values({ account_id: account, club_code: code, role: "club_admin", created_at })
    .execute();
  return code;
}

async function freeCode(
  tx: ControlTx,
  candidates: string[],
  fileExists: (code: string) => Promise<boolean>,
): Promise<string> {
  const rows = await tx.selectFrom("clubs").select("code").where("code", "in", candidates).execute();
  const erased = await tx.selectFrom("erased_clubs").select("code").where("code", "in", candidates).execute();
  const taken = new Set([...rows, ...erased].map(({ code }) => code));
  for (const code of candidates) if (!taken.has(code) && !(await fileExists(code))) return code;
  throw new Error(`All of ${candidates.length} club codes like ${candidates[0]} are taken`);
}

async function uniqueSlug(tx: ControlTx, name: string): Promise<string> {
  const stem = slugStem(name);
  const taken = await tx
    .selectFrom("clubs")
    .select("slug")
    .where("slug", ">=", stem)
    .where("slug", "<", `${stem}-\u{10ffff}`)
    .execute();
  return freeSlug(
    stem,
    taken.map(({ slug }) => slug),
  );
}

export async function setClubStatus(
  tx: ControlTx,
  code: string,
  status: "active" | "suspended",
): Promise<void> {
  await tx.updateTable("clubs").set({ status }).where("code", "=", code).execute();
}

/** Moves a club's year; its start stays where none is given. ISO-8601 UTC. */
export async function setTerm(
  tx: ControlTx,
  code: string,
  { starts, ends }: { starts?: string; ends: string },
): Promise<void> {
  await tx
    .updateTable("clubs")
    .set({ term_ends_at: ends, ...(starts && { term_starts_at: starts }) })
    .where("code", "=", code)
    .execute();
}

/** Loads active clubs whose year ends, or ended, between two moments; at most 500, the earliest first. */
export function clubsEndingBetween(control: ControlDb, from: Date, to: Date): Promise<ClubsTable[]> {
  return control
    .selectFrom("clubs")
    .selectAll()
    .where("term_ends_at", ">", from.toISOString())
    .where("term_ends_at", "<=", to.toISOString())
    .where("status", "=", "active")
    .orderBy("term_ends_at")
    .limit(500)
    .execute();
}

/** Columns that the control database copies from a club's own file. */
export type SharedProfile = Pick<
  ClubsTable,
  "name" | "contact_name" | "email" | "phone" | "state" | "city" | "timezone" | "color" | "logo"
>;

/** Takes over what the club changed in its own file; its own account is its contact's, so it follows. */
export async function copyClubProfile(tx: ControlTx, code: string, profile: SharedProfile): Promise<void> {
  await tx.updateTable("clubs").set(profile).where("code", "=", code).execute();
  const { contact_name: name, phone, state, city } = profile;
  await tx.updateTable("accounts").set({ name, phone, state, city }).where("club_code", "=", code).execute();
}

/** The longest part of a name in a code, and the least that whole words must give (product/clubs.md#tenants). */
const STEM = 12;
const SHORTEST_STEM = 4;
const SLUG = 60;

/** Letters that Unicode does not decompose into a Latin letter and a mark. */
const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ı: "i",
  ŧ: "t",
};

/** Returns a name in lower-case ASCII letters, digits and spaces: 'Club São João' gives 'club sao joao'. */
function latin(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøđðþłħıŧ]/gu, (character) => LETTERS[character] ?? "")
    .replace(/['’]/gu, "")
    .replace(/[^a-z0-9]+/gu, " ")
    .trim();
}

/**
 * Returns one code for a club (product/clubs.md#tenants): the start of its name in a-z and 0-9, and a number from 0 to
 * 999, or to `digits` nines. A name without a Latin letter or digit gives 'club' and the number.
 * @param random from 0 to below 1
 */
export function clubCode(name: string, random: number, digits = 3): string {
  return `${codeStem(name)}${Math.floor(random * 10 ** digits)}`;
}

/** Takes as many leading whole words as fit; a word is cut where whole words would leave almost nothing. */
function codeStem(name: string): string {
  const words = latin(name).split(" ");
  let stem = "";
  for (const word of words) {
    if (stem.length + word.length > STEM) break;
    stem += word;
  }
  return (stem.length >= SHORTEST_STEM ? stem : words.join("").slice(0, STEM)) || "club";
}

/** Returns candidate codes in order: twelve with the usual number, then with longer ones. */
export function clubCodes(name: string, random: () => number): string[] {
  const tries = [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 6, 6, 6, 6, 9, 9, 9, 9];
  return [...new Set(tries.map((digits) => clubCode(name, random(), digits)))];
}

/** Returns the club's name for public addresses, before it is made unique: 'lakeside-soccer-club'. */
export function slugStem(name: string): string {
  return latin(name).replaceAll(" ", "-").slice(0, SLUG).replace(/-$/u, "") || "club";
}

/** Returns the stem, or the first free one of stem-2, stem-3 … */
export function freeSlug(stem: string, taken: readonly string[]): string {
  const known = new Set(taken);
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? stem : `${stem}-${number}`;
    if (!known.has(slug)) return slug;
  }
}

/** Most clubs that a search shows. */
export const MOST_CLUBS = 50;

/**
 * Finds clubs by code, a part of the name, the beginnings of its words in plain letters, or an email: the club's, or
 * that of one of its people. Without a search the first by name. The index by name is read from end to end; 10,000
 * clubs take about 2 ms.
 * @returns at most 51, so that the page can say there are more
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
        eb.or([
          eb("code", "=", clubCodeTyped(typed)),
          eb(sql<number>`instr(lower(name), ${typed})`, ">", 0),
          eb(
            "code",
            "in",
            control
              .selectFrom(rowsBeginningLike("search_clubs", plainWordsOf(typed), MOST_CLUBS + 1).as("found"))
              .innerJoin("search_clubs as s", "s.number", "found.number")
              .select("s.club_code"),
          ),
        ]),
      );
  return control
    .selectFrom("clubs")
    .select(["code", "name", "city", "state", "status", "term_ends_at", "email"])
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
