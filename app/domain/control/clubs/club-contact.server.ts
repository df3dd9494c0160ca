import { env } from "#app/config/env.server.ts";
import type { ClubsTable } from "#app/db/control/schema.ts";
import { formatMoment } from "#app/domain/values/times.ts";

/** A club as its mails name it. */
export const contactOf = ({ code, name, email, contact_name: contactName }: ClubsTable) => ({
  code,
  name,
  email,
  contactName,
});

/** A day in the club's zone, such as 'Mon, Nov 22, 2027'. */
export const formatDay = (moment: string, club: ClubsTable) =>
  formatMoment(moment, club.timezone).split(", ").slice(0, 3).join(", ");

/** The sign-in page with the club's code filled in. */
export const signInLink = (club: ClubsTable) => `${env().appUrl}/club/login?code=${club.code}`;
