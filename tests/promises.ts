// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sentences are quoted as their sources write them.

/** Sentences that somebody could hold us to, with what keeps them. */
interface Promised {
  /** A test that fails when the product stops keeping them, or the page at which people keep them. */
  keptBy: { test: string; title: string } | { people: string };
  /** Sources with their sentences as readers see them. */
  said: [source: string, sentence: string][];
}

/** Every time, share and sum that a public page, an email or a legal text promises. */
export const promises: Promised[] = [
  {
    keptBy: {
      test: "tests/domain/control/billing/plans.test.ts",
      title: "the term is one year, verification is due after 30 days",
    },
    said: [
      ["app/routes/site/home/index.tsx", "One payment for one year"],
      ["app/routes/site/home/index.tsx", "Nothing renews by itself."],
      ["app/routes/site/faq/questions.ts", "One payment for one year"],
      ["app/routes/site/faq/questions.ts", "Nothing renews by itself: you decide each year."],
      ["app/routes/site/legal/terms-2.tsx", "A subscription is paid in advance for one year."],
      ["app/routes/site/legal/terms-2.tsx", "Nothing renews by itself."],
      ["app/routes/account/signup/package.tsx", "one payment for one year, nothing renews by itself."],
      [
        "app/routes/account/signup/package.tsx",
        "Within 30 days of signing up you show us your number of players",
      ],
      [
        "app/routes/account/signup/details.tsx",
        "Within 30 days of signing up you verify it with a roster or registration list.",
      ],
      ["app/routes/account/signup/success.tsx", "Within 30 days,"],
      ["app/mail/emails/club-account-emails.ts", "Within 30 days please verify your number of players"],
      ["app/routes/account/signup/package.tsx", "Paid in advance for one year; nothing renews by itself."],
      [
        "app/routes/account/signup/payment.tsx",
        "You pay in advance for one year and can cancel anytime: nothing renews by itself.",
      ],
      ["app/mail/emails/club-account-emails.ts", "Nothing renews by itself."],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/billing/ledger.test.ts",
      title: "that fits a smaller package: the overpayment goes back once",
    },
    said: [
      [
        "app/routes/site/home/index.tsx",
        "within 30 days you show us your number of players, and we settle the difference",
      ],
      [
        "app/routes/site/legal/terms-2.tsx",
        "If the number belongs to a smaller package, we refund the difference to the way you paid.",
      ],
      ["app/mail/emails/payment-emails.tsx", "It arrives within 5 to 10 business days."],
      ["app/mail/emails/payment-emails.tsx", "it arrives within 5 to 10 business days"],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/billing/guarantee.test.ts",
      title: "the 14-day guarantee refunds all that was paid, once, and ends the year",
    },
    said: [
      ["app/routes/site/home/index.tsx", "14-day guarantee"],
      ["app/routes/site/faq/questions.ts", "Can we get our money back?"],
      [
        "app/routes/site/faq/questions.ts",
        "Within 14 days of paying for a year, also for a renewal, you get back what you paid for it, provided that the core components were not substantially used.",
      ],
      ["app/routes/site/legal/terms-2.tsx", "The 14-day guarantee and refunds"],
      [
        "app/routes/site/legal/terms-2.tsx",
        "Within 14 days of paying for a year you can have back what you paid for it, provided that the core components were not substantially used.",
      ],
      [
        "app/mail/emails/payment-emails.tsx",
        "You asked for your money back within 14 days of paying for the year.",
      ],
    ],
  },
  {
    keptBy: { test: "tests/domain/control/leaderboard/ranking.test.ts", title: "who is ranked" },
    said: [
      [
        "app/routes/site/leaders/index.tsx",
        "A team is ranked once it has 3 rated games and 60% of those it has played are rated.",
      ],
    ],
  },
  {
    keptBy: {
      test: "tests/routes/club/ratings/sealed-results.test.ts",
      title: "a sealed score changes not a byte for readers other than its rater and administrators",
    },
    said: [
      ["app/routes/site/tour/index.tsx", "neither sees the other’s score before giving one"],
      ["app/routes/site/home/index.tsx", "neither sees the other’s score before giving one"],
    ],
  },
  {
    keptBy: { people: "app/routes/admin/contact/index.tsx" },
    said: [
      ["app/routes/site/contact/index.tsx", "support or billing. A person answers within 24 hours."],
      ["app/routes/site/contact/index.tsx", "We'll get back to you within 24 hours."],
      ["app/routes/site/contact/index.tsx", "A person answers within 24 hours; urgent issues the same day."],
      ["app/routes/site/contact/index.tsx", "Within 24 hours"],
      [
        "app/routes/site/faq/questions.ts",
        "Write to us and we answer within 24 hours, urgent issues on the same day.",
      ],
      ["app/routes/site/help/index.tsx", "a person answers within 24 hours, urgent issues on the same day"],
      ["app/routes/site/help/lessons/lessons.ts", "On the same day"],
      ["app/routes/site/legal/privacy-4.tsx", "we answer within 72 hours"],
      ["app/routes/site/legal/privacy-4.tsx", "We answer within 30 days"],
      [
        "app/routes/site/legal/terms-2.tsx",
        "Support answers email within 24 hours and urgent issues the same day",
      ],
      ["app/routes/site/legal/terms-2.tsx", "Legal inquiries are answered within 5 business days."],
      ["app/routes/site/legal/terms-2.tsx", "Both sides try to settle a dispute in good faith for 60 days"],
      ["app/domain/control/billing/plans.ts", "Support by email within 24 hours"],
      ["app/mail/emails/club-contact.ts", "we answer within 24 hours"],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/imports/import-games.test.ts",
      title: "undoing an import deletes what it added and restores exactly what it changed",
    },
    said: [["app/routes/site/faq/questions.ts", "an import can be undone until something depends on it"]],
  },
  {
    keptBy: {
      test: "tests/routes/parent/erased.test.ts",
      title: "an erased parent is in no byte of the data folder",
    },
    said: [
      [
        "app/routes/site/faq/questions.ts",
        "Children’s names stand only beside their parents’ in the club’s own list",
      ],
    ],
  },
  {
    keptBy: { test: "tests/routes/parent/sign.test.ts", title: "being erased" },
    said: [
      [
        "app/routes/site/faq/questions.ts",
        "The same link shows what is kept about them, and lets them correct or erase it.",
      ],
    ],
  },
  {
    keptBy: {
      test: "tests/security/matrix.test.ts",
      title: "$address.path about another club's things, requested by Lakeside's people, follows the rules",
    },
    said: [["app/routes/site/faq/questions.ts", "Each club’s data lies in a file of its own"]],
  },
  {
    keptBy: {
      test: "tests/journeys/club-week/agreements.test.ts",
      title: "reminders come on their days, three at most, and the last one says so",
    },
    said: [
      ["app/routes/site/help/steps.ts", "Reminders go out by themselves after 3, 7 and 14 days."],
      [
        "app/routes/site/help/lessons/lessons.ts",
        "Whoever has not signed is reminded after 3, 7 and 14 days, and more often only by you.",
      ],
    ],
  },
  {
    keptBy: { test: "tests/domain/club/ratings/seal.test.ts", title: "a game opens 48 hours after its end" },
    said: [
      [
        "app/routes/site/help/lessons/lessons.ts",
        "for 48 hours after the game you rate without seeing the other side’s score",
      ],
      [
        "app/mail/emails/game-emails.ts",
        "You see it once you have rated the game too, or 48 hours after the game.",
      ],
    ],
  },
  {
    keptBy: {
      test: "tests/domain/club/ratings/rating-permission.test.ts",
      title: "a rater may correct their rating for 48 hours from the first version, however often",
    },
    said: [
      ["app/routes/site/help/lessons/lessons.ts", "You can correct your rating for 48 hours."],
      [
        "app/routes/site/legal/terms-2.tsx",
        "A rating can be corrected for 48 hours by the person who gave it",
      ],
    ],
  },
  {
    keptBy: {
      test: "tests/routes/club/incidents/incidents.test.ts",
      title:
        "erasing removes every text two years after the case was opened, and leaves the score and the tags",
    },
    said: [
      ["app/routes/site/help/lessons/lessons.ts", "the case is erased two years after it was opened"],
      ["app/domain/values/retention.ts", "`${KEEP.incidentYears} years after they were opened`"],
    ],
  },
  {
    keptBy: {
      test: "tests/routes/account/sign-in/sign-in.test.ts",
      title: "an idle session ends after 12 hours, a remembered one does not",
    },
    said: [
      ["app/routes/site/legal/cookies-3.tsx", "30 days with “Remember me”"],
      ["app/domain/values/retention.ts", 'what: "Remembered sign-ins", kept: "30 days"'],
    ],
  },
  {
    keptBy: {
      test: "tests/auth/cookies.test.ts",
      title: "every cookie is in the Cookie Policy, kept no longer than it says",
    },
    said: [
      [
        "app/routes/site/legal/cookies-3.tsx",
        '"Knows this browser again, so that nobody else’s wrong passwords keep you out", "1 year"',
      ],
      ["app/routes/site/legal/cookies-3.tsx", '"1 minute"'],
      [
        "app/routes/site/legal/cookies-3.tsx",
        '"Fills in the email of our own staff who asked for it", "30 days"',
      ],
      [
        "app/routes/site/legal/cookie-text.tsx",
        "Should that ever change, we ask you first, and they stay at most 26 months.",
      ],
    ],
  },
  {
    keptBy: {
      test: "tests/jobs/jobs.test.ts",
      title: "housekeeping deletes only expired rows",
    },
    said: [
      ["app/routes/site/legal/cookies-3.tsx", '"Brings you back to the sign-up that you began", "30 days"'],
      ["app/domain/values/retention.ts", "that it was sent ${KEEP.sentMailDays} days"],
      ["app/domain/values/retention.ts", "`${KEEP.unfinishedSignupDays} days`"],
    ],
  },
  {
    keptBy: {
      test: "tests/server/beta-gate.test.ts",
      title: "the code is known until the browser closes without consent to preferences",
    },
    said: [["app/routes/site/legal/cookies-3.tsx", "1 year; without your consent until the browser closes"]],
  },
  {
    keptBy: {
      test: "tests/routes/site/legal.test.ts",
      title: "cookie preferences are kept for a year, and Lite mode leaves out the scripts of this browser",
    },
    said: [
      [
        "app/routes/site/legal/cookies-3.tsx",
        '"What you chose below, and Lite mode of this browser", "1 year"',
      ],
      ["app/routes/site/legal/cookies-3.tsx", "used where you allow them, for at most 1 year"],
      ["app/routes/site/cookies.tsx", "my preferences for 1 year"],
    ],
  },
  {
    keptBy: {
      test: "tests/routes/site/legal.test.ts",
      title: "withdrawn cookie preferences switch Lite mode off at once",
    },
    said: [["app/routes/site/legal/cookies-3.tsx", "what we remembered is deleted at once"]],
  },
  {
    keptBy: {
      test: "tests/routes/admin/help-clubs.test.ts",
      title: "a club's people are shown for half an hour to staff who give a reason, and the club reads it",
    },
    said: [
      [
        "app/routes/site/legal/privacy-4.tsx",
        "the club reads in its own log who looked, by first name and role, when and why",
      ],
    ],
  },
  {
    keptBy: {
      test: "tests/routes/site/legal.test.ts",
      title: "a new privacy policy is mailed once to each administrator whose account is older than it",
    },
    said: [
      ["app/routes/site/legal/privacy-4.tsx", "we tell club administrators by email before it takes effect"],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/pulse/pulse.test.ts",
      title: "closing keeps sentences for two years, the figures for good",
    },
    said: [["app/routes/site/legal/privacy-4.tsx", "the sentences stay for two years"]],
  },
  {
    keptBy: {
      test: "tests/routes/admin/support/copies.test.ts",
      title:
        "an older copy replaces the club once the code is typed, with its former access, and can be swapped back",
    },
    said: [
      [
        "app/mail/emails/club-account-emails.ts",
        "Write to {supportEmail} within 30 days, and we can swap it back.",
      ],
    ],
  },
  {
    keptBy: {
      test: "tests/routes/admin/account-merge.test.ts",
      title: "a merge moves roles and authorship, mails both addresses, and is in both logs",
    },
    said: [
      ["app/mail/emails/club-account-emails.ts", "Write to {supportEmail}: we can undo it for 30 days."],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/retention/clocks.test.ts",
      title: "an unused account is told 30 days before, and deleted three years after its last sign-in",
    },
    said: [
      ["app/domain/values/retention.ts", "`Told ${KEEP.accountNoticeDays} days before, then deleted`"],
      ["app/mail/emails/account-emails.ts", "for almost 3 years"],
      ["app/mail/emails/account-emails.ts", "30 days before an unused account is deleted"],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/club-week/erase-games.test.ts",
      title: "games go after seven years with all that hangs on them",
    },
    said: [
      [
        "app/domain/values/retention.ts",
        'what: "Games and their ratings", kept: `${KEEP.gameYears} years`, ends: "Deleted"',
      ],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/club-week/agreements.test.ts",
      title: "a parent who registered and never confirmed is erased after 7 days; others stay",
    },
    said: [["app/domain/values/retention.ts", "`${KEEP.unconfirmedDays} days`"]],
  },
  {
    keptBy: {
      test: "tests/routes/club/registrations/email-collection.test.ts",
      title: "refusing is final after 24 hours, and then the jobs forget the person",
    },
    said: [
      ["app/domain/values/retention.ts", "`${KEEP.refusedDays} day, in which the club can take it back`"],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/verification/verification.test.ts",
      title: "a club's documents are deleted 90 days after the decision, not a day before",
    },
    said: [["app/domain/values/retention.ts", "`${KEEP.documentDays} days after the decision`"]],
  },
  {
    keptBy: {
      test: "tests/journeys/retention/clocks.test.ts",
      title: "payments go seven years after they moved, and not a day before",
    },
    said: [["app/domain/values/retention.ts", "`${KEEP.moneyYears} years, as the law asks`"]],
  },
  {
    keptBy: {
      test: "tests/journeys/contact/messages.test.ts",
      title: "a message is erased two years after it was sent, not a moment before",
    },
    said: [["app/domain/values/retention.ts", "`${KEEP.messageYears} years`"]],
  },
  {
    keptBy: {
      test: "tests/routes/site/legal.test.ts",
      title: "all versions have a text, a date and a hash each, and no text has changed",
    },
    said: [["app/routes/site/legal/terms-2.tsx", "at least 18 years old"]],
  },
  {
    keptBy: {
      test: "tests/journeys/billing/complete-checkout.test.ts",
      title: "a bank payment activates the club at once, and is confirmed when it arrives",
    },
    said: [
      [
        "app/routes/site/legal/terms-2.tsx",
        "A payment from a bank account can take up to four business days to settle",
      ],
      ["app/routes/account/signup/success.tsx", "A bank payment takes up to 4 business days."],
      [
        "app/mail/emails/club-account-emails.ts",
        "your bank payment is on its way, which takes up to 4 business days",
      ],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/verification/verification.test.ts",
      title: "reminders go out 7, 3 and 1 days before the deadline, once each, and to staff after it",
    },
    said: [
      [
        "app/routes/site/legal/terms-2.tsx",
        "Within 30 days of signing up you show us your number of players",
      ],
      [
        "app/mail/emails/verification-emails.ts",
        "Uploading takes about 5 minutes, and your club stays open meanwhile.",
      ],
      ["app/mail/emails/verification-emails.ts", "7, 3 and 1 days before the deadline"],
    ],
  },
  {
    keptBy: { people: "app/routes/admin/verification/index.tsx" },
    said: [
      ["app/routes/site/legal/terms-2.tsx", "We look at it within about 24 hours."],
      ["app/mail/emails/verification-emails.ts", "A person looks at them within about 24 hours"],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/billing/ledger.test.ts",
      title:
        "a verified count of players that needs a larger package: an invoice, due in 7 days, and paid once",
    },
    said: [
      ["app/routes/site/legal/terms-2.tsx", "we send an invoice for the difference, payable within 7 days"],
      [
        "app/routes/account/signup/details.tsx",
        "we refund what you overpaid, or you pay the difference within 7 days",
      ],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/billing/guarantee.test.ts",
      title:
        "the 14-day guarantee counts from the payment of a year that was renewed early, and leaves the one that runs",
    },
    said: [
      [
        "app/routes/site/legal/terms-2.tsx",
        "Each year that you pay for has its own 14 days, the first one and each renewal.",
      ],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/billing/guarantee.test.ts",
      title: "the 14-day guarantee is refused after the 14 days",
    },
    said: [
      ["app/routes/site/legal/terms-2.tsx", "After 14 days, payments are not refunded"],
      ["app/routes/site/legal/terms-2.tsx", "nothing beyond the 14-day guarantee"],
    ],
  },
  {
    keptBy: { people: "app/routes/admin/dashboard.tsx" },
    said: [["app/routes/site/legal/terms-2.tsx", "We aim for an availability of 99.9%"]],
  },
  {
    keptBy: {
      test: "tests/journeys/billing/renewal.test.ts",
      title: "pages can be read for 30 days, forms are refused but those that lead out of it",
    },
    said: [
      ["app/routes/site/legal/terms-2.tsx", "your club can be read for 30 days but not changed"],
      ["app/mail/emails/term-emails.tsx", "Nothing renews or is charged by itself."],
      ["app/mail/emails/term-emails.tsx", "Nothing renews by itself."],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/retention/clocks.test.ts",
      title:
        "a cancelled club is erased 90 days after its year, leaving no byte of it but its payments and its code",
    },
    said: [
      ["app/routes/site/legal/terms-2.tsx", "90 days after it we erase everything that no law makes us keep"],
    ],
  },
  {
    keptBy: {
      test: "tests/routes/site/legal.test.ts",
      title: "new terms are mailed to an administrator with earlier ones, once, and to nobody else",
    },
    said: [["app/routes/site/legal/terms-2.tsx", "told by email at least 30 days before it holds for them"]],
  },
  {
    keptBy: {
      test: "tests/routes/club/settings/club-profile.test.ts",
      title: "a club that leaves the leaderboard is gone at once, and comes back",
    },
    said: [
      ["app/routes/site/legal/terms-2.tsx", "an administrator can switch that off in the club’s settings"],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/verification/verification.test.ts",
      title: "go from the club to its reviewer",
    },
    said: [
      ["app/routes/account/signup/success.tsx", "Uploading takes about 5 minutes."],
      ["app/mail/emails/verification-emails.ts", "Uploading a roster takes about 5 minutes."],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/billing/complete-checkout.test.ts",
      title: "a club paid twice after all is one club, and the second payment is refunded once and told",
    },
    said: [
      [
        "app/routes/account/signup/success.tsx",
        "The second payment is refunded to where it came from, within 5 to 10 business days.",
      ],
      ["app/mail/emails/payment-emails.tsx", "arrives within 5 to 10 business days"],
    ],
  },
  {
    keptBy: { people: "app/routes/admin/billing/index.tsx" },
    said: [["app/routes/account/signup/success.tsx", "Our billing staff decide within one business day"]],
  },
  {
    keptBy: {
      test: "tests/routes/admin/staff-sign-in.test.ts",
      title: "staff are invited by email, and the link works once",
    },
    said: [
      ["app/mail/emails/platform-emails.tsx", "The link works once, within 7 days."],
      ["app/mail/emails/platform-emails.tsx", "the link works once, within 7 days."],
    ],
  },
  {
    keptBy: {
      test: "tests/routes/club/account-email.test.ts",
      title: "a club's former address takes the club back",
    },
    said: [["app/mail/emails/club-account-emails.ts", "This link works for 7 days"]],
  },
  {
    keptBy: {
      test: "tests/routes/club/account-email.test.ts",
      title: "a new address expires after a day without both confirmations",
    },
    said: [
      ["app/mail/emails/account-emails.ts", "Agree within 24 hours."],
      ["app/mail/emails/account-emails.ts", "Confirm within 24 hours."],
      ["app/mail/emails/account-emails.ts", "The link works once, within 24 hours."],
    ],
  },
  {
    keptBy: {
      test: "tests/routes/club/account-email.test.ts",
      title: "the former address has seven days, and one try",
    },
    said: [
      ["app/mail/emails/account-emails.ts", "You can take it back for 7 days."],
      ["app/mail/emails/account-emails.ts", "This link works for 7 days"],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/billing/contested-guarantee.test.ts",
      title:
        "is named with what goes back now, and follows without another request once the bank decides for us",
    },
    said: [
      [
        "app/mail/emails/payment-emails.tsx",
        "You asked for your money back within 14 days of paying for the year, and we accepted it.",
      ],
      ["app/mail/emails/payment-emails.tsx", "You asked for your money back, so we refund"],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/billing/contested-guarantee.test.ts",
      title:
        "of all that was paid keeps the request however long it takes, and ends the year when it is decided",
    },
    said: [["app/mail/emails/payment-emails.tsx", "You asked for your money back, and that stands"]],
  },
  {
    keptBy: {
      test: "tests/routes/account/passwords/reset-password.test.ts",
      title: "expired and unknown links explain themselves",
    },
    said: [["app/mail/emails/account-emails.ts", "The link works once, within the next hour."]],
  },
  {
    keptBy: {
      test: "tests/routes/account/signup/same-club.test.ts",
      title: "mails the link to a payment that is open in another browser",
    },
    said: [["app/mail/emails/payment-emails.tsx", "the page works for 24 hours from when it was opened"]],
  },
  {
    keptBy: {
      test: "tests/browser/sign-up.ts",
      title: "a bank payment is pending, fails, and is paid through the emailed link",
    },
    said: [["app/mail/emails/payment-emails.tsx", "The link works for 7 days."]],
  },
  {
    keptBy: {
      test: "tests/routes/account/passwords/set-up-password.test.ts",
      title: "works once, ends the sessions of the account",
    },
    said: [["app/mail/emails/club-account-emails.ts", "the button works once, within 7 days."]],
  },
  {
    keptBy: {
      test: "tests/routes/account/passwords/set-up-password.test.ts",
      title: "a setup link is invalid if it is wrong, old, another club's, or lacks its token",
    },
    said: [
      ["app/mail/emails/club-account-emails.ts", "The link works once, within 7 days."],
      ["app/mail/emails/club-account-emails.ts", "It works once, within 7 days."],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/billing/renewal.test.ts",
      title: "after the year and 30 days the club is paused, also before a job has stored it",
    },
    said: [["app/mail/emails/term-emails.tsx", "the 30 days in which it could still be read are over"]],
  },
  {
    keptBy: {
      test: "tests/journeys/billing/renewal.test.ts",
      title: "a renewal by a bank payment opens at once, and is taken back where it fails",
    },
    said: [
      ["app/mail/emails/term-emails.tsx", "Your bank payment is on its way and takes up to 4 business days."],
    ],
  },
  {
    keptBy: {
      test: "tests/routes/club/leave.test.ts",
      title: "a club is cancelled with the password only, can be used on, and is taken back",
    },
    said: [["app/mail/emails/term-emails.tsx", "Nothing renews or is charged. On"]],
  },
  {
    keptBy: {
      test: "tests/journeys/billing/renewal.test.ts",
      title: "reminders go out 30, 7 and 1 days before the end and at it, once each",
    },
    said: [["app/mail/emails/term-emails.tsx", "30, 7 and 1 days before a club’s year ends"]],
  },
  {
    keptBy: {
      test: "tests/journeys/account-merge/merge-accounts.test.ts",
      title:
        "move again in a copy of before, move back in one of an undone merge, and are kept after 30 days",
    },
    said: [["app/mail/emails/account-emails.ts", "it can be undone for {days} days."]],
  },
  {
    keptBy: {
      test: "tests/journeys/pulse/pulse.test.ts",
      title:
        "closing comes by itself at the end of the last day, also for a suspended club, and shows what may be shown",
    },
    said: [
      [
        "app/domain/values/pulse-text.ts",
        "The club sees figures only after the question has closed, and only of 5 answers or more.",
      ],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/pulse/pulse.test.ts",
      title: "closing leaves nothing in the file or its log that leads from a parent to an answer",
    },
    said: [
      [
        "app/domain/values/pulse-text.ts",
        "When it closes, what leads from this link to your answer is deleted.",
      ],
    ],
  },
  {
    keptBy: {
      test: "tests/journeys/pulse/pulse.test.ts",
      title: "answering counts once, and can be changed until it closes",
    },
    said: [["app/domain/values/pulse-text.ts", "You can change your answer until {date}."]],
  },
  {
    keptBy: {
      test: "tests/journeys/pulse/pulse.test.ts",
      title: "the reminder goes once, halfway, to those who have not answered",
    },
    said: [
      ["app/domain/values/pulse-text.ts", "You have not answered it yet, and this is the only reminder."],
    ],
  },
];
