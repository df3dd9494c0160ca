import { ownDataVersion } from "#app/domain/club/agreements/correct-own-data.server.ts";
import { playerField } from "#app/domain/club/agreements/forms.server.ts";
import { type KeptEvidence, keptEvidence } from "#app/domain/club/evidence/evidence.server.ts";
import { ownPulses } from "#app/domain/club/pulse/answers.server.ts";
import {
  type AgreementLanguage,
  agreementCatalogue,
  fillIn,
  formatAgreementDate,
  formatAgreementDay,
  formatAgreementMoment,
} from "#app/domain/values/agreement-text/catalogue.ts";
import { pulseCatalogue } from "#app/domain/values/pulse-text.ts";
import type { OpenedAgreement } from "#app/journeys/agreements/open-agreement.server.ts";

/** All stored data of a parent, as the page lists it. */
export interface Kept {
  clubName: string;
  contact: [label: string, value: string][];
  /** Signatures, refusals and withdrawals, oldest first. */
  evidence: { title: string; facts: [label: string, value: string][] }[];
  /** Questions that the parent was asked, oldest first. */
  pulses: [label: string, value: string][];
  form: {
    version: string;
    name: string;
    email: string;
    players: { field: string; name: string; teamName: string | null }[];
  };
}

export async function loadKept(opened: OpenedAgreement, language: AgreementLanguage): Promise<Kept> {
  const { club, contact, children, agreement, db } = opened;
  const { data } = agreementCatalogue(language);
  const moment = (at: string) => formatAgreementMoment(language, at, club.timezone);
  const evidence = await keptEvidence(db, agreement.id);
  const pulses = await ownPulses(db, contact.id);
  const players = children.map(({ name, teamName }) =>
    teamName ? fillIn(data.playerOf, { player: name, team: teamName }) : name,
  );
  const { mail_stopped_at: stopped, source, created_at } = contact;
  const reminders = agreement.status === "pending" ? data.remindersOn : data.remindersNone;
  return {
    clubName: club.name,
    contact: [
      [data.name, contact.name || data.noName],
      [data.email, contact.email],
      [data.players, players.join(", ") || data.noPlayers],
      [data.language, agreementCatalogue(contact.language).name],
      [data.source, fillIn(data.sources[source], { at: moment(created_at) })],
      [data.reminders, stopped ? fillIn(data.remindersOff, { at: moment(stopped) }) : reminders],
      [
        data.mails,
        agreement.sent_at
          ? fillIn(data.mailsCount, { sent: moment(agreement.sent_at), reminders: agreement.reminders_sent })
          : data.mailsNone,
      ],
    ],
    evidence: evidence.map((record) => ({
      title: data.kinds[record.kind],
      facts: evidenceFacts(record, language, moment(record.at)),
    })),
    pulses: pulses.map((pulse) => pulseFact(pulse, language, club.timezone)),
    form: {
      version: ownDataVersion(opened),
      name: contact.name,
      email: contact.email,
      players: children.map(({ id, name, teamName }) => ({ field: playerField(id), name, teamName })),
    },
  };
}

/**
 * Returns when a parent was asked and what they answered to an open question; answers to closed ones cannot be traced
 * to anybody.
 */
function pulseFact(
  { sentAt, closesAt, closed, answer }: Awaited<ReturnType<typeof ownPulses>>[number],
  language: AgreementLanguage,
  timezone: string,
): [label: string, value: string] {
  const { data, scores } = pulseCatalogue(language);
  const asked = fillIn(data.sent, { at: formatAgreementMoment(language, sentAt, timezone) });
  if (closed) return [asked, data.closed];
  if (!answer) return [asked, fillIn(data.open, { date: formatAgreementDay(language, closesAt, timezone) })];
  const { score, sentence } = answer;
  const said = fillIn(data.answer, { score, label: scores[score] });
  return [asked, sentence ? `${said}. ${sentence}` : said];
}

/** Lists the facts of a record and its person, without empty ones. */
function evidenceFacts(
  { person, text, signatureDate, enteredBy }: KeptEvidence,
  language: AgreementLanguage,
  at: string,
): [label: string, value: string][] {
  const { data } = agreementCatalogue(language);
  const all: [label: string, value: string][] = [
    [data.at, at],
    [data.name, person.name],
    [data.email, person.email],
    [data.players, person.players],
    [data.teams, person.teams.join(", ")],
    [data.signature, person.signature],
    [data.signatureDate, signatureDate ? formatAgreementDate(language, signatureDate) : ""],
    [data.enteredBy, enteredBy ?? ""],
    [data.reason, person.reason],
    [data.ip, person.ip],
    [data.browser, person.userAgent],
    [data.text, text ? fillIn(data.textLine, text) : ""],
  ];
  return all.filter(([, value]) => value !== "");
}
