import type { Protection } from "../protections.ts";

const COPIES_TESTS = ["tests/routes/admin/support/copies.test.ts"];
const MERGE_TESTS = ["tests/routes/admin/account-merge.test.ts"];
const MERGES = "app/domain/control/account-merge/merges.server.ts";

/** Protections of staff's repairs in a club (product/support.md#support-tools). */
export const supportProtections: Protection[] = [
  {
    holds: "scores are calculated again only as they were shown",
    file: "app/domain/club/rating-policy/recalculate.server.ts",
    without: { in: "recalculateScores", ignores: "version wanted" },
    tests: ["tests/routes/admin/support/scores.test.ts"],
  },
  {
    holds: "an email that was delivered is never sent again by staff",
    file: "app/domain/control/platform/resend-mails.server.ts",
    without: { in: "resendPlan", ignores: "provider_id" },
    tests: ["tests/routes/admin/support/resend.test.ts"],
    only: "leaves out",
  },
  {
    holds: "an older copy takes a club's place only for who types the club's code",
    file: "app/routes/admin/support/copy.tsx",
    without: { in: "form", ignores: "clubCode club" },
    tests: COPIES_TESTS,
    only: "replaces the club once",
  },
  {
    holds: "whom a club erased is erased again in an older copy",
    file: "app/journeys/support/restore-club.server.ts",
    without: { in: "settleRestored", drops: "eraseAgain" },
    tests: COPIES_TESTS,
    only: "everybody erased again",
  },
  {
    holds: "an older copy of a club has the merges of accounts since",
    file: "app/journeys/support/restore-club.server.ts",
    without: { in: "settleRestored", drops: "settleMerges" },
    tests: COPIES_TESTS,
    only: "has the merges",
  },
  {
    holds: "an account that is merged into another signs nobody in",
    file: "app/domain/control/accounts/accounts.server.ts",
    without: { in: "signedIn", drops: "where merged_into" },
    tests: MERGE_TESTS,
    only: "a merge moves",
  },
  {
    holds: "an older copy takes a club's place only for who types their own password",
    file: "app/domain/control/platform/second-factor.server.ts",
    without: { in: "proved", ignores: "proof ok" },
    tests: COPIES_TESTS,
    only: "replaces the club once",
  },
  {
    holds: "two accounts are merged only for who types their own password",
    file: "app/domain/control/platform/second-factor.server.ts",
    without: { in: "proved", ignores: "proof ok" },
    tests: MERGE_TESTS,
    only: "asks for a reason",
  },
  {
    holds: "accounts are merged only as they were shown",
    file: "app/journeys/account-merge/merge-accounts.server.ts",
    without: { in: "mergeAccounts", ignores: "version asked" },
    tests: MERGE_TESTS,
    only: "asks for a reason",
  },
  {
    holds: "an account is merged once, and two never into each other",
    file: MERGES,
    without: { in: "orderMerge", ignores: "problem" },
    tests: ["tests/journeys/account-merge/merge-accounts.test.ts"],
    only: "merged once",
  },
  {
    holds: "merges of the same accounts are undone the latest first",
    file: MERGES,
    without: { in: "orderUndo", ignores: "problem" },
    tests: ["tests/journeys/account-merge/merge-accounts.test.ts"],
    only: "become one and two",
  },
  {
    holds: "who is signed out by others reads it by email",
    file: "app/domain/control/sign-in/help-member.server.ts",
    without: { in: "endMemberSessions", drops: "mailSessionsEnded" },
    tests: ["tests/routes/admin/help-clubs.test.ts"],
    only: "end one session",
  },
];
