import type { NotificationEntriesTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { teamRoles } from "#app/domain/club/staff/team-staff.server.ts";
import { addEntries, sealContent } from "#app/domain/control/notifications/entries.server.ts";
import { mailedPeople } from "#app/domain/control/notifications/people.server.ts";
import { timeOf } from "#app/domain/control/notifications/quiet-hours.ts";
import { wakeClub } from "#app/domain/control/timetable/timetable.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type Addressed, compose, eligibility } from "./compose.server.ts";
import type { Notification } from "./notification.ts";
import { queueComposed } from "./queue-composed.server.ts";

/**
 * Tells people of a club something: the only way in which a notification reaches anybody. Applies who may get the kind,
 * the team's switches and each person's: who gets it at once has a queued mail when this returns; for the others it
 * waits for the end of their quiet hours or for their digest (product.md#notifications). The same kind and key again
 * tells nobody twice.
 * @returns how many people were told, or will be
 */
export async function notify(
  { control, db, club: { code } }: ClubFileContext,
  { kind, key, teamId, to, content, validUntil }: Notification,
  at: Date = now(),
): Promise<number> {
  const profile = await db
    .selectFrom("club")
    .select(["name", "email", "timezone", "color"])
    .executeTakeFirstOrThrow();
  const club = { code, ...profile };
  const staff = to.staff?.length ? await teamRoles(db, { teamId }) : [];
  const invited = staff.flatMap(({ accountId, role }) => (to.staff?.includes(role) ? [accountId] : []));
  const people = await mailedPeople(control, code, {
    administrators: to.administrators === true,
    accountIds: [...(to.accountIds ?? []), ...invited],
  });
  const { gets, rolesIn } = await eligibility({ db }, people, teamId ? [teamId] : []);
  const entries: NotificationEntriesTable[] = [];
  const atOnce = new Map<string, Addressed>();
  for (const person of people) {
    if (to.except?.includes(person.accountId) || !gets(person, kind, teamId ?? null)) continue;
    const { dueAt, digest } = timeOf(kind, person.preferences, club.timezone, at);
    if (validUntil && dueAt > validUntil) continue;
    const id = newId();
    const isNow = dueAt <= at;
    const names = { club_code: code, account_id: person.accountId, kind, key };
    entries.push({
      id,
      ...names,
      team_id: teamId ?? null,
      content: isNow ? "" : sealContent(names, content),
      digest: digest ? 1 : 0,
      due_at: dueAt.toISOString(),
      valid_until: validUntil?.toISOString() ?? null,
      created_at: at.toISOString(),
      sent_at: isNow ? at.toISOString() : null,
    });
    if (isNow) atOnce.set(id, { person, kind, key, teamId: teamId ?? null, content, digest: false });
  }
  if (entries.length === 0) return 0;
  const mails = await compose({ control, db, club }, [...atOnce.values()], rolesIn, at);
  return inTransaction(control, async (tx) => {
    const added = await addEntries(tx, entries);
    const told = new Set(
      [...atOnce].flatMap(([id, { person }]) => (added.has(id) ? [person.accountId] : [])),
    );
    await queueComposed(
      tx,
      club,
      mails.filter(({ person }) => told.has(person.accountId)),
    );
    const waiting = entries.flatMap(({ id, due_at, sent_at }) => (added.has(id) && !sent_at ? [due_at] : []));
    const [earliest] = waiting.sort();
    if (earliest) await wakeClub(tx, code, { at: new Date(earliest), changed: false });
    return added.size;
  });
}
