import { emptyLog } from "#app/db/empty-log.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { expireDue } from "#app/domain/club/agreements/issue-agreements.server.ts";
import { nextReminderMoment, remindDue } from "#app/domain/club/agreements/remind-due.server.ts";
import { eraseDueGames, nextGameErasure } from "#app/domain/club/games/games.server.ts";
import { eraseOldPreviews } from "#app/domain/club/imports/import-previews.server.ts";
import { eraseDueIncidents, nextErasure } from "#app/domain/club/incidents/incident-changes.server.ts";
import { knownRanks, noteRanks } from "#app/domain/club/leaderboard/entries.server.ts";
import {
  closePulse,
  eraseSentences,
  nextPulseMoment,
  remindOfPulse,
} from "#app/domain/club/pulse/pulse.server.ts";
import { noteNotified, openedResults } from "#app/domain/club/ratings/results.server.ts";
import {
  eraseRegistrations as eraseDueRegistrations,
  nextRegistrationErasure,
} from "#app/domain/club/registrations/registrations.server.ts";
import { erasePrints } from "#app/domain/club/reports/report-prints.server.ts";
import { eraseSeasonMails } from "#app/domain/club/seasons/season-mails.server.ts";
import { dayCounts } from "#app/domain/club/stats/stats.server.ts";
import { stateRanksOfClub } from "#app/domain/control/leaderboard/state-ranks.server.ts";
import { someoneSwitchedOn } from "#app/domain/control/notifications/preferences.server.ts";
import { digestTime } from "#app/domain/control/notifications/quiet-hours.ts";
import {
  dayBefore,
  FIRST_READ_DAYS,
  keepDayCounts,
  READ_DAYS,
} from "#app/domain/control/platform/day-counts.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { unsettledAgreements } from "#app/journeys/agreements/send-agreements.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubWeek, ClubWeekStep } from "#app/journeys/context.ts";
import { deliverNotifications } from "#app/journeys/notifications/deliver.server.ts";
import type { Notification } from "#app/journeys/notifications/notification.ts";
import { notifyOfAll } from "#app/journeys/notifications/notify.server.ts";
import { remindGames } from "#app/journeys/reminders/remind-games.server.ts";
import { askForRatings, remindToRate } from "#app/journeys/reminders/remind-raters.server.ts";
import { mailMonth, mailSeason } from "#app/journeys/reports/report-mails.server.ts";
import { lookForRewards } from "#app/journeys/rewards/look-for-rewards.server.ts";
import { notifyOfSeasons } from "#app/journeys/seasons/season-updates.server.ts";
import { reportWeek } from "#app/journeys/weekly-reports/weekly-reports.server.ts";

/** Lets agreements expire whose time is up (product/agreements.md#agreements). @returns when the next one's is */
export function expireAgreements({ db, at }: ClubWeek): Promise<Date | null> {
  return inTransaction(db, (tx) => expireDue(tx, at));
}

/** Sends the reminders that are due (product/agreements.md#agreement-reminders). @returns when the next one is */
export async function remindOfAgreements({ control, db, club, at }: ClubWeek): Promise<Date | null> {
  const due = await nextReminderMoment(db);
  if (due === null || due > at) return due;
  const unsettled = await unsettledAgreements(control, club.code, at);
  return changeClub({ control, db, club }, (tx) => remindDue(tx, at, unsettled));
}

/** Erases who registered in vain (product/parents.md#registration). @returns when the next one's time comes */
export async function eraseRegistrations({ db, at }: ClubWeek): Promise<Date | null> {
  const due = await nextRegistrationErasure(db);
  if (due === null || due > at) return due;
  await inTransaction(db, (tx) => eraseDueRegistrations(tx, at));
  await emptyLog(db);
  return nextRegistrationErasure(db);
}

