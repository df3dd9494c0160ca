import { brand } from "#app/config/brand.ts";
import { entryLabels } from "#app/domain/club/incidents/labels.ts";
import type { ClubOwnData } from "#app/domain/club/own-data/own-data.server.ts";
import { scoreLabels, sideName } from "#app/domain/club/ratings/labels.ts";
import { ratedAsName, staffTitle } from "#app/domain/club/staff/labels.ts";
import { membershipLabels } from "#app/domain/control/accounts/labels.ts";
import { contactCategories, messageStates } from "#app/domain/control/contact/labels.ts";
import type {
  accountForCopy,
  adminInvitationsForCopy,
  clubsForCopy,
  emailChangesForCopy,
  keysForCopy,
  mailsForCopy,
  messagesForCopy,
  sessionsForCopy,
} from "#app/domain/control/own-data/own-data.server.ts";
import { deviceName } from "#app/domain/values/device.ts";
import { tagLabels } from "#app/domain/values/rating-tags.ts";

/** Names and values in words; becomes JSON, or plain text. Times are ISO-8601 UTC. */
export interface CopiedData {
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

/** The whole copy. */
export function describeAccount(data: AccountData, madeAt: string): CopiedData {
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

/** One club's part. @param file null where the club's file could not be opened */
export function describeClub(place: Place, file: ClubOwnData | null): CopiedData {
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
