/** What is kept, how long, and what ends it: the table of the privacy policy (product.md#legal-texts). */
export const retention: readonly (readonly [what: string, kept: string, then: string])[] = [
  ["Accounts that nobody uses", "3 years after the last sign-in", "Told 30 days before, then deleted"],
  ["An account that its owner deletes", "Until then", "Deleted at once; ratings stay without the name"],
  ["Games and their ratings", "7 years", "Deleted"],
  ["Incidents with their notes", "2 years after they were opened", "Erased"],
  [
    "Parents’ names and emails, children’s names and teams",
    "As long as the club uses the service",
    "Erased when the club or the parent asks",
  ],
  [
    "Signed agreements: what was typed, time, network address, browser",
    "As long as the club uses the service",
    "The person is erased on request; a record without a person stays",
  ],
  ["Registrations that nobody confirms", "7 days", "Erased"],
  [
    "Addresses that bounced or reported mail as spam",
    "As long as the address is on a list",
    "Deleted with the account or when the address is corrected",
  ],
  ["Verification documents", "90 days after the decision", "Deleted"],
  ["Payments, refunds, invoices", "7 years, as the law asks", "Deleted"],
  ["Messages from the contact form", "2 years", "Erased"],
  ["Text of mails", "Until it is sent; that it was sent 90 days", "Deleted"],
  ["Remembered sign-ins", "30 days", "Deleted"],
  ["Sign-ups that were not finished", "30 days", "Deleted"],
  [
    "Log of sign-ins and of changes by people and staff",
    "As long as the club uses the service",
    "Deleted with the club",
  ],
  ["Backups", "A limited time, set by whoever runs the service", "What is erased leaves with the oldest"],
];
