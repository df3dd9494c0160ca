import type { ClubTable } from "#app/db/club/schema.ts";
import type { SubscriptionsTable } from "#app/db/control/money-tables.ts";
import type { AccountsTable, ClubsTable, MembershipsTable } from "#app/db/control/schema.ts";
import type { Side } from "#app/domain/club/ratings/ratings.ts";
import { planForPlayers, planOf } from "#app/domain/control/billing/plans.ts";
import { termFrom } from "#app/domain/control/clubs/club-access.ts";
import { slugStem } from "#app/domain/control/clubs/clubs.server.ts";
import { PRIVACY_VERSION, TERMS_VERSION } from "#app/domain/values/legal-versions.ts";
import { timezoneOfState } from "#app/domain/values/states.ts";
import { clubFileRow } from "#app/journeys/billing/complete-checkout.server.ts";
import { clubNameOf, personOf, placeOf } from "./names.ts";
import type { SeedOptions } from "./options.ts";
import { Random } from "./random.ts";
import { makeTeam, type TeamRows } from "./team.ts";

/** The publicly known password of all synthetic accounts; production refuses such data. */
export const SEED_PASSWORD = "Sideline-Seed-1";
/** Its precomputed hash: equal content in every run, and no time spent on hashing. */
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$BvIEz8lX8TITAmRYSq0xgg$vSr2wik8gGa0q903LF8EwDNbAQpDrjGFGnpgITkDs80";

const DAY_MS = 86_400_000;
/** Time between a club's sign-up and its first game, and between its last payment and the end. */
const SETTLING_MS = 30 * DAY_MS;

export interface SeedPerson {
  id: string;
  name: string;
  email: string;
}

/** One synthetic club: the row in its file, and its staff. */
export interface SeedClub {
  profile: ClubTable;
  /** All games are before this date. */
  until: string;
  /** The head coach or the manager of a team, by the team's number from 0. */
  person(team: number, side: Side): SeedPerson;
}

/** A club's rows in the control database. */
export interface ControlRows {
  club: ClubsTable;
  subscription: SubscriptionsTable;
  accounts: AccountsTable[];
  memberships: MembershipsTable[];
}

/** Returns the code of a synthetic club by its number from 1; its administrator signs in with it. */
export const seedCode = (number: number) => `seed${number}`;

/** Returns the address of a team's head coach or manager, both numbers from 1. */
export const seedEmail = (side: Side, club: number, team: number) => `${side}-${club}-${team}@seed.example`;

/** Generates one club; equal options give an equal club, whatever other clubs are generated. */
export function makeClub(
  options: SeedOptions,
  number: number,
): { profile: ClubTable; teams: TeamRows[]; control: ControlRows } {
  const random = new Random(`${options.seed}/${number}`);
  const club = clubRow(random, options, number);
  const people = Array.from({ length: options.teams }, (_, team) => ({
    coach: { id: random.id(), name: personOf(random), email: seedEmail("coach", number, team + 1) },
    manager: { id: random.id(), name: personOf(random), email: seedEmail("manager", number, team + 1) },
  }));
  const profile = clubFileRow(club, "");
  const person = (team: number, side: Side) => (people[team] as (typeof people)[number])[side];
  const teams = people.map((_, team) =>
    makeTeam(random, { profile, until: options.until, person }, team, options.games),
  );
  return { profile, teams, control: controlRows(random, club, people.flatMap(Object.values<SeedPerson>)) };
}

function clubRow(random: Random, options: SeedOptions, number: number): ClubsTable {
  const { state, city } = placeOf(random);
  const name = clubNameOf(random, city);
  const plan = planForPlayers(options.teams * 14);
  const end = Date.parse(`${options.until}T00:00:00Z`);
  const paid = new Date(end - SETTLING_MS);
  const term = termFrom(paid);
  return {
    code: seedCode(number),
    name,
    slug: `${slugStem(name)}-${number}`,
    contact_name: personOf(random),
    email: `club-${number}@seed.example`,
    phone: `(512) 555-${String(number % 10_000).padStart(4, "0")}`,
    state,
    city,
    timezone: timezoneOfState(state),
    color: null,
    logo: null,
    status: "active",
    plan: plan.id,
    player_cap: plan.playerCap,
    estimated_players: Math.max(1, options.teams * 14),
    verification_due_at: term.verificationDue,
    term_starts_at: term.starts,
    term_ends_at: term.ends,
    created_at: new Date(end - options.games * 7 * DAY_MS - SETTLING_MS).toISOString(),
  };
}

function controlRows(random: Random, club: ClubsTable, people: SeedPerson[]): ControlRows {
  const { code, state, city, created_at } = club;
  const account = (
    own: Pick<AccountsTable, "id" | "kind" | "email" | "club_code" | "name">,
  ): AccountsTable => ({
    ...own,
    phone: "",
    state,
    city,
    password_hash: PASSWORD_HASH,
    password_changed_at: created_at,
    terms_accepted_at: created_at,
    terms_version: TERMS_VERSION,
    privacy_mailed: PRIVACY_VERSION,
    terms_asked: null,
    terms_mailed: null,
    last_sign_in_at: created_at,
    lite_since: null,
    created_at,
  });
  const admin = account({
    id: random.id(),
    kind: "club",
    email: null,
    club_code: code,
    name: club.contact_name,
  });
  const staff = people.map(({ id, email, name }) =>
    account({ id, kind: "person", email, club_code: null, name }),
  );
  return {
    club,
    subscription: subscription(random, club),
    accounts: [admin, ...staff],
    memberships: [admin, ...staff].map(({ id, kind }) => ({
      account_id: id,
      club_code: code,
      role: kind === "club" ? "club_admin" : "staff",
      created_at,
      last_sign_in_at: null,
    })),
  };
}

function subscription(random: Random, club: ClubsTable): SubscriptionsTable {
  const id = random.id();
  return {
    id,
    club_code: club.code,
    signup_id: id,
    plan: club.plan,
    price_cents: planOf(club.plan).priceCents,
    player_cap: club.player_cap,
    starts_at: club.term_starts_at,
    ends_at: club.term_ends_at,
    payment_status: "paid",
    checkout_session_id: `seed-${id}`,
    payment_intent_id: null,
    customer_id: null,
    created_at: club.term_starts_at,
    updated_at: club.term_starts_at,
    refunded_at: null,
  };
}
