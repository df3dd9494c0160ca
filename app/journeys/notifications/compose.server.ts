import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubDb } from "#app/db/club/schema.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { teamRoles, teamSwitches } from "#app/domain/club/staff/team-staff.server.ts";
import type { MailedPerson } from "#app/domain/control/notifications/people.server.ts";
import { wants } from "#app/domain/control/notifications/preferences.ts";
import { type MailStop, stopTokens } from "#app/domain/control/notifications/stop-links.server.ts";
import { mayGet, type NotificationKind, notificationKinds } from "#app/domain/values/notification-kinds.ts";
import { type PostalAddress, postalAddress } from "#app/domain/values/postal-address.ts";
import type { DigestSection } from "#app/mail/emails/report-emails.tsx";
import type { NotificationMail } from "#app/mail/templates.ts";
import { type Mail, queueMails } from "#app/queue/mail-queue.server.ts";
import { hashOf } from "#app/runtime/ids.server.ts";
import type { About, Content } from "./notification.ts";
import { readAbouts } from "./read-about.server.ts";

/** Club with what its notifications need. */
export interface NotifyingClub {
  control: ControlDb;
  db: ClubDb;
  club: { code: string; name: string; timezone: string; color: string | null };
}

/** Notification for one person, due now. */
export interface Addressed {
  person: MailedPerson;
  kind: NotificationKind;
  key: string;
  teamId: string | null;
  content: Content;
  /** Part of the person's digest instead of a mail of its own. */
  digest: boolean;
}

/** A notification's mail for one address, with the link that stops its kind. */
interface ComposedMail {
  key: string;
  person: MailedPerson;
  mail: NotificationMail;
  why: string;
  stop: MailStop;
  stream: "outbound" | "broadcast";
}

/**
 * Decides who may get and wants what, as it is now (product/notifications.md#notifications): by role in the team, the
 * team's switches, the person's, and whether their address takes mail. For mail about no team, roles in all active
 * teams count.
 */
export async function eligibility(
  { db }: Pick<NotifyingClub, "db">,
  people: readonly MailedPerson[],
  teamIds: readonly string[],
) {
  const staff = people.filter(({ admin }) => !admin).map(({ accountId }) => accountId);
  const roles = staff.length > 0 ? await teamRoles(db, { accountIds: staff }) : [];
  const teams = teamIds.length > 0 ? await teamSwitches(db, [...new Set(teamIds)]) : new Map();
  const rolesOf = new Map<string, typeof roles>();
  for (const role of roles) {
    const own = rolesOf.get(role.accountId);
    if (own) own.push(role);
    else rolesOf.set(role.accountId, [role]);
  }
  const rolesIn = ({ accountId }: MailedPerson, teamId: string | null) =>
    (rolesOf.get(accountId) ?? []).flatMap((own) =>
      teamId === null || own.teamId === teamId ? [own.role] : [],
    );
  const gets = (person: MailedPerson, kind: NotificationKind, teamId: string | null): boolean => {
    const team = teamId === null ? null : teams.get(teamId);
    if (team === undefined) return false;
    if (person.dead && notificationKinds[kind].stream === "broadcast") return false;
    return (
      wants(person.preferences, kind) &&
      mayGet(kind, { admin: person.admin, roles: rolesIn(person, teamId) }, team)
    );
  };
  return { gets, rolesIn };
}

/**
 * Composes what is sent now: a mail each, and one mail a person for all that is part of their digest. Items that are
 * gone, no longer true or sealed for their reader are left out.
 */
export async function compose(
  { control, db, club }: NotifyingClub,
  items: readonly Addressed[],
  rolesIn: (person: MailedPerson, teamId: string | null) => ("manager" | "coach")[],
  at: Date,
): Promise<ComposedMail[]> {
  const abouts = items.flatMap(({ content }) => ("about" in content ? [content] : []));
  const read = await readAbouts({ control, db, timezone: club.timezone }, abouts, at);
  const noticeOf = ({ content, person, teamId }: Addressed) =>
    read(content as About, { admin: person.admin, roles: rolesIn(person, teamId) });
  const mails: ComposedMail[] = [];
  const digests = new Map<string, Addressed[]>();
  const rewards = rewardLists(items);
  for (const own of rewards.values()) mails.push(...rewardMail(own, noticeOf, club));
  for (const item of items) {
    const { person, kind, key } = item;
    if (rewards.get(person.accountId)?.includes(item)) continue;
    if (item.digest) {
      const own = digests.get(person.accountId);
      if (own) own.push(item);
      else digests.set(person.accountId, [item]);
      continue;
    }
    const mail = "about" in item.content ? noticeOf(item)?.mail : item.content;
    if (!mail) continue;
    mails.push({
      key: `${kind}:${club.code}:${key}:${person.accountId}`,
      person,
      mail,
      why: whyLabel(kind, club.name),
      stop: { accountId: person.accountId, clubCode: club.code, kind },
      stream: notificationKinds[kind].stream,
    });
  }
  for (const [accountId, own] of digests) {
    const sections = sectionsOf(own, noticeOf);
    const [first] = own;
    if (sections.length === 0 || !first) continue;
    const { person } = first;
    mails.push({
      key: `digest:${club.code}:${accountId}:${contentsOf(own)}`,
      person,
      mail: {
        template: "digest",
        variables: {
          period: person.preferences.frequency === "weekly" ? "Your week" : "Your day",
          sections,
          link: `${env().appUrl}${href("/dashboard")}`,
        },
      },
      why: digestWhyLabel(club.name),
      stop: { accountId, clubCode: club.code, kind: "digest" },
      stream: "broadcast",
    });
  }
  return mails;
}

