import type { AgreementSelection } from "#app/domain/club/agreements/choose-agreements.server.ts";
import {
  addReminders,
  issueAgreements,
  type SendResult,
} from "#app/domain/club/agreements/issue-agreements.server.ts";
import { managedTeams } from "#app/domain/club/staff/club-user.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Sends agreements to the parents of a selection, as far as the user manages their teams (product.md#agreements). The
 * mails go out in the background.
 */
export function sendAgreements(ctx: ClubContext, selection: AgreementSelection): Promise<SendResult> {
  return changeClub(ctx, (tx) => issueAgreements(tx, selection, senderOf(ctx)));
}

/** Reminds the parents of a selection whose agreements are pending (product.md#agreement-reminders). */
export function remindAgreements(ctx: ClubContext, selection: AgreementSelection): Promise<SendResult> {
  return changeClub(ctx, (tx) => addReminders(tx, selection, senderOf(ctx)));
}

const senderOf = ({ user }: ClubContext) => ({ scope: managedTeams(user), by: user.name, at: now() });
