import { brand } from "#app/config/brand.ts";
import type { ClubDb } from "#app/db/club/schema.ts";
import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { entryLabels } from "#app/domain/club/incidents/labels.ts";
import { type ClubOwnData, ownDataIn } from "#app/domain/club/own-data/own-data.server.ts";
import { scoreLabels, sideName } from "#app/domain/club/ratings/labels.ts";
import { ratedAsName, staffTitle } from "#app/domain/club/staff/labels.ts";
import { membershipLabels } from "#app/domain/control/accounts/labels.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { contactCategories, messageStates } from "#app/domain/control/contact/labels.ts";
import {
  accountForCopy,
  adminInvitationsForCopy,
  clubsForCopy,
  emailChangesForCopy,
  keysForCopy,
  mailsForCopy,
  messagesForCopy,
  sessionsForCopy,
} from "#app/domain/control/own-data/own-data.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { deviceName } from "#app/domain/values/device.ts";
import { tagLabels } from "#app/domain/values/rating-tags.ts";
import { now } from "#app/runtime/clock.server.ts";

type Copy = { ok: true; data: CopiedData } | { ok: false; problem: "often" | "no-person" };

/**
 * Collects everything that is kept of a person, and nothing of others, as words and values that become JSON or plain
 * text (product/privacy.md#own-data). A club whose file cannot be opened is named with that. At most 10 an hour,
 * counted first.
 */
export async function copyOwnData({ control, clubs }: Platform, accountId: string): Promise<Copy> {
  if (!(await mayUse("own-copy", accountId))) return { ok: false, problem: "often" };
  const account = await accountForCopy(control, accountId);
  const { email } = account;
  if (!email) return { ok: false, problem: "no-person" };
  const [places, sessions, emails, mails, messages, invitations, keys] = await Promise.all([
    clubsForCopy(control, accountId),
    sessionsForCopy(control, accountId),
    emailChangesForCopy(control, accountId),
    mailsForCopy(control, email),
    messagesForCopy(control, email),
    adminInvitationsForCopy(control, email),
    keysForCopy(control, accountId),
  ]);
  const read = (db: ClubDb) => ownDataIn(db, { accountId, email });
  const described: CopiedData[] = [];
  for (const place of places) {
    const file = await clubs.use(place.code, read).catch(unavailable);
    described.push(describeClub(place, file));
  }
  const at = now();
  const actor = { kind: "account", id: accountId } as const;
  await inTransaction(control, (tx) =>
    recordAccountAudit(tx, accountId, { kind: "account.copied", actor, at }),
  );
  const data = describeAccount(
    { account, clubs: described, sessions, emails, mails, messages, invitations, keys },
    at.toISOString(),
  );
  return { ok: true, data };
}

/** Returns null for a club whose part the copy reports as missing; throws any other error. */
function unavailable(error: unknown): ClubOwnData | null {
  if (error instanceof ClubUnavailable) return null;
  throw error;
}

/** Returns a copy as plain text that anybody can read: a line for each value, lists indented under their name. */
export const asText = (data: CopiedData): string => `${linesOf(data, "").join("\n")}\n`;

function linesOf(data: CopiedData, indent: string): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (Array.isArray(value)) return listOf(name, value as readonly CopiedData[], indent);
    if (value !== null && typeof value === "object")
      return [`${indent}${name}:`, ...linesOf(value as CopiedData, `${indent}  `)];
    return [
      `${indent}${name}: ${inWords(value as string | number | boolean | null).replaceAll("\n", `\n${indent}  `)}`,
    ];
  });
}

function listOf(name: string, items: readonly CopiedData[], indent: string): string[] {
  const heading = `${indent}${name} (${items.length})`;
  const parts = items.flatMap((item) => [...linesOf(item, `${indent}  `), ""]);
  return ["", heading, ...parts];
}

