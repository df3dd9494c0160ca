import { inTransaction } from "#app/db/engine.server.ts";
import {
  dueEntries,
  ENTRIES_AT_ONCE,
  endEntries,
  type NotificationEntry,
  nextEntryAt,
  openContent,
} from "#app/domain/control/notifications/entries.server.ts";
import { mailedPeople } from "#app/domain/control/notifications/people.server.ts";
import { isNotificationKind } from "#app/domain/values/notification-kinds.ts";
import type { PostalAddress } from "#app/domain/values/postal-address.ts";
import { log } from "#app/observability/log.server.ts";
import { type Addressed, compose, eligibility, type NotifyingClub, queueComposed } from "./compose.server.ts";
import type { Content } from "./notification.ts";

/**
 * Sends notifications held back by quiet hours or for a digest once they are due. Everything is decided again: a person
 * who left, may not get it any more or has switched it off gets nothing, and what is no longer true is dropped
 * (product/notifications.md#digests).
 * @returns when the next one is due
 */
export async function deliverNotifications({
  control,
  db,
  club,
  at,
}: NotifyingClub & { club: { email: string } & PostalAddress; at: Date }): Promise<Date | null> {
  const entries = await dueEntries(control, club.code, at);
  if (entries.length > 0) await sendEntries({ control, db, club }, entries, at);
  return entries.length < ENTRIES_AT_ONCE ? nextEntryAt(control, club.code) : at;
}

async function sendEntries(
  { control, db, club }: NotifyingClub & { club: { email: string } & PostalAddress },
  entries: readonly NotificationEntry[],
  at: Date,
): Promise<void> {
  const people = await mailedPeople(control, club.code, {
    administrators: false,
    accountIds: entries.map(({ account_id }) => account_id),
  });
  const byId = new Map(people.map((person) => [person.accountId, person]));
  const teamIds = entries.flatMap(({ team_id }) => team_id ?? []);
  const { gets, rolesIn } = await eligibility({ db }, people, teamIds);
  const items = entries.flatMap((entry): Addressed[] => {
    const { kind, key, team_id: teamId } = entry;
    const person = byId.get(entry.account_id);
    if (!person || !isNotificationKind(kind) || !gets(person, kind, teamId)) return [];
    if (entry.valid_until && entry.valid_until < at.toISOString()) return [];
    const content = openContent(entry) as Content | null;
    if (!content) {
      log.warn(
        { club: club.code, entry: entry.id, kind },
        "a notification could not be opened, it is dropped",
      );
      return [];
    }
    return [{ person, kind, key, teamId, content, digest: entry.digest === 1 }];
  });
  const mails = await compose({ control, db, club }, items, rolesIn, at);
  await inTransaction(control, async (tx) => {
    const own = await endEntries(
      tx,
      entries.map(({ id }) => id),
      at,
    );
    // Another process has sent some of them: it, or the next look, sends the rest.
    if (!own) throw new Error("Notifications of this club were sent by another process meanwhile");
    await queueComposed(tx, [{ club, mails }]);
  });
}
