import type { Protection } from "../protections.ts";

/** Money, documents, the end of the year and leaving. */
export const yearProtections: Protection[] = [
  // Money
  {
    holds: "a receipt is there for its club only",
    file: "app/domain/control/billing/ledger.server.ts",
    without: { in: "ledgerEntry", drops: "where club_code" },
    tests: ["tests/journeys/billing/print-receipt.test.ts"],
  },
  {
    holds: "a held payment is decided once",
    file: "app/domain/control/billing/held-payments.server.ts",
    without: { in: "decideHeldPayment", drops: "where decision" },
    tests: ["tests/journeys/billing/decide-held.test.ts"],
  },
  {
    holds: "a payment of another amount than the price opens no club",
    file: "app/journeys/billing/complete-checkout.server.ts",
    without: { in: "isHeld", returns: "false" },
    tests: ["tests/journeys/billing/decide-held.test.ts"],
  },
  {
    holds: "money goes back under the guarantee within its 14 days only",
    file: "app/domain/control/billing/guarantee.ts",
    without: { in: "guaranteeRuns", returns: "true" },
    tests: ["tests/journeys/billing/guarantee.test.ts"],
    only: "refused after the 14 days",
  },
  {
    holds: "the link to a treasurer's address that was replaced stops working",
    file: "app/journeys/billing/treasurer.server.ts",
    without: { in: "saveTreasurer", drops: "consumeLinksOf" },
    tests: ["tests/journeys/billing/treasurer.test.ts"],
    only: "a treasurer's address",
  },
  {
    holds: "a next year is never booked with a package too small for the verified players",
    file: "app/domain/control/billing/renewal-plans.server.ts",
    without: { in: "renewalPlans", assumes: "smallest" },
    tests: ["tests/journeys/billing/next-year.test.ts"],
    only: "is never smaller",
  },
  // Documents
  {
    holds: "a club's documents are opened by no other club",
    file: "app/domain/control/verification/verifications.server.ts",
    without: { in: "findDocument", drops: "where club_code" },
    tests: ["tests/journeys/verification/verification.test.ts"],
    only: "opened by both and nobody else",
  },
  {
    holds: "a PDF is what its content says, and nothing besides",
    file: "app/files/document-type.server.ts",
    without: { in: "problemOfPdf", returns: "null" },
    tests: ["tests/journeys/verification/verification.test.ts"],
    only: "refused by name",
  },
  {
    holds: "a document that unpacks to far more than it is, is refused unread",
    file: "app/files/document-type.server.ts",
    without: { in: "problemOfOoxml", ignores: "MOST_UNPACKED" },
    tests: ["tests/journeys/verification/verification.test.ts"],
    only: "refused by name",
  },
  {
    holds: "of two reviewers only the first decides",
    file: "app/domain/control/verification/verifications.server.ts",
    without: { in: "decideVerification", drops: "where version" },
    tests: ["tests/journeys/verification/verification.test.ts"],
    only: "of two reviewers at once",
  },
  // The end of the year, and leaving
  {
    holds: "a club whose year is over takes no form, in one place",
    file: "app/auth/club-access.server.ts",
    without: { in: "refuseByTerm", returns: "Promise.resolve()" },
    tests: ["tests/routes/club/after-term.test.ts"],
  },
  {
    holds: "a suspended club opens nothing but accounts, money, verification and the way to its data",
    file: "app/auth/club-access.server.ts",
    without: { in: "openWhileSuspended", returns: "true" },
    tests: ["tests/routes/club/after-term.test.ts"],
    only: "led to the page with the reason",
  },
  {
    holds: "a club is cancelled with one's own password only",
    file: "app/domain/control/leaving/cancel-club.server.ts",
    without: { in: "cancelClub", ignores: "own" },
    tests: ["tests/routes/club/leave.test.ts"],
  },
  {
    holds: "a club that did not cancel, or only just did, is not erased with those that did",
    file: "app/domain/control/retention/due.server.ts",
    without: { in: "cancelledClubsDue", drops: "where cancelled_at" },
    tests: ["tests/journeys/retention/clocks.test.ts"],
    only: "a cancelled club is erased",
  },
  {
    holds: "a game stays for seven years",
    file: "app/domain/club/games/games.server.ts",
    without: { in: "eraseDueGames", drops: "where starts_at" },
    tests: ["tests/journeys/club-week/erase-games.test.ts"],
  },
  {
    holds: "a club that left and was erased is not brought back",
    file: "scripts/club/import.ts",
    without: { in: "importClub", drops: "refuseErased" },
    tests: ["tests/scripts/club.test.ts"],
    only: "left and was erased",
  },
  {
    holds: "a club is shown to strangers only where it allows it",
    file: "app/domain/control/leaderboard/public-boards.server.ts",
    without: { in: "publicClub", drops: "where c.public_page" },
    tests: ["tests/routes/site/leaders.test.ts"],
  },
];