function inWords(value: string | number | boolean | null): string {
  if (value === null || value === "") return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** Names and values in words; becomes JSON, or plain text. Times are ISO-8601 UTC. */
interface CopiedData {
  [name: string]: string | number | boolean | null | CopiedData | readonly CopiedData[];
}

type Rows<Query extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>;
type Place = Rows<typeof clubsForCopy>[number];

interface AccountData {
  account: Rows<typeof accountForCopy>;
  clubs: readonly CopiedData[];
  sessions: Rows<typeof sessionsForCopy>;
  emails: Rows<typeof emailChangesForCopy>;
  mails: Rows<typeof mailsForCopy>;
  messages: Rows<typeof messagesForCopy>;
  invitations: Rows<typeof adminInvitationsForCopy>;
  keys: Rows<typeof keysForCopy>;
}

/** Returns the whole copy. */
function describeAccount(data: AccountData, madeAt: string): CopiedData {
  const { account, clubs, sessions, emails, mails, messages, invitations, keys } = data;
  return {
    "About this file": `Everything that ${brand.name} keeps of your account, and nothing of other people. Times are in UTC. Passwords are kept only as hashes, and are not in here.`,
    "Made at": madeAt,
    "Your account": {
      Name: account.name,
      Email: account.email,
      Phone: account.phone,
      City: account.city,
      State: account.state,
      Created: account.created_at,
      "Last sign-in": account.last_sign_in_at,
      "Password last changed": account.password_changed_at,
      "Terms accepted": account.terms_accepted_at,
      "Version of the terms": account.terms_version,
      "Lite mode": account.lite_since ? `on since ${account.lite_since}` : "off",
    },
    "Your clubs": clubs,
    "Where you are signed in": sessions.map((session) => ({
      Device: deviceName(session.user_agent),
      Browser: session.user_agent,
      Network: session.ip,
      Since: session.created_at,
      "Last active": session.seen_at,
      "Ends at the latest": session.expires_at,
    })),
    "Changes of your email": emails.map((change) => ({
      From: change.email_before,
      To: change.email_after,
      "Asked for": change.requested_at,
      Changed: change.changed_at,
      "Cancelled or taken back": change.ended_at,
    })),
    "Invitations to administer a club": invitations.map((invitation) => ({
      Club: invitation.club,
      State: invitation.status,
      Invited: invitation.invited_at,
      Expires: invitation.expires_at,
    })),
    "Emails to you": mails.map((mail) => ({
      About: mail.tag.replaceAll("-", " "),
      Queued: mail.created_at,
      Sent: mail.sent_at,
      State: mail.status,
    })),
    "What you wrote to us": messages.map((message) => ({
      Sent: message.created_at,
      "As name": message.name,
      About: contactCategories[message.category],
      Subject: message.subject,
      Message: message.message,
      State: messageStates[message.state],
    })),
    "Calendar links you made": keys.calendars.map(({ club_code, created_at }) => ({
      "Club code": club_code.toUpperCase(),
      Made: created_at,
    })),
    "Your passkeys": keys.passkeys.map(({ name, created_at, last_used_at }) => ({
      Name: name,
      Made: created_at,
      "Last used": last_used_at,
    })),
    "Access tokens of programs": keys.tokens.map((token) => ({
      "Club code": token.club_code.toUpperCase(),
      Made: token.created_at,
      "Last used": token.used_at,
      Expires: token.expires_at,
    })),
  };
}

/** Returns one club's part. @param file null where the club's file could not be opened */
function describeClub(place: Place, file: ClubOwnData | null): CopiedData {
  return {
    Club: place.name,
    "Club code": place.code.toUpperCase(),
    "You are": membershipLabels[place.role],
    Since: place.created_at,
    "Last sign-in": place.last_sign_in_at,
    "Email notifications": describePreferences(place),
    ...(file
      ? describeFile(file)
      : { "Not in this copy": "This club's data cannot be read right now. Please make another copy later." }),
  };
}

function describePreferences({ email_on, frequency, quiet_hours, switches }: Place): CopiedData | string {
  if (email_on === null) return "as they come (you changed nothing)";
  return {
    "Switched on": email_on === 1,
    Frequency: frequency,
    "Quiet hours": quiet_hours,
    "Switched by you": JSON.parse(switches ?? "{}") as Record<string, boolean>,
  };
}

const describeFile = ({ places, ratings, notes }: ClubOwnData): CopiedData => ({
  "Your teams and invitations": places.map((place) => ({
    Team: place.team,
    Season: place.season,
    As: staffTitle({ role: place.role, coachRole: place.coach_role }),
    State: place.status,
    Name: place.name,
    Email: place.email,
    Invited: place.invited_at,
    Joined: place.joined_at,
    "Last active": place.last_activity_at,
  })),
  "Ratings you gave": ratings.map((rating) => ({
    Team: rating.team,
    Against: rating.opponent,
    "Game date": rating.date,
    Side: sideName[rating.side],
    "Given as": ratedAsName[rating.given_as],
    Score: rating.score,
    Meaning: scoreLabels[rating.score].name,
    Reason: rating.reason,
    "What happened": tagLabels(JSON.parse(rating.tags) as string[]).join(", "),
    "Reason of the correction": rating.correction_reason,
    "Under the name": rating.given_by_name,
    Given: rating.given_at,
    "Replaced by a later one": rating.superseded_at,
  })),
  "What you wrote about incidents": notes.map((note) => ({
    "Game date": note.game,
    What: entryLabels[note.kind],
    Text: note.text,
    Written: note.at,
  })),
});
