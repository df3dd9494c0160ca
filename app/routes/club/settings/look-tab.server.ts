import { redirectWith } from "#app/auth/flash.server.ts";
import { colorFields } from "#app/domain/club/settings/fields.ts";
import { clubColorSchema } from "#app/domain/club/settings/forms.server.ts";
import { clubColorOf, colorVersion, setClubColor } from "#app/domain/club/settings/settings.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { SettingsContext } from "./settings-context.ts";
import { tabAddress } from "./tabs.ts";

export type LookTab = Awaited<ReturnType<typeof load>>;

export async function load({ db, session, club }: SettingsContext, _request: Request) {
  const color = await clubColorOf(db);
  return { clubName: club.name, logo: session.clubLogo, color, version: colorVersion(color) };
}

/** Saves the club's color. */
export async function act(ctx: SettingsContext, request: Request): Promise<Response> {
  const reading = await readForm(request, clubColorSchema);
  if (!reading.ok) return reading.answer;
  const { color, version } = reading.value;
  const result = await changeClub(ctx, (tx) => setClubColor(tx, color, version));
  if (!result.ok) {
    const differences = differencesOf({ color }, { color: result.stored }, colorFields);
    return reading.refuseStale({ version: colorVersion(result.stored), differences });
  }
  return redirectWith(tabAddress("look"), color ? "Club color saved." : "Back to Goodside's green.");
}
