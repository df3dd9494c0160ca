import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser, requireTeam } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { findCertificate, isForStaff, isTrue } from "#app/domain/club/rewards/certificates.server.ts";
import { roleInTeam } from "#app/domain/club/staff/club-user.ts";
import {
  answerWithCertificates,
  untrueLabel,
} from "#app/routes/club/printables/answer-certificates.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Sends the certificate of a reward (product/rewards.md#certificates): administrators also see those not awarded yet; a
 * team's manager and coaches print awarded ones, except those that mention a talk.
 */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "printables.see");
  const certificate = await findCertificate(ctx.db, args.params.earnedId ?? "", now());
  if (!certificate) throw notFound();
  requireTeam(ctx.user, certificate.teamId);
  const forStaff = isForStaff(certificate);
  if (!forStaff && roleInTeam(ctx.user, certificate.teamId) !== "club_admin") throw notFound();
  if (!isTrue(certificate))
    return redirectWith(
      roleInTeam(ctx.user, certificate.teamId) === "club_admin"
        ? href("/rewards/earned/:earnedId", { earnedId: certificate.id })
        : href("/printables/certificates"),
      `This certificate is not printed: ${untrueLabel(certificate, ctx.club.timezone)}.`,
      "bad",
    );
  return answerWithCertificates(ctx, args.request, [certificate]);
}
