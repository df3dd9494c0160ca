import type { NotificationEntriesTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { openedIncident } from "#app/domain/club/incidents/incidents.server.ts";
import { currentRatings, notifiedGames } from "#app/domain/club/ratings/results.server.ts";
import { clubOfMails } from "#app/domain/club/settings/settings.server.ts";
import { teamRoles } from "#app/domain/club/staff/team-staff.server.ts";
import { wakeClub } from "#app/domain/control/clubs/timetable.server.ts";
import { addEntries, knownEntries, sealContent } from "#app/domain/control/notifications/entries.server.ts";
import { type MailedPerson, mailedPeople } from "#app/domain/control/notifications/people.server.ts";
import { timeOf } from "#app/domain/control/notifications/quiet-hours.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import {
  type Addressed,
  type ComposedOfClub,
  compose,
  eligibility,
  queueComposed,
} from "./compose.server.ts";
import type { Notification } from "./notification.ts";

/**
 * Notifies people of a club: the only way in which a notification is sent. Applies the kind's recipients, the team's
 * switches and each person's: an immediate mail is queued when this returns; the others are held back until the end of
 * the person's quiet hours or for their digest (product/notifications.md#notifications). The same kind and key again
 * notifies no person twice.
 * @returns how many people were notified, or will be
 */
export async function notify(
  ctx: ClubFileContext,
  notification: Notification,
  at: Date = now(),
): Promise<number> {
  const plan = await planNotification(ctx, notification, at);
  return plan ? (await queuePlanned(ctx.control, [plan])).length : 0;
}

/** Notifications decided together; their mails are one batch. */
const PLANNED_TOGETHER = 50;

/** Does what `notify` does for one thing after another, whose mails are queued together. */
export async function notifyOfAll(
  ctx: ClubFileContext,
  notifications: readonly Notification[],
  at: Date = now(),
): Promise<void> {
  for (let from = 0; from < notifications.length; from += PLANNED_TOGETHER) {
    const plans: PlannedNotifications[] = [];
    for (const notification of notifications.slice(from, from + PLANNED_TOGETHER)) {
      const plan = await planNotification(ctx, notification, at);
      if (plan) plans.push(plan);
    }
    await queuePlanned(ctx.control, plans);
  }
}

/**
 * Does what `notify` does for several things at once, whose mails to one person are composed together. Earlier
 * notifications of a person are left out.
 */
export async function notifyTogether(
  ctx: ClubFileContext,
  notifications: readonly Notification[],
  at: Date = now(),
): Promise<void> {
  const groups = new Map<string, Notification[]>();
  for (const notification of notifications) {
    const { kind, teamId, to } = notification;
    const alike = JSON.stringify([kind, teamId, to]);
    groups.set(alike, [...(groups.get(alike) ?? []), notification]);
  }
  const decided: Decided[] = [];
  for (const alike of groups.values()) {
    const [first] = alike;
    if (!first) continue;
    const people = await peopleOf(ctx, first);
    decided.push(await decide(ctx, first, people, () => alike, at));
  }
  const entries = decided.flatMap((one) => one.entries);
  const known = await knownEntries(ctx.control, ctx.club.code, entries);
  const fresh = decided.map((one) => ({
    ...one,
    entries: one.entries.filter((entry) => !known.has(entryKey(entry))),
  }));
  const plan = await composePlan(ctx, fresh, at);
  if (plan) await queuePlanned(ctx.control, [plan]);
}

const entryKey = (entry: Pick<NotificationEntriesTable, "account_id" | "kind" | "key">) =>
  `${entry.account_id}\n${entry.kind}\n${entry.key}`;

/** Decides what `notify` would do, so that many are queued together. @returns null without recipients */
export async function planNotification(
  ctx: ClubFileContext,
  notification: Notification,
  at: Date,
): Promise<PlannedNotifications | null> {
  const { key, content } = notification;
  return planPeople(ctx, notification, await peopleOf(ctx, notification), () => [{ key, content }], at);
}

/** Loads a notification's audience, before each person's preferences and permissions apply. */
async function peopleOf(
  { control, db, club }: ClubFileContext,
  { teamId, to }: Pick<Notification, "teamId" | "to">,
): Promise<MailedPerson[]> {
  const staff = to.staff?.length ? await teamRoles(db, { teamId }) : [];
  const invited = staff.flatMap(({ accountId, role }) => (to.staff?.includes(role) ? [accountId] : []));
  const people = await mailedPeople(control, club.code, {
    administrators: to.administrators === true,
    accountIds: [...(to.accountIds ?? []), ...invited],
  });
  return people.filter(({ accountId }) => !to.except?.includes(accountId));
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
  const ownOf = ({ accountId }: MailedPerson) => own.get(accountId) ?? [];
  const plan = await planPeople(ctx, { kind, validUntil }, people, ownOf, at);
  return plan ? queuePlanned(ctx.control, [plan]) : [];
}

/** Counts the people whom a notification reaches: those who may get its kind, want it, and whose address takes mail. */
export async function reachOf(
  ctx: ClubFileContext,
  notification: Pick<Notification, "kind" | "teamId" | "to">,
): Promise<number> {
  const { kind, teamId = null } = notification;
  const people = await peopleOf(ctx, notification);
  const { gets } = await eligibility(ctx, people, teamId === null ? [] : [teamId]);
  return people.filter((person) => gets(person, kind, teamId)).length;
}

/** Notification of one person; several are several mails. */
type OwnNotification = Pick<Notification, "key" | "content"> & { accountId: string };