/** Erases the games whose time is up (product/privacy.md#retention). @returns when the next one's is */
export async function eraseGames({ control, db, club, at }: ClubWeek): Promise<Date | null> {
  const due = await nextGameErasure(db);
  if (due === null || due > at) return due;
  await changeClub({ control, db, club }, (tx) => eraseDueGames(tx, at));
  await emptyLog(db);
  return nextGameErasure(db);
}

/**
 * Erases the incidents whose time has come (product/ratings.md#erasing-incidents). @returns when the next one's comes
 */
async function eraseIncidents({ control, db, club, at }: ClubWeek): Promise<Date | null> {
  const due = await nextErasure(db);
  if (due === null) return null;
  if (due > at.toISOString()) return new Date(due);
  await changeClub({ control, db, club }, (tx) => eraseDueIncidents(tx, at));
  await emptyLog(db);
  const next = await nextErasure(db);
  return next === null ? null : new Date(next);
}

/** Erases the PDFs of reports whose day is over (product/reports.md#reports-as-pdf). @returns when the next one's is */
const eraseReportPrints = ({ db, at }: ClubWeek): Promise<Date | null> =>
  inTransaction(db, (tx) => erasePrints(tx, at));

/**
 * Forgets whom seasons were sent to, when their time is over (product/seasons.md#sending-a-season-to-the-board).
 * @returns when the next one's is
 */
const eraseSentSeasons = ({ db, at }: ClubWeek): Promise<Date | null> =>
  inTransaction(db, (tx) => eraseSeasonMails(tx, at));

/**
 * Erases what an abandoned import would have brought (product/imports.md#imports). @returns when the next one's time
 * comes
 */
export function erasePreviews({ db, at }: ClubWeek): Promise<Date | null> {
  return inTransaction(db, (tx) => eraseOldPreviews(tx, at));
}

/**
 * Tells of the results that have opened: a 20 to the team's staff and the administrators, a 0 to the team's managers
 * (product/notifications.md#notifications). Sealed ones wait (product/ratings.md#blind).
 * @returns when the next sealed result opens by the clock
 */
async function notifyOfOpenedResults({ control, db, club, at, first }: ClubWeek): Promise<Date | null> {
  const { opened, nextOpening } = await openedResults(db, at);
  const notifications: Notification[] = [];
  for (const { gameId, teamId, finalScore, incidentId } of first ? [] : opened) {
    if (finalScore === 20)
      notifications.push({
        kind: "perfect-games",
        key: gameId,
        teamId,
        to: { administrators: true, staff: ["manager", "coach"] },
        content: { about: "perfect-game", gameId },
      });
    if (incidentId)
      notifications.push({
        kind: "incident-alerts",
        key: incidentId,
        teamId,
        to: { staff: ["manager"] },
        content: { about: "incident", incidentId },
      });
  }
  await notifyOfAll({ control, db, club }, notifications, at);
  if (opened.length > 0) {
    const games = opened.map(({ gameId }) => gameId);
    await inTransaction(db, (tx) => noteNotified(tx, games, at));
  }
  return nextOpening;
}

/**
 * Notifies once a day of the teams whose rank in their state has changed since their last notification
 * (product/notifications.md#notifications), but not of a team's first rank.
 */
async function notifyOfRankChanges({ control, db, club, at }: ClubWeek): Promise<Date> {
  const ranks = await stateRanksOfClub(control, club.code);
  const known = await knownRanks(db);
  const changed = [...ranks].filter(([teamId, { rank }]) => known.get(teamId) !== rank);
  const listens = changed.length > 0 && (await someoneSwitchedOn(control, club.code, "leaderboard-updates"));
  const notifications = (listens ? changed : []).flatMap(([teamId]): Notification[] => {
    const from = known.get(teamId);
    if (from === undefined) return [];
    return [
      {
        kind: "leaderboard-updates",
        key: `${teamId}:${dateAt(at, club.timezone)}`,
        teamId,
        to: { administrators: true, staff: ["manager"] },
        content: { about: "rank", teamId, from },
      },
    ];
  });
  await notifyOfAll({ control, db, club }, notifications, at);
  if (changed.length > 0) {
    const rows = changed.map(([teamId, { rank }]) => ({ teamId, rank }));
    await inTransaction(db, (tx) => noteRanks(tx, rows, at));
  }
  return digestTime("daily", club.timezone, at);
}

