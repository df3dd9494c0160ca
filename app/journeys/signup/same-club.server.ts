import { env } from "#app/config/env.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { findClubAccount } from "#app/domain/control/accounts/accounts.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { mayMailSetupLink, mayRequestSetupLink } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import type { SameClub } from "#app/domain/control/signup/same-club.server.ts";
import type { Signup } from "#app/domain/control/signup/signups.server.ts";
import { sendAlreadyHere, sendSetupLink } from "#app/journeys/clubs/club-emails.server.ts";
import { issueSetupLink } from "#app/journeys/links/club-links.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { hashOf, newId } from "#app/runtime/ids.server.ts";

/**
 * Mails the way into a club that was about to sign up again: to the address it signed up with, whoever asks, so that
 * nothing is learned here. The mail carries the login code and, until a password is set, a new setup link; for an open
 * payment the link to its page. With a reached limit nothing is sent, and the answer is the same
 * (product.md#signing-up-again).
 */
export async function sendWayIn(
  control: ControlDb,
  signup: Pick<Signup, "club_name" | "contact_name" | "email">,
  same: SameClub,
  ip: string,
): Promise<void> {
  if (!(await mayRequestSetupLink(ip))) return;
  if (same.clubCode === null) {
    if (!same.paymentUrl || !(await mayMailSetupLink(signup.email))) return;
    await queueMail(control, {
      key: `open-payment:${hashOf(same.paymentUrl)}:${newId()}`,
      template: "open-payment",
      variables: { email: signup.email, paymentLink: same.paymentUrl },
      to: signup.email,
    });
    return;
  }
  const club = await findClub(control, same.clubCode);
  if (!club || club.status === "creating" || !(await mayMailSetupLink(club.code))) return;
  const account = await findClubAccount(control, club.code);
  await inTransaction(control, async (tx) => {
    const key = `way-in:${newId()}`;
    if (account?.password_hash) {
      const resetLink = `${env().appUrl}/contact?forgot=club`;
      return sendAlreadyHere(tx, club, { key, resetLink });
    }
    return sendSetupLink(tx, club, { key, setupLink: await issueSetupLink(tx, club, now()) });
  });
}
