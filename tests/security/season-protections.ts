import type { Protection } from "../protections.ts";

/** Protections of seasons and their rewards. */
export const seasonProtections: Protection[] = [
  {
    holds: "silence earns nothing: at least 60% of a team's games must be rated",
    file: "app/domain/club/rewards/earning.ts",
    without: { in: "walk", assumes: "COVERAGE" },
    tests: ["tests/domain/club/rewards/earning.test.ts"],
  },
  {
    holds: "a program's budget is never passed",
    file: "app/domain/club/rewards/earned.server.ts",
    without: { in: "leftOf", returns: "Number.MAX_SAFE_INTEGER" },
    tests: ["tests/domain/club/rewards/earned.server.test.ts"],
  },
  {
    holds: "a reward that is not earned any more is taken back",
    file: "app/domain/club/rewards/settle-rewards.server.ts",
    without: { in: "compare", ignores: "waits" },
    tests: ["tests/domain/club/rewards/earned.server.test.ts"],
  },
  {
    holds: "a reward is told of once, also after an older copy of the club's file was put in place",
    file: "app/journeys/rewards/look-for-rewards.server.ts",
    without: { in: "lookForRewards", sets: "key", to: "id" },
    tests: ["tests/journeys/rewards/look-for-rewards.test.ts"],
  },
  {
    holds: "two clicks email a certificate to its team once",
    file: "app/domain/club/rewards/certificates.server.ts",
    without: { in: "mailCertificate", ignores: "mailed" },
    tests: ["tests/routes/club/rewards/mail-certificate.test.ts"],
  },
  {
    holds: "an address gets a season once, also after an older copy of the club's file was put in place",
    file: "app/journeys/club-events/season-mail.server.ts",
    without: { in: "deliverSeasonMail", sets: "about", to: "mailId" },
    tests: ["tests/journeys/support/restore-club.test.ts"],
  },
];
