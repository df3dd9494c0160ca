import { redirectWith } from "#app/auth/flash.server.ts";
import { languagesWithoutParagraph } from "#app/domain/club/evidence/own-paragraph.ts";
import { agreementPreferenceFields, gamePreferenceFields } from "#app/domain/club/settings/fields.ts";
import { agreementPreferencesSchema, gamePreferencesSchema } from "#app/domain/club/settings/forms.server.ts";
import type { AgreementPreferences, GamePreferences } from "#app/domain/club/settings/profile.ts";
import {
  clubRowOf,
  preferencesIn,
  preferencesVersion,
  savePreferences,
} from "#app/domain/club/settings/settings.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import type { SettingsContext } from "./settings-context.ts";
import { tabAddress } from "./tabs.ts";

/** The club's time zone, and its part in the leaderboard. */
export const games = {
  async load({ db }: SettingsContext, _request: Request) {
    const row = await clubRowOf(db);
    const { timezone, onLeaderboard } = preferencesIn(row);
    const values: GamePreferences = { timezone, onLeaderboard };
    return { values, version: preferencesVersion(values), state: row.state };
  },

  async act(ctx: SettingsContext, request: Request): Promise<Response> {
    const reading = await readForm(request, gamePreferencesSchema);
    if (!reading.ok) return reading.answer;
    const { version, ...wanted } = reading.value;
    const result = await changeClub(ctx, (tx) => savePreferences(tx, wanted, version, now()));
    if (!result.ok) {
      const differences = differencesOf(wanted, result.stored, gamePreferenceFields);
      return reading.refuseStale({ version: preferencesVersion(result.stored), differences });
    }
    return redirectWith(tabAddress("games"), "Preferences saved.");
  },
};

/** Days that an agreement waits, its own paragraph, and its reminders. */
export const agreements = {
  async load({ db }: SettingsContext, _request: Request) {
    const row = await clubRowOf(db);
    const { timezone: _, onLeaderboard: __, ...values } = preferencesIn(row);
    return { values, version: preferencesVersion(values), withoutParagraph: languagesWithoutParagraph(row) };
  },

  async act(ctx: SettingsContext, request: Request): Promise<Response> {
    const reading = await readForm(request, agreementPreferencesSchema);
    if (!reading.ok) return reading.answer;
    const { version, ...wanted } = reading.value;
    const result = await changeClub(ctx, (tx) =>
      savePreferences<keyof AgreementPreferences>(tx, wanted, version, now()),
    );
    if (!result.ok) {
      const differences = differencesOf(wanted, result.stored, agreementPreferenceFields);
      return reading.refuseStale({ version: preferencesVersion(result.stored), differences });
    }
    return redirectWith(tabAddress("agreements"), "Preferences saved.");
  },
};

export type GamesTab = Awaited<ReturnType<typeof games.load>>;
export type AgreementsTab = Awaited<ReturnType<typeof agreements.load>>;
