import { z } from "zod";
import { redirectWith } from "#app/auth/flash.server.ts";
import { href } from "#app/config/addresses.ts";
import { colorFields, preferenceFields } from "#app/domain/club/settings/fields.ts";
import { clubColorSchema, preferencesSchema } from "#app/domain/club/settings/forms.server.ts";
import {
  colorVersion,
  preferencesVersion,
  savePreferences,
  setClubColor,
} from "#app/domain/club/settings/settings.server.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import type { SettingsContext } from "./settings-context.ts";

const here = href("/club/settings", { tab: "profile" });
const preferencesFormSchema = preferencesSchema.extend({ intent: z.literal("preferences") });
const colorFormSchema = clubColorSchema.extend({ intent: z.literal("color") });

/** Saves time zone, leaderboard and agreements. */
export async function savePreferencesForm(ctx: SettingsContext, posted: FormData): Promise<Response> {
  const reading = readFields(posted, preferencesFormSchema);
  if (!reading.ok) return reading.answer;
  const { version, intent: _, ...preferences } = reading.value;
  const result = await changeClub(ctx, (tx) => savePreferences(tx, preferences, version, now()));
  if (!result.ok) {
    const differences = differencesOf(preferences, result.stored, preferenceFields);
    return reading.refuseStale({ version: preferencesVersion(result.stored), differences });
  }
  return redirectWith(here, "Preferences saved.");
}

/** Saves the club's color. */
export async function saveColorForm(ctx: SettingsContext, posted: FormData): Promise<Response> {
  const reading = readFields(posted, colorFormSchema);
  if (!reading.ok) return reading.answer;
  const { color, version } = reading.value;
  const result = await changeClub(ctx, (tx) => setClubColor(tx, color, version));
  if (!result.ok) {
    const differences = differencesOf({ color }, { color: result.stored }, colorFields);
    return reading.refuseStale({ version: colorVersion(result.stored), differences });
  }
  return redirectWith(here, color ? "Club color saved." : "Back to Goodside's green.");
}
