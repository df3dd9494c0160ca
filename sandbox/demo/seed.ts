import type { ClubTable } from "#app/db/club/schema.ts";
import type { AccountsTable, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { leaderboardEntries } from "#app/domain/club/leaderboard/entries.server.ts";
import { termFrom } from "#app/domain/control/clubs/club-access.ts";
import { addEntries } from "#app/domain/control/leaderboard/entries.server.ts";
import { makeSnapshot } from "#app/domain/control/leaderboard/snapshot.server.ts";
import { hashPassword } from "#app/domain/control/passwords/password.server.ts";
import type { LeaderboardEntry } from "#app/domain/values/leaderboard-entry.ts";
import { PRIVACY_VERSION, TERMS_VERSION } from "#app/domain/values/legal-versions.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DEMO_CLUB, DEMO_COACH, DEMO_MANAGER } from "../demo-people.ts";
import { type AgreementsElsewhere, agreementsElsewhere, enterAgreements } from "./agreements.ts";
import { writeDemoClub } from "./club.ts";
import { payDemoYear } from "./money.ts";
import { accountId, emailOf } from "./people.ts";
import { demoStaff, enterStaff } from "./staff.ts";
import { type DemoClub, demoClubs } from "./story.ts";

/** Age of the demo clubs. */
const CUSTOMER_FOR_MS = 100 * 86_400_000;

/**
 * Fills an empty data folder with the demo: three clubs with people and a paid year, the platform's staff, three
 * seasons of games rated up to today, an upcoming season, and parents who were asked to sign. Two seedings on the same
 * day give the same, except for the ids of parents, seasons and money; a folder that holds a club stays unchanged.
 * @returns whether anything was written.
 */
export async function seedDemo(platform: Platform, clubs: DemoClub[] = demoClubs): Promise<boolean> {
  const { control } = platform;
  if (await control.selectFrom("clubs").select("code").limit(1).executeTakeFirst()) return false;
  const passwords = new Map([
    [DEMO_CLUB.code.toLowerCase(), await hashPassword(DEMO_CLUB.password)],
    [DEMO_COACH.email, await hashPassword(DEMO_COACH.password)],
    [DEMO_MANAGER.email, await hashPassword(DEMO_MANAGER.password)],
  ]);
  const staff = await demoStaff();
  const since = new Date(now().getTime() - CUSTOMER_FOR_MS);
  const written: {
    club: DemoClub;
    profile: ClubTable;
    entries: LeaderboardEntry[];
    agreements: AgreementsElsewhere;
  }[] = [];
  for (const club of clubs) {
    const profile = await writeDemoClub(platform.clubs, club, since);
    const entries = await platform.clubs.use(club.code, (db) => leaderboardEntries(db, "all", now()));
    const agreements = await platform.clubs.use(club.code, (db) => agreementsElsewhere(db, club.code));
    written.push({ club, profile, entries, agreements });
  }
  // Last, and in one transaction: a start that is killed earlier leaves nothing that the next one cannot redo.
  await inTransaction(control, async (tx) => {
    const reviewer = await enterStaff(tx, staff, since);
    for (const { club, profile, entries, agreements } of written) {
      await enterClub(tx, club, profile, passwords);
      await payDemoYear(tx, club, { at: new Date(profile.created_at), reviewer });
      await enterAgreements(tx, agreements);
      await addEntries(tx, entries);
    }
  });
  // Heads of the audit log, which the clubs' seasons did not update.
  for (const { club } of written)
    await platform.clubs.use(club.code, (db) =>
      changeClub({ control, db, club: { code: club.code } }, async () => undefined),
    );
  await makeSnapshot(control);
  return true;
}

async function enterClub(
  control: ControlTx,
  club: DemoClub,
  profile: ClubTable,
  passwords: Map<string, string>,
): Promise<void> {
  const { created_at } = profile;
  const since = new Date(created_at);
  const { ends: until, verificationDue } = termFrom(since);
  await control
    .insertInto("clubs")
    .values({
      code: club.code,
      name: club.name,
      slug: profile.slug,
      public_page: club.withParents ? 1 : 0,
      contact_name: club.contact,
      email: emailOf(club.contact),
      phone: profile.phone,
      state: club.state,
      city: club.city,
      timezone: profile.timezone,
      color: profile.color,
      status: "active",
      plan: club.paid,
      player_cap: profile.player_cap,
      estimated_players: profile.estimated_players,
      verification_due_at: verificationDue,
      term_starts_at: created_at,
      term_ends_at: until,
      created_at,
    })
    .execute();
  const account = (
    more: Pick<AccountsTable, "id" | "kind" | "name"> & Partial<AccountsTable>,
  ): AccountsTable => ({
    email: null,
    club_code: null,
    phone: "",
    state: club.state,
    city: club.city,
    password_hash: null,
    password_changed_at: null,
    terms_accepted_at: created_at,
    terms_version: TERMS_VERSION,
    privacy_mailed: PRIVACY_VERSION,
    terms_asked: null,
    terms_mailed: null,
    last_sign_in_at: created_at,
    lite_since: null,
    created_at,
    ...more,
  });
  const staff = new Set(club.teams.flatMap((team) => [team.head, team.assistant ?? team.head, team.manager]));
  const accounts = [
    account({
      id: `demo-${club.code}`,
      kind: "club",
      name: club.contact,
      club_code: club.code,
      password_hash: passwords.get(club.code) ?? null,
    }),
    ...[...staff].map((name) =>
      account({
        id: accountId(club, name),
        kind: "person",
        name,
        email: emailOf(name),
        password_hash: passwords.get(emailOf(name)) ?? null,
      }),
    ),
  ];
  await control.insertInto("accounts").values(accounts).execute();
  await control
    .insertInto("memberships")
    .values(
      accounts.map(({ id, kind }) => ({
        account_id: id,
        club_code: club.code,
        role: kind === "club" ? ("club_admin" as const) : ("staff" as const),
        created_at,
      })),
    )
    .execute();
}
