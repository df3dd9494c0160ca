export interface MailsTable {
  id: string;
  /** Unique key of a mail; a second one with it is dropped. */
  key: string;
  club_code: string | null;
  stream: "outbound" | "broadcast";
  /** The template's name, which is also Postmark's tag. */
  tag: string;
  to_address: string;
  reply_to: string | null;
  from_name: string;
  /** Empty until the mail is sent. */
  subject: string;
  /** Empty, but for a mail that was rendered and queued by a release before 022. */
  html: string;
  text: string;
  /** Variables of the template, sealed; erased once the mail is sent: they may carry a link's token. */
  variables: string | null;
  status: "queued" | "sent" | "failed";
  provider_id: string | null;
  last_error: string | null;
  created_at: string;
  /** Set while it is unknown whether the provider accepted it: a retry asks the provider first. */
  attempted_at: string | null;
  sent_at: string | null;
  /** Later delivery report of the provider; null while unknown. */
  delivery: Delivery | null;
  /** Reason why it did not arrive; null if unknown, and in rows from before it was kept. */
  delivery_reason: DeliveryReason | null;
  /** Time of that event. */
  delivery_at: string | null;
}

/** Latest request to the provider to send to an address again, by which earlier reports are recognized. */
export interface ReactivatedAddressesTable {
  address: string;
  at: string;
}

/** delayed: not taken so far; bounced: the address takes no mail; complained: marked as spam. */
export type Delivery = "delivered" | "delayed" | "bounced" | "complained";

/** Reason why a mail did not arrive (product/emails.md#undelivered-mail). */
export type DeliveryReason =
  | "silent"
  | "full"
  | "blocked"
  | "failed"
  | "reactivated"
  | "unknown"
  | "suppressed";

/** A webhook event about a mail: what was received once is not received again. */
export interface MailEventsTable {
  /** Kind, message id and event id of the provider. */
  id: string;
  mail_id: string;
  type: string;
  received_at: string;
}

/** Choices of a person about a club's mails; no row: the defaults (product/notifications.md#notifications). */
export interface NotificationPreferencesTable {
  account_id: string;
  club_code: string;
  email_on: number;
  frequency: "immediate" | "daily" | "weekly";
  quiet_hours: "none" | "evening" | "night" | "weekends";
  /** JSON: the kinds that were switched by hand, with 'true' or 'false'. */
  switches: string;
  updated_at: string;
}

/**
 * One person's notification: at once, after quiet hours or in a digest. Kept after sending, so that it goes out once.
 */
export interface NotificationEntriesTable {
  id: string;
  club_code: string;
  account_id: string;
  kind: string;
  /** Unique key of an entry with club, account and kind. */
  key: string;
  team_id: string | null;
  /** Subject, or a mail's template and variables, sealed; empty once it is sent. */
  content: string;
  digest: number;
  due_at: string;
  /** Dropped if it cannot be sent before; null for what stays true. */
  valid_until: string | null;
  created_at: string;
  /** Time it was sent, or dropped. */
  sent_at: string | null;
}

/** Links in mails that stop a kind of mail of a club; the token itself is not stored. */
export interface MailStopsTable {
  token_hash: string;
  account_id: string;
  club_code: string;
  kind: string;
  created_at: string;
}

/** Number of mails of a template by outcome and day (UTC). */
export interface MailCountsTable {
  day: string;
  template: string;
  outcome: "sent" | "failed" | Delivery;
  mails: number;
}

/** The words of a kind of email, as staff edited them (product/emails.md#words-of-emails). */
export interface EmailWordsTable {
  id: string;
  template: string;
  variant: string;
  /** Counts the versions of a variant, from 1. */
  number: number;
  /** At most one of a variant is a draft, and one active; without an active one the words in code are used. */
  state: "draft" | "active" | "former";
  /** JSON: EmailWords. */
  words: string;
  /** The id of the member of staff who saved it. */
  saved_by: string;
  saved_at: string;
  /** Reason why an email could not be made of them, since when; null while they can be used. */
  trouble: string | null;
  trouble_at: string | null;
}

/** A message from the contact form. */
export interface ContactMessagesTable {
  id: string;
  /** The key in the form, unique: a form sent twice is one message. */
  submission_key: string;
  category: "sales" | "support" | "billing" | "general";
  name: string;
  email: string;
  subject: string;
  message: string;
  created_at: string;
  state: "new" | "answered" | "closed";
  /** Note for colleagues; never shown to the sender. */
  note: string;
  /** The id of the member of staff who saved last. */
  handled_by: string | null;
  handled_at: string | null;
}

export interface JobsTable {
  id: string;
  kind: string;
  /** Unique key of a job; a second one with it is dropped. */
  key: string | null;
  payload: string;
  status: "queued" | "running" | "done" | "dead";
  attempts: number;
  run_at: string;
  locked_until: string | null;
  last_error: string | null;
  created_at: string;
  finished_at: string | null;
  /** 1: waits until no other job is due. */
  bulk: number;
}
