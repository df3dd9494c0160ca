import { deliverNotifications } from "#app/journeys/notifications/deliver.server.ts";
import type { ClubWeekStep } from "./step.ts";

/** The steps of every club's week, in their order: what they tell goes out with the last one. */
export const clubWeekSteps: readonly ClubWeekStep[] = [
  { name: "notifications", runs: "every-look", run: deliverNotifications },
];
