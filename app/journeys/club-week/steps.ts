import type { ClubWeekStep } from "#app/journeys/context.ts";
import { deliverNotifications } from "#app/journeys/notifications/deliver.server.ts";
import { askForRatings, remindToRate } from "#app/journeys/reminders/ask-for-ratings.server.ts";
import { remindGames } from "#app/journeys/reminders/remind-games.server.ts";
import { reportWeek } from "#app/journeys/weekly-reports/report-week.server.ts";
import { eraseRegistrations, expireAgreements, remindOfAgreements } from "./agreements.server.ts";
import { eraseGames } from "./erase-games.server.ts";
import { eraseIncidents } from "./erase-incidents.server.ts";
import { erasePreviews } from "./erase-previews.server.ts";
import { notifyOfOpenedResults } from "./opened-results.server.ts";
import { notifyOfRankChanges } from "./rank-changes.server.ts";

/** The steps of every club's week, in their order: what they tell goes out with the last one. */
export const clubWeekSteps: readonly ClubWeekStep[] = [
  { name: "opened results", runs: "change", run: notifyOfOpenedResults },
  { name: "rank changes", runs: "plan", run: notifyOfRankChanges },
  { name: "incident erasure", runs: "plan", alsoSuspended: true, run: eraseIncidents },
  { name: "agreement expiry", runs: "change", run: expireAgreements },
  { name: "agreement reminders", runs: "change", run: remindOfAgreements },
  { name: "game erasure", runs: "plan", alsoSuspended: true, run: eraseGames },
  { name: "registration erasure", runs: "change", alsoSuspended: true, run: eraseRegistrations },
  { name: "preview erasure", runs: "plan", alsoSuspended: true, run: erasePreviews },
  { name: "game reminders", runs: "change", run: remindGames },
  { name: "ratings asked for", runs: "change", onlyOpen: true, run: askForRatings },
  { name: "reminders to rate", runs: "change", onlyOpen: true, run: remindToRate },
  { name: "weekly reports", runs: "plan", run: reportWeek },
  { name: "notifications", runs: "every-look", run: deliverNotifications },
];
