import type { ClubEvent } from "#app/db/outbox.server.ts";
import { findSeasonMail } from "#app/domain/club/seasons/season-mails.server.ts";
import { findSeason } from "#app/domain/club/seasons/seasons.server.ts";
import { clubRowOf } from "#app/domain/club/settings/settings.server.ts";
import { postalAddress } from "#app/domain/values/postal-address.ts";
import { readSeasonPrint } from "#app/journeys/club-events/season-print.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { queueMails } from "#app/queue/mail-queue.server.ts";

/** Mails a season to the addresses that an administrator sent it to, each once. */
export async function deliverSeasonMail(
  { control, db, club: { code } }: ClubFileContext,
  { mailId }: Extract<ClubEvent, { kind: "season-mail" }>,
): Promise<void> {
  const mail = await findSeasonMail(db, mailId);
  const season = mail && (await findSeason(db, mail.seasonId));
  if (!mail?.sentAt || !season) return;
  const club = await clubRowOf(db);
  const { print, words, totals, logo } = await readSeasonPrint(db, season, new Date(mail.sentAt));
  const { improved, improvedNote, raters } = words;
  // The key has no email id: an older copy of the club's file does not know the season's earlier recipients.
  const about = mail.again ? mailId : season.id;
  await queueMails(
    control,
    mail.addresses.map((to) => ({
      key: `season-board:${code}:${about}:${to}`,
      template: "season-board",
      variables: {
        club: { name: club.name, color: club.color, address: postalAddress(club) },
        season: season.name,
        by: mail.createdByName,
        words: mail.words,
        results: words.results,
        facts: [
          ["Games", words.coverage],
          ["Results", `${totals.perfect} perfect, ${totals.minor} minor, ${totals.major} major`],
          ...improved.map(({ name, text }): [string, string] => [`Improved: ${name}`, text]),
          ...(improved.length === 0 ? ([["Improved", improvedNote]] as [string, string][]) : []),
          ["Incidents", words.incidents],
          ["Parents", words.parents],
        ],
        thanks: raters.map(({ text }) => text),
        pdf: { print, logo: logo ? logo.toString("base64") : null, day: season.startsOn },
      },
      to,
      clubCode: code,
      fromName: club.name,
      replyTo: club.email,
    })),
  );
}