/** Closes a pulse whose time is over (product/reports.md#pulse). @returns when the open one's is */
export async function closeDuePulse({ control, db, club, at }: ClubWeek): Promise<Date | null> {
  const open = await nextPulseMoment(db, "closes_at");
  if (!open || open.moment > at) return open?.moment ?? null;
  await changeClub({ control, db, club }, (tx) => closePulse(tx, open.id, { by: "", at }));
  return null;
}

/** Reminds those who have not answered a pulse, once (product/reports.md#pulse). @returns when that is due */
export async function remindOfOpenPulse({ control, db, club, at }: ClubWeek): Promise<Date | null> {
  const open = await nextPulseMoment(db, "reminds_at");
  if (!open || open.moment > at) return open?.moment ?? null;
  await changeClub({ control, db, club }, (tx) => remindOfPulse(tx, open.id));
  return null;
}

/** Erases parents' sentences whose time is up (product/privacy.md#retention). @returns when the next ones' is */
export function erasePulseSentences({ db, at }: ClubWeek): Promise<Date | null> {
  return inTransaction(db, (tx) => eraseSentences(tx, at));
}

/**
 * Counts the club's ratings and signatures by day, for the home page of staff
 * (product/platform-staff.md#platform-staff).
 */
export async function countDays({ control, db, club, at, first }: ClubWeek): Promise<null> {
  const from = dayBefore(at, first ? FIRST_READ_DAYS : READ_DAYS);
  await keepDayCounts(control, club.code, { from, days: await dayCounts(db, from), at });
  return null;
}

/** The steps of every club's week, in their order: what they tell goes out with the last one. */
export const clubWeekSteps: readonly ClubWeekStep[] = [
  { name: "opened results", runs: "change", run: notifyOfOpenedResults },
  { name: "rewards", runs: "change", onlyOpen: true, run: lookForRewards },
  { name: "rank changes", runs: "plan", run: notifyOfRankChanges },
  { name: "incident erasure", runs: "plan", alsoSuspended: true, run: eraseIncidents },
  { name: "agreement expiry", runs: "change-but-rating", run: expireAgreements },
  { name: "agreement reminders", runs: "change-but-rating", run: remindOfAgreements },
  { name: "pulse closing", runs: "change-but-rating", alsoSuspended: true, run: closeDuePulse },
  { name: "pulse reminders", runs: "change-but-rating", run: remindOfOpenPulse },
  { name: "pulse sentences", runs: "plan", alsoSuspended: true, run: erasePulseSentences },
  { name: "game erasure", runs: "plan", alsoSuspended: true, run: eraseGames },
  { name: "registration erasure", runs: "change-but-rating", alsoSuspended: true, run: eraseRegistrations },
  { name: "report erasure", runs: "change-but-rating", alsoSuspended: true, run: eraseReportPrints },
  { name: "season mail erasure", runs: "plan", alsoSuspended: true, run: eraseSentSeasons },
  { name: "preview erasure", runs: "plan", alsoSuspended: true, run: erasePreviews },
  { name: "game reminders", runs: "change-but-rating", run: remindGames },
  { name: "ratings asked for", runs: "change-but-rating", onlyOpen: true, run: askForRatings },
  { name: "reminders to rate", runs: "change-but-rating", onlyOpen: true, run: remindToRate },
  { name: "day counts", runs: "change", run: countDays },
  { name: "weekly reports", runs: "plan", run: reportWeek },
  { name: "monthly analytics", runs: "plan", run: mailMonth },
  { name: "season updates", runs: "plan", onlyOpen: true, run: notifyOfSeasons },
  { name: "season summary", runs: "plan", run: mailSeason },
  { name: "notifications", runs: "every-look", run: deliverNotifications },
];
