import { compiled } from "#app/db/compiled.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { suspendedIfEndedBy } from "#app/domain/control/clubs/club-access.ts";
import type { NotificationKind } from "#app/domain/values/notification-kinds.ts";
import { now } from "#app/runtime/clock.server.ts";
import { readPreferences } from "./preferences.server.ts";
import type { NotificationPreferences } from "./preferences.ts";

/** Member of a club with what sending mail needs. */
export interface MailedPerson {
  accountId: string;
  name: string;
  /** Address for their mail: a club's own account is mailed at the club's address. */
  address: string;
  admin: boolean;
  preferences: NotificationPreferences;
  /** True if their address takes no mail, or they marked one of ours as spam. */
  dead: boolean;
}

const IDS_AT_ONCE = 500;

const activeMembers = compiled(
  (
    control: ControlDb,
    { clubCode, ids, at }: { clubCode: string; ids: readonly string[]; at: Date },
    { administrators, named }: { administrators: boolean; named: boolean },
  ) =>
    control
      .selectFrom("memberships as m")
      .innerJoin("accounts as a", "a.id", "m.account_id")
      .innerJoin("clubs as c", "c.code", "m.club_code")
      .leftJoin("notification_preferences as p", (join) =>
        join.onRef("p.account_id", "=", "m.account_id").onRef("p.club_code", "=", "m.club_code"),
      )
      .select([
        "a.id",
        "a.kind",
        "a.name",
        "m.role",
        "p.email_on",
        "p.frequency",
        "p.quiet_hours",
        "p.switches",
      ])
      .select((eb) => [
        eb.fn.coalesce("a.email", "c.email").as("address"),
        eb
          .exists(
            eb
              .selectFrom("dead_addresses as d")
              .select("d.address")
              .whereRef("d.address", "=", eb.fn.coalesce("a.email", "c.email")),
          )
          .as("dead"),
      ])
      .where("m.club_code", "=", clubCode)
      .where("c.status", "=", "active")
      .where("c.term_ends_at", ">", suspendedIfEndedBy(at))
      .where((eb) =>
        eb.or([
          ...(administrators ? [eb("m.role", "=", "club_admin")] : []),
          ...(named ? [eb("m.account_id", "in", ids)] : []),
        ]),
      )
      .orderBy("a.kind", "desc")
      .orderBy("a.id"),
);

/**
 * Loads an active club's members with their preferences: administrators, or some accounts. Accounts that are not
 * members are left out, as are all of a suspended club, and the club's own account where an administrator with an
 * account has the same address.
 */
export async function mailedPeople(
  control: ControlDb,
  clubCode: string,
  who: { administrators: boolean; accountIds: readonly string[] },
): Promise<MailedPerson[]> {
  const ids = [...new Set(who.accountIds)];
  const people = new Map<string, MailedPerson>();
  for (let from = 0; from === 0 || from < ids.length; from += IDS_AT_ONCE) {
    const chunk = ids.slice(from, from + IDS_AT_ONCE);
    const rows = await activeMembers(
      control,
      { clubCode, ids: chunk, at: now() },
      { administrators: who.administrators, named: chunk.length > 0 },
    );
    for (const row of rows) {
      const { email_on, frequency, quiet_hours, switches } = row;
      const chosen = frequency === null ? null : { email_on, frequency, quiet_hours, switches };
      people.set(row.id, {
        accountId: row.id,
        name: row.name,
        address: row.address,
        admin: row.role === "club_admin",
        preferences: readPreferences(chosen as Parameters<typeof readPreferences>[0]),
        dead: Boolean(row.dead),
      });
    }
  }
  return oneEachAddress([...people.values()].filter(({ address }) => address !== ""));
}

/** Keeps one person an address; 'person' sorts before 'club' above, so that a person's own preferences win. */
function oneEachAddress(people: MailedPerson[]): MailedPerson[] {
  const byAddress = new Map<string, MailedPerson>();
  for (const person of people) {
    const key = person.address.toLowerCase();
    if (!byAddress.has(key)) byAddress.set(key, person);
  }
  return [...byAddress.values()];
}

/** Loads the accounts of a club that were notified of a kind under a key, or will be. */
export async function notifiedAccounts(
  control: ControlDb,
  clubCode: string,
  { kind, key, accountIds }: { kind: NotificationKind; key: string; accountIds: readonly string[] },
): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await control
    .selectFrom("notification_entries")
    .select("account_id")
    .where("club_code", "=", clubCode)
    .where("account_id", "in", accountIds)
    .where("kind", "=", kind)
    .where("key", "=", key)
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}
