import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import { registrationSlug } from "#app/domain/club/registrations/registrations.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";

/** Returns the public address at which parents register with the club. */
export async function registrationAddress(db: ClubContext["db"]): Promise<string> {
  return `${env().appUrl}${href("/register/:slug", { slug: await registrationSlug(db) })}`;
}
