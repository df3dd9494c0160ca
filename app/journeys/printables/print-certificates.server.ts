import type { PrintableLanguage } from "#app/domain/club/printables/printables.ts";
import type { Certificate } from "#app/domain/club/rewards/certificates.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { printCertificates } from "#app/print/print.server.ts";
import { logoOf, sheetsOf } from "./print-sheets.server.ts";

/** Prints certificates as one PDF with what the club's sheets carry, in the printing worker. @throws WorkerDied */
export async function printEarned(
  { db, club }: Pick<ClubContext, "db" | "club">,
  certificates: readonly Certificate[],
  language: PrintableLanguage,
): Promise<Uint8Array<ArrayBuffer>> {
  const sheets = await sheetsOf({ db });
  const { clubName, initials, accent } = sheets.content;
  return printCertificates({
    language,
    content: { clubName, initials, accent, logo: await logoOf(db, sheets) },
    certificates: certificates.map((certificate) => ({
      ...certificate,
      awardedOn: certificate.awardedAt === null ? "" : dateAt(certificate.awardedAt, club.timezone),
    })),
  });
}
