import { listSeasons } from "#app/domain/club/seasons/seasons.server.ts";
import { reportReaders } from "#app/domain/club/weekly-reports/week-stats.server.ts";
import { addDays } from "#app/domain/values/days.ts";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import type { ClubWeek } from "#app/journeys/context.ts";
import { notify } from "#app/journeys/notifications/notify.server.ts";

/** Days before a season's first and last day on which people are notified; later if it was made later. */
const AHEAD_DAYS = 7;
/** The club's hour at which they do. */
const MAIL_TIME = "07:00";

/**
 * Notifies administrators, and the staff of a season's teams, that it begins or ends, once for each of these days; of
 * one that is moved they hear again (product/notifications.md#season-updates).
 * @returns the next morning: seasons may be changed every day
 */
export async function notifyOfSeasons({ at, control, db, club }: ClubWeek): Promise<Date> {
  const today = dateAt(at, club.timezone);
  const morningOf = (day: string) => new Date(momentOf(day, MAIL_TIME, club.timezone));
  if (at < morningOf(today)) return morningOf(today);
  const due = (await listSeasons(db)).flatMap((season) => {
    const days = [
      { moment: "begins", day: season.startsOn },
      { moment: "ends", day: season.endsOn },
    ] as const;
    return days
      .filter(({ day }) => season.archivedAt === null && addDays(day, -AHEAD_DAYS) <= today && today <= day)
      .map((change) => ({ season, ...change }));
  });
  const readers = due.length > 0 ? await reportReaders(db) : [];
  for (const { season, moment, day } of due) {
    const staff = readers.filter(
      ({ teamId, updates }) => updates === 1 && (season.allTeams || season.teamIds.includes(teamId)),
    );
    await notify(
      { control, db, club },
      {
        kind: "season-updates",
        key: `${season.id}:${moment}:${day}`,
        to: { administrators: true, accountIds: [...new Set(staff.map(({ accountId }) => accountId))] },
        content: { about: "season", seasonId: season.id, moment, day },
        validUntil: new Date(momentOf(addDays(day, 1), null, club.timezone)),
      },
      at,
    );
  }
  return morningOf(addDays(today, 1));
}