/** Groups several rewards by person: one email lists them all (product/rewards.md#reward-emails). */
function rewardLists(items: readonly Addressed[]): Map<string, Addressed[]> {
  const lists = new Map<string, Addressed[]>();
  for (const item of items) {
    const about = "about" in item.content ? item.content.about : "";
    if (item.digest || !about.startsWith("reward")) continue;
    const own = lists.get(item.person.accountId);
    if (own) own.push(item);
    else lists.set(item.person.accountId, [item]);
  }
  for (const [accountId, own] of lists) if (own.length === 1) lists.delete(accountId);
  return lists;
}

function rewardMail(
  own: readonly Addressed[],
  noticeOf: (item: Addressed) => ReturnType<Awaited<ReturnType<typeof readAbouts>>>,
  club: NotifyingClub["club"],
): ComposedMail[] {
  const headings = { awarded: "Awarded", pending: "To hand over", changed: "Changed results" };
  const listed = own.flatMap((item) => {
    const notice = noticeOf(item);
    const heading = headings["status" in item.content ? (item.content.status as "awarded") : "changed"];
    return notice ? [{ item, heading, line: { text: notice.line.text, link: notice.line.link } }] : [];
  });
  const [first] = listed;
  if (!first) return [];
  const { person, kind } = first.item;
  const kinds = [...new Set(listed.map(({ item }) => item.kind))];
  const sections = Object.values(headings)
    .map((heading) => ({
      heading,
      lines: listed.flatMap((one) => (one.heading === heading ? [one.line] : [])),
    }))
    .filter(({ lines }) => lines.length > 0);
  const path = person.admin ? href("/rewards", { tab: "earned" }) : href("/dashboard");
  return [
    {
      key: `reward-list:${club.code}:${person.accountId}:${contentsOf(own)}`,
      person,
      mail: { template: "reward-list", variables: { sections, link: `${env().appUrl}${path}` } },
      why: `You get this because ${kinds.map((name) => notificationKinds[name].label).join(" and ")} of ${club.name} are on for you.`,
      stop: { accountId: person.accountId, clubCode: club.code, kind },
      stream: notificationKinds[kind].stream,
    },
  ];
}

/** Hashes the content of a digest, which is equal for one that is composed again after a restore. */
const contentsOf = (items: readonly Addressed[]) =>
  hashOf(
    items
      .map(({ kind, key }) => `${kind}:${key}`)
      .sort()
      .join("\n"),
  );

/** Returns the sections of a digest: by team, then by kind in the order of their table. */
function sectionsOf(
  items: readonly Addressed[],
  noticeOf: (item: Addressed) => ReturnType<Awaited<ReturnType<typeof readAbouts>>>,
): DigestSection[] {
  const kinds = Object.keys(notificationKinds);
  const sections = new Map<string, DigestSection & { order: string; listed: Set<string> }>();
  for (const item of items) {
    const line = noticeOf(item)?.line;
    if (!line) continue;
    const heading = `${line.team}: ${notificationKinds[item.kind].label}`;
    const section = sections.get(heading) ?? {
      heading,
      lines: [],
      listed: new Set<string>(),
      order: `${line.team}\n${String(kinds.indexOf(item.kind)).padStart(3, "0")}`,
    };
    // Ranks of several days are one line, from the first to the one now.
    if (section.listed.has(line.about)) continue;
    section.listed.add(line.about);
    section.lines.push({ text: line.text, link: line.link });
    sections.set(heading, section);
  }
  return [...sections.values()]
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ heading, lines }) => ({ heading, lines }));
}

/** Returns why somebody gets a kind of mail: the last line of the mail. */
const whyLabel = (kind: NotificationKind, clubName: string): string =>
  `You get this because ${notificationKinds[kind].label} of ${clubName} are on for you.`;

/** Returns the same of a digest, which gathers several kinds. */
const digestWhyLabel = (clubName: string): string =>
  `You get this because you chose to get ${clubName}'s updates together.`;

/** Mails that were composed for people of one club. */
export interface ComposedOfClub {
  club: NotifyingClub["club"] & { email: string } & PostalAddress;
  mails: readonly ComposedMail[];
}

/** Queues composed mails of clubs with their links that stop them, in the caller's transaction. */
export async function queueComposed(tx: ControlTx, composed: readonly ComposedOfClub[]): Promise<void> {
  const all = composed.flatMap(({ club, mails }) => {
    const frame = { name: club.name, color: club.color, address: postalAddress(club) };
    return mails.map((mail) => ({ ...mail, club, frame }));
  });
  const tokens = await stopTokens(
    tx,
    all.map(({ stop }) => stop),
  );
  await queueMails(
    tx,
    all.map(({ key, person, mail, why, stream, club, frame }, index) => ({
      key,
      template: mail.template,
      variables: { ...mail.variables, club: frame, why },
      to: person.address,
      clubCode: club.code,
      fromName: club.name,
      replyTo: club.email,
      stream,
      unsubscribe: {
        url: `${env().appUrl}${href("/mail/stop/:token", { token: tokens[index] ?? "" })}`,
        preferencesUrl: `${env().appUrl}${href("/notifications")}`,
      },
    })) as Mail[],
  );
}
