/**
 * What the audit log records, and how it reads: the person stands before, the subject and the detail behind
 * (product.md#audit). The part before the dot is the topic that pages filter by.
 */
export const AUDIT_KINDS = {
  "sign-in.done": "Signed in",
  "sign-in.refused": "Sign-in refused: wrong password or code",
  "sign-in.locked": "Sign-in locked for a while after too many tries",
  "sign-in.unlocked": "Sign-in unlocked",
  "sign-in.session-ended": "Ended a session",
  "sign-in.sessions-ended": "Ended all other sessions",
  "sign-in.ended-for": "Ended sessions of",

  "access.refused": "Was refused a page or an action",

  "account.password-set": "Set a password",
  "account.password-reset": "Set a new password by a reset link",
  "account.password-changed": "Changed the password",
  "account.reset-asked": "Asked for a link to reset the password",
  "account.reset-sent": "Sent a link to reset the password to",
  "account.details-changed": "Changed their own details",
  "account.email-change-asked": "Asked to change the email",
  "account.email-changed": "Changed the email",
  "account.email-taken-back": "Took the former email back",
  "account.copied": "Took a copy of their own data",
  "account.deletion-asked": "Asked to delete the account",
  "account.deletion-withdrawn": "Kept the account after all",
  "account.terms-accepted": "Accepted new terms",
  "account.deleted": "Deleted the account",
  "account.token-made": "Made an access token",
  "account.token-revoked": "Revoked an access token",
  "account.passkey-added": "Added a passkey",
  "account.passkey-removed": "Removed a passkey",

  "people.invited": "Invited",
  "people.invitation-resent": "Sent an invitation again",
  "people.invitation-corrected": "Corrected the address of an invitation",
  "people.invitation-withdrawn": "Withdrew an invitation",
  "people.invitation-accepted": "Accepted an invitation",
  "people.invitation-declined": "Declined an invitation",
  "people.role-changed": "Changed the role of",
  "people.details-changed": "Changed the details of",
  "people.removed": "Removed from a team",
  "people.administrator-invited": "Invited an administrator",
  "people.administrator-withdrawn": "Withdrew an administrator's invitation",
  "people.administrator-added": "Became an administrator",
  "people.administrator-removed": "Removed an administrator",

  "export.incidents": "Exported incidents",
  "export.agreements": "Exported agreements",
  "export.evidence": "Exported the evidence of agreements",
  "export.calendar": "Made a calendar link",
  "export.calendar-ended": "Ended a calendar link",
  "export.audit": "Exported this list",
  "export.everything": "Downloaded everything of the club",
  "export.data": "Exported data",

  "records.team-deleted": "Deleted a team",
  "records.team-archived": "Archived a team",
  "records.team-restored": "Brought a team back",
  "records.game-deleted": "Deleted a game",
  "records.imported": "Imported a file",
  "records.import-undone": "Undid an import",
  "records.child-removed": "Removed a child from the list",
  "records.person-erased": "Erased a parent at their own wish",
  "records.time-up": "Data whose time was up was erased",

  "settings.changed": "Changed settings",
  "settings.logo-changed": "Changed the logo",
  "settings.logo-removed": "Removed the logo",
  "settings.rating-policy-changed": "Changed how two ratings become a score",

  "billing.treasurer-asked": "Entered a treasurer’s address",
  "billing.treasurer-confirmed": "The treasurer confirmed the address",
  "billing.treasurer-removed": "Removed the treasurer’s address",
  "billing.held-accepted": "Accepted a payment of another amount than the price",
  "billing.held-refunded": "Refunded a payment of another amount than the price",
  "billing.guarantee": "Ordered the year’s money back under the 14-day guarantee",
  "billing.refund-sent": "A refund was sent",
  "billing.refund-refused": "Stripe refused a refund",
  "billing.refund-retried": "Had Stripe asked for a refund again",
  "billing.refund-by-hand": "Made a refund another way",
  "billing.invoice-resent": "Sent an invoice again",
  "billing.invoice-voided": "Withdrew an invoice",
  "billing.refund-dropped": "A refund was dropped, because its payment never arrived",

  "verification.document-sent": "Sent a document for the verification",
  "verification.document-opened": "Opened a document of the verification",
  "verification.submitted": "Asked for the verification of the players",
  "verification.approved": "Approved the number of players",
  "verification.adjusted": "Adjusted the number of players",
  "verification.rejected": "Rejected the documents of the verification",

  "club.opened": "The club was opened",
  "club.people-seen": "Looked at how the club's people sign in",
  "club.status-changed": "The club's status changed",
  "club.cancelled": "Cancelled the club",
  "club.kept": "Took the cancellation back",
  "club.erased": "A club that had left was erased",
  "club.restored": "An older copy of the club's file was put in place",

  "staff.invited": "Invited staff",
  "staff.invitation-withdrawn": "Withdrew an invitation of staff",
  "staff.joined": "Joined the staff",
  "staff.role-changed": "Changed the role of staff",
  "staff.removed": "Removed from the staff",
  "staff.factor-on": "Turned the second factor on",
  "staff.factor-off": "Turned the second factor off",
  "staff.recovery-code-used": "Signed in by a recovery code",
  "staff.recovery-codes-made": "Made new recovery codes",
  "staff.message-changed": "Changed the state of a message",
  "staff.data-restored": "An older copy of the platform's database was put in place",
} as const;

export type AuditKind = keyof typeof AUDIT_KINDS;

/** The groups that pages filter by. */
export const AUDIT_TOPICS = {
  "sign-in": "Sign-ins",
  access: "Refused pages",
  account: "Passwords and accounts",
  people: "People and roles",
  export: "Exports",
  records: "Deleted, restored and imported",
  settings: "Settings",
  billing: "Payments and refunds",
  verification: "Verification of players",
  club: "The club's status",
  staff: "Platform staff",
} as const;

export type AuditTopic = keyof typeof AUDIT_TOPICS;

export const topicOf = (kind: AuditKind): AuditTopic => kind.slice(0, kind.indexOf(".")) as AuditTopic;
