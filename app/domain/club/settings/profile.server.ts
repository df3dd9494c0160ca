import type { ClubDb, ClubTable, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import type { ClubProfile } from "./profile.ts";
import { changedFields, clubRowOf, recordSettings } from "./settings.server.ts";

/** Returns the club's profile in its row. */
export const profileIn = (row: ClubTable): ClubProfile => ({
  clubName: row.name,
  contactName: row.contact_name,
  email: row.email,
  phone: row.phone,
  state: row.state,
  city: row.city,
  address: row.address,
  zipCode: row.zip,
  website: row.website,
  description: row.description,
});

/** Returns the version of the profile, which its form carries (product/pages.md#forms). */
export const profileVersion = (profile: ClubProfile) => versionOf(profile);

/**
 * Changes the club's profile, all but its email: that one waits until somebody opens the link sent to it
 * (product/clubs.md#club-email). The club's code and its slug stay. The same form again changes nothing.
 * @param version of the profile that the form was filled from; another one is refused (product/pages.md#forms)
 * @returns the stored email, which the typed one may differ from
 */
export async function saveProfile(
  tx: ClubTx,
  profile: ClubProfile,
  version: string,
): Promise<{ ok: true; email: string } | { ok: false; problem: "stale"; stored: ClubProfile }> {
  const stored = profileIn(await clubRowOf(tx));
  const { email } = stored;
  if (sameValues({ ...profile, email }, stored)) return { ok: true, email };
  if (profileVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  await tx
    .updateTable("club")
    .set({
      name: profile.clubName,
      contact_name: profile.contactName,
      phone: profile.phone,
      state: profile.state,
      city: profile.city,
      address: profile.address,
      zip: profile.zipCode,
      website: profile.website,
      description: profile.description,
    })
    .execute();
  await recordEvent(tx, { kind: "profile" });
  await recordSettings(tx, changedFields({ ...profile, email }, stored));
  const shown = ({ clubName, city, state }: ClubProfile) => ({ clubName, city, state });
  if (!sameValues(shown(profile), shown(stored))) await recordEvent(tx, { kind: "leaderboard-entries" });
  return { ok: true, email };
}

/** Makes a confirmed address the club's email. Repeating it changes nothing. */
export async function setClubEmail(tx: ClubTx, email: string): Promise<void> {
  await tx.updateTable("club").set({ email }).execute();
  await recordEvent(tx, { kind: "profile" });
  await recordSettings(tx, ["email"]);
}

/** Loads the columns of the club's own file that the control database holds (product/clubs.md#club-profile). */
export function sharedProfileOf(db: ClubDb) {
  return db
    .selectFrom("club")
    .select(["name", "contact_name", "email", "phone", "state", "city", "timezone", "color", "logo"])
    .executeTakeFirstOrThrow();
}