/** Notifications of one club that were decided and not yet queued. */
export interface PlannedNotifications {
  club: ComposedOfClub["club"];
  entries: NotificationEntriesTable[];
  /** Recipients of the entries that go out at once. */
  atOnce: ReadonlyMap<string, string>;
  mails: ComposedOfClub["mails"];
}

/** Decided notifications that are not composed yet. */
interface Decided {
  entries: NotificationEntriesTable[];
  /** Immediate ones, by entry. */
  atOnce: ReadonlyMap<string, Addressed>;
  rolesIn: Awaited<ReturnType<typeof eligibility>>["rolesIn"];
}

async function decide(
  { db, club: { code } }: ClubFileContext,
  { kind, teamId, unless, validUntil }: Pick<Notification, "kind" | "teamId" | "unless" | "validUntil">,
  people: readonly MailedPerson[],
  ownOf: (person: MailedPerson) => readonly Pick<Notification, "key" | "content">[],
  at: Date,
): Promise<Decided> {
  const club = await clubOfMails(db);
  const { gets, rolesIn } = await eligibility({ db }, people, teamId ? [teamId] : []);
  const entries: NotificationEntriesTable[] = [];
  const atOnce = new Map<string, Addressed>();
  for (const person of people) {
    const own = ownOf(person);
    if (own.length === 0 || !gets(person, kind, teamId ?? null)) continue;
    if (unless && person.admin && gets(person, unless, teamId ?? null)) continue;
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
  return { entries, atOnce, rolesIn };
}

/** @returns null without recipients */
async function planPeople(
  ctx: ClubFileContext,
  notification: Pick<Notification, "kind" | "teamId" | "unless" | "validUntil">,
  people: readonly MailedPerson[],
  ownOf: (person: MailedPerson) => readonly Pick<Notification, "key" | "content">[],
  at: Date,
): Promise<PlannedNotifications | null> {
  return composePlan(ctx, [await decide(ctx, notification, people, ownOf, at)], at);
}

/** Composes what was decided, all together. @returns null without recipients */
async function composePlan(
  { control, db, club: { code } }: ClubFileContext,
  decided: readonly Decided[],
  at: Date,
): Promise<PlannedNotifications | null> {
  const entries = decided.flatMap((one) => one.entries);
  if (entries.length === 0) return null;
  const club = { code, ...(await clubOfMails(db)) };
  const kept = new Set(entries.map(({ id }) => id));
  const atOnce = new Map(decided.flatMap((one) => [...one.atOnce]).filter(([id]) => kept.has(id)));
  const rolesIn: Decided["rolesIn"] = (person, teamId) => [
    ...new Set(decided.flatMap((one) => one.rolesIn(person, teamId))),
  ];
  const mails = await compose({ control, db, club }, [...atOnce.values()], rolesIn, at);
  const accounts = new Map([...atOnce].map(([id, { person }]) => [id, person.accountId]));
  return { club, entries, atOnce: accounts, mails };
}

/**
 * Queues decided notifications in one transaction: that of the caller, if called inside one.
 * @returns the accounts with a new notification
 */
export function queuePlanned(control: ControlDb, plans: readonly PlannedNotifications[]): Promise<string[]> {
  return inTransaction(control, async (tx) => {
    const entries = plans.flatMap((plan) => plan.entries);
    const added = await addEntries(tx, entries);
    const fresh = plans.map(({ club, atOnce, mails }) => {
      const notified = new Set([...atOnce].flatMap(([id, accountId]) => (added.has(id) ? [accountId] : [])));
      return { club, mails: mails.filter(({ person }) => notified.has(person.accountId)) };
    });
    await queueComposed(tx, fresh);
    for (const [code, earliest] of earliestOf(entries.filter(({ id }) => added.has(id))))
      await wakeClub(tx, code, { at: new Date(earliest), changed: "nothing" });
    return entries.flatMap(({ id, account_id }) => (added.has(id) ? [account_id] : []));
  });
}

/** Returns when the first of each club's pending entries is due. */
function earliestOf(entries: readonly NotificationEntriesTable[]): Map<string, string> {
  const earliest = new Map<string, string>();
  for (const { club_code: code, due_at, sent_at } of entries) {
    const known = earliest.get(code);
    if (!sent_at && (known === undefined || due_at < known)) earliest.set(code, due_at);
  }
  return earliest;
}

/** A side of a game that was rated for the first time. */
interface GivenRating {
  gameId: string;
  side: "coach" | "manager";
}

/**
 * Tells the team's other side and the administrators of a side's first rating (product/notifications.md#notifications).
 */
export async function notifyOfRating(ctx: ClubFileContext, given: GivenRating): Promise<void> {
  const plan = await planRatingNotice(ctx, given, now());
  if (plan) await queuePlanned(ctx.control, [plan]);
}

/** Does the same, decided and not yet queued. */
export async function planRatingNotice(
  ctx: ClubFileContext,
  { gameId, side }: GivenRating,
  at: Date,
): Promise<PlannedNotifications | null> {
  const game = (await notifiedGames(ctx.db, [gameId], at)).get(gameId);
  const rating = (await currentRatings(ctx.db, [gameId])).find((current) => current.side === side);
  if (!game || !rating) return null;
  const alerts = rating.score === 0 && (await openedIncident(ctx.db, { gameId, side }));
  return planNotification(
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
      ...(alerts ? { unless: "incident-alerts" as const } : {}),
    },
    at,
  );
}
