import { playerField } from "#app/domain/club/agreements/sign-form.server.ts";
import { ownDataVersion } from "#app/domain/club/contacts/correct-own-data.server.ts";
import {
  type AgreementLanguage,
  agreementCatalogue,
  fillIn,
  formatAgreementMoment,
} from "#app/domain/values/agreement-text/catalogue.ts";
import type { OpenedAgreement } from "#app/journeys/agreements/open-agreement.server.ts";

/** All that is kept of a parent, as the page lists it. */
export interface Kept {
  clubName: string;
  contact: [label: string, value: string][];
  form: {
    version: string;
    name: string;
    email: string;
    players: { field: string; name: string; teamName: string | null }[];
  };
}

export async function loadKept(opened: OpenedAgreement, language: AgreementLanguage): Promise<Kept> {
  const { club, contact, children, agreement } = opened;
  const { data } = agreementCatalogue(language);
  const moment = (at: string) => formatAgreementMoment(language, at, club.timezone);
  const players = children.map(({ name, teamName }) =>
    teamName ? fillIn(data.playerOf, { player: name, team: teamName }) : name,
  );
  const { mail_stopped_at: stopped, source, created_at } = contact;
  return {
    clubName: club.name,
    contact: [
      [data.name, contact.name || data.noName],
      [data.email, contact.email],
      [data.players, players.join(", ") || data.noPlayers],
      [data.language, agreementCatalogue(contact.language).name],
      [data.source, fillIn(data.sources[source], { at: moment(created_at) })],
      [data.reminders, stopped ? fillIn(data.remindersOff, { at: moment(stopped) }) : data.remindersOn],
      [
        data.mails,
        agreement.sent_at
          ? fillIn(data.mailsCount, { sent: moment(agreement.sent_at), reminders: agreement.reminders_sent })
          : data.mailsNone,
      ],
    ],
    form: {
      version: ownDataVersion(opened),
      name: contact.name,
      email: contact.email,
      players: children.map(({ id, name, teamName }) => ({ field: playerField(id), name, teamName })),
    },
  };
}
