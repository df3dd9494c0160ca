import { redirectWith } from "#app/auth/flash.server.ts";
import { href } from "#app/config/addresses.ts";
import { type ComparedPreferences, preferencesLabels } from "#app/domain/control/notifications/labels.ts";
import { mailedPeople } from "#app/domain/control/notifications/people.server.ts";
import {
  preferencesSchema,
  preferencesVersion,
  savePreferences,
} from "#app/domain/control/notifications/preferences.server.ts";
import {
  defaultPreferences,
  isOn,
  type NotificationPreferences,
} from "#app/domain/control/notifications/preferences.ts";
import { kindsFor, type NotificationKind } from "#app/domain/values/notification-kinds.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import type { ClubContext } from "#app/journeys/context.ts";

export type PreferencesView = Awaited<ReturnType<typeof loadPreferences>>;

const offeredTo = ({ role, assignments }: ClubContext["user"]) =>
  kindsFor({ admin: role === "club_admin", roles: assignments.map((assignment) => assignment.role) });

/** Loads the notifications that the signed-in user may get, and their choices, in this club. */
export async function loadPreferences({ control, club, user }: ClubContext) {
  const people = await mailedPeople(control, club.code, {
    administrators: false,
    accountIds: [user.accountId],
  });
  const me = people[0];
  const preferences = me?.preferences ?? defaultPreferences;
  const kinds = offeredTo(user);
  return {
    kinds,
    on: kinds.filter((kind) => isOn(preferences, kind)),
    emailOn: preferences.emailOn,
    frequency: preferences.frequency,
    quietHours: preferences.quietHours,
    version: preferencesVersion(preferences),
    timezone: club.timezone,
    address: me?.address ?? "",
    dead: me?.dead ?? false,
  };
}

/** Saves the user's form. */
export async function savePreferencesForm(
  { control, club, user }: ClubContext,
  request: Request,
): Promise<Response> {
  const reading = await readForm(request, preferencesSchema);
  if (!reading.ok) return reading.answer;
  const { kinds, version, ...chosen } = reading.value;
  const offered = offeredTo(user);
  const switches = Object.fromEntries(offered.map((kind) => [kind, kinds.includes(kind)]));
  const owner = { accountId: user.accountId, clubCode: club.code };
  const next = { ...chosen, switches };
  const result = await savePreferences(control, owner, next, version);
  if (!result.ok) {
    const differences = differencesOf(
      comparedOf(next, offered),
      comparedOf(result.stored, offered),
      preferencesLabels,
    );
    return reading.refuseStale({ version: preferencesVersion(result.stored), differences });
  }
  return redirectWith(href("/notifications"), "Notification preferences saved.");
}

const comparedOf = (
  preferences: NotificationPreferences,
  offered: readonly NotificationKind[],
): ComparedPreferences => ({
  emailOn: preferences.emailOn,
  on: offered.filter((kind) => isOn(preferences, kind)),
  frequency: preferences.frequency,
  quietHours: preferences.quietHours,
});
