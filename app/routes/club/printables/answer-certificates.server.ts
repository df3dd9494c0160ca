import { redirectWith } from "#app/auth/flash.server.ts";
import type { SessionRow } from "#app/auth/session.server.ts";
import { href } from "#app/config/addresses.ts";
import { awardNowLabel } from "#app/domain/club/rewards/award-now.ts";
import type { Certificate } from "#app/domain/club/rewards/certificates.server.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { printEarned } from "#app/journeys/printables/print-sheets.server.ts";
import { now } from "#app/runtime/clock.server.ts";

const TOO_MANY = "You downloaded 120 files of certificates within an hour. Please wait a little.";

/** Sends the PDF in the language of the address, by default English. */
export async function answerWithCertificates(
  ctx: ClubContext & { session: SessionRow },
  request: Request,
  certificates: readonly Certificate[],
): Promise<Response> {
  if (!(await mayUse("certificates-account", ctx.session.accountId))) {
    ctx.note(THROTTLED);
    return redirectWith(href("/printables/certificates"), TOO_MANY, "bad");
  }
  const language = new URL(request.url).searchParams.get("language") === "es" ? "es" : "en";
  const pdf = await printEarned(ctx, certificates, language);
  const name = certificates.length === 1 ? `certificate-${certificates[0]?.gameDate}` : "certificates";
  return new Response(pdf, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${name}${language === "es" ? "-es" : ""}.pdf"`,
      "Content-Security-Policy": "sandbox",
      "Cache-Control": "no-store",
    },
  });
}

/** Explains why a certificate is not printed: 'Was 20 when awarded; corrected to 10 on Sep 3'. */
export const untrueLabel = ({ now: result }: Certificate, timezone: string): string =>
  awardNowLabel(result, (at) => formatDate(dateAt(at, timezone), dateAt(now(), timezone)));
