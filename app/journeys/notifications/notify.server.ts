import type { NotificationEntriesTable } from "#app/db/control/mail-tables.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { currentRatings, notifiedGames } from "#app/domain/club/ratings/results.server.ts";
import { teamRoles } from "#app/domain/club/staff/team-staff.server.ts";
import { addEntries, sealContent } from "#app/domain/control/notifications/entries.server.ts";
import { type MailedPerson, mailedPeople } from "#app/domain/control/notifications/people.server.ts";
import { timeOf } from "#app/domain/control/notifications/quiet-hours.ts";
import { wakeClub } from "#app/domain/control/timetable/timetable.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type Addressed, compose, eligibility, queueComposed } from "./compose.server.ts";
import type { Notification } from "./notification.ts";

/**
 * Tells people of a club something: the only way in which a notification reaches anybody. Applies who may get the kind,
 * the team's switches and each person's: who gets it at once has a queued mail when this returns; for the others it
 * waits for the end of their quiet hours or for their digest (product.md#notifications). The same kind and key again
 * tells nobody twice.
 * @returns how many people were notified, or will be
 */
export async function notify(
  ctx: ClubFileContext,
  { kind, key, teamId, to, content, validUntil }: Notification,
  at: Date = now(),
): Promise<number> {
  const { control, db, club } = ctx;
  const staff = to.staff?.length ? await teamRoles(db, { teamId }) : [];
  const invited = staff.flatMap(({ accountId, role }) => (to.staff?.includes(role) ? [accountId] : []));
  const people = await mailedPeople(control, club.code, {
    administrators: to.administrators === true,
    accountIds: [...(to.accountIds ?? []), ...invited],
  });
  const meant = people.filter(({ accountId }) => !to.except?.includes(accountId));
  const notified = await notifyPeople(ctx, { kind, teamId, validUntil }, meant, () => [{ key, content }], at);
  return notified.length;
}

/**
 * Tells each of several people something of their own, such as their week: `notify` for many at once, about no team.
 * @returns the accounts that were notified, or will be
 */
export async function notifyEach(
  ctx: ClubFileContext,
  {
    kind,
    each,
    validUntil,
  }: Pick<Notification, "kind" | "validUntil"> & { each: readonly OwnNotification[] },
  at: Date = now(),
): Promise<string[]> {
  const own = new Map<string, OwnNotification[]>();
  for (const item of each) own.set(item.accountId, [...(own.get(item.accountId) ?? []), item]);
  if (own.size === 0) return [];
  const people = await mailedPeople(ctx.control, ctx.club.code, {
    administrators: false,
    accountIds: [...own.keys()],
  });
  return notifyPeople(ctx, { kind, validUntil }, people, ({ accountId }) => own.get(accountId) ?? [], at);
}

/** What one person is notified of; several are several mails. */
type OwnNotification = Pick<Notification, "key" | "content"> & { accountId: string };

/** @returns the accounts for whom it was new */
async function notifyPeople(
  { control, db, club: { code } }: ClubFileContext,
  { kind, teamId, validUntil }: Pick<Notification, "kind" | "teamId" | "validUntil">,
  people: readonly MailedPerson[],
  ownOf: (person: MailedPerson) => readonly Pick<Notification, "key" | "content">[],
  at: Date,
): Promise<string[]> {
  const profile = await db
    .selectFrom("club")
    .select(["name", "email", "timezone", "color", "address", "city", "state", "zip"])
    .executeTakeFirstOrThrow();
  const club = { code, ...profile };
  const { gets, rolesIn } = await eligibility({ db }, people, teamId ? [teamId] : []);
  const entries: NotificationEntriesTable[] = [];
  const atOnce = new Map<string, Addressed>();
  for (const person of people) {
    const own = ownOf(person);
    if (own.length === 0 || !gets(person, kind, teamId ?? null)) continue;
    const { dueAt, digest } = timeOf(kind, person.preferences, club.timezone, at);
    if (validUntil && dueAt > validUntil) continue;
    const isNow = dueAt <= at;
    for (const { key, content } of own) {
      const id = newId();
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
  }
  if (entries.length === 0) return [];
  const mails = await compose({ control, db, club }, [...atOnce.values()], rolesIn, at);
  return inTransaction(control, async (tx) => {
    const added = await addEntries(tx, entries);
    const notified = new Set(
      [...atOnce].flatMap(([id, { person }]) => (added.has(id) ? [person.accountId] : [])),
    );
    await queueComposed(
      tx,
      club,
      mails.filter(({ person }) => notified.has(person.accountId)),
    );
    const waiting = entries.flatMap(({ id, due_at, sent_at }) => (added.has(id) && !sent_at ? [due_at] : []));
    const [earliest] = waiting.sort();
    if (earliest) await wakeClub(tx, code, { at: new Date(earliest), changed: false });
    return entries.flatMap(({ id, account_id }) => (added.has(id) ? [account_id] : []));
  });
}

/** A side of a game that was rated for the first time. */
interface GivenRating {
  gameId: string;
  side: "coach" | "manager";
}

/** Tells the team's other side and the administrators of a side's first rating (product.md#notifications). */
export async function notifyOfRating(ctx: ClubFileContext, { gameId, side }: GivenRating): Promise<void> {
  const at = now();
  const game = (await notifiedGames(ctx.db, [gameId], at)).get(gameId);
  const rating = (await currentRatings(ctx.db, [gameId])).find((current) => current.side === side);
  if (!game || !rating) return;
  await notify(
    ctx,
    {
      kind: "rating-submissions",
      key: `${gameId}:${side}`,
      teamId: game.teamId,
      to: {
        administrators: true,
        staff: [side === "coach" ? "manager" : "coach"],
        except: [rating.givenBy],
      },
      content: { about: "rating", gameId, side },
    },
    at,
  );
}
