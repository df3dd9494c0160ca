import { inTransaction } from "#app/db/engine.server.ts";
import { expireDue } from "#app/domain/club/agreements/expire-agreements.server.ts";
import { nextReminderMoment, remindDue } from "#app/domain/club/agreements/remind-due.server.ts";
import { eraseUnconfirmedRegistrations } from "#app/domain/club/contacts/erase-registrations.server.ts";
import { unsettledAgreements } from "#app/journeys/agreements/unsettled-mails.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubWeek } from "#app/journeys/context.ts";

/** Lets agreements expire whose time is up (product.md#agreements). @returns when the next one's is */
export function expireAgreements({ db, at }: ClubWeek): Promise<Date | null> {
  return inTransaction(db, (tx) => expireDue(tx, at));
}

/** Sends the reminders that are due (product.md#agreement-reminders). @returns when the next one is */
export async function remindOfAgreements({ control, db, club, at }: ClubWeek): Promise<Date | null> {
  const due = await nextReminderMoment(db);
  if (due === null || due > at) return due;
  const unsettled = await unsettledAgreements(control, club.code, at);
  return changeClub({ control, db, club }, (tx) => remindDue(tx, at, unsettled));
}

/** Erases who registered and did not confirm the address in time. @returns when the next one's time comes */
export function eraseRegistrations({ db, at }: ClubWeek): Promise<Date | null> {
  return inTransaction(db, (tx) => eraseUnconfirmedRegistrations(tx, at));
}
