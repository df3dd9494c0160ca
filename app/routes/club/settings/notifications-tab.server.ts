import { href } from "#app/config/addresses.ts";
import { loadPreferences, savePreferencesForm } from "#app/routes/club/notifications/preferences.server.ts";
import type { SettingsContext } from "./settings-context.ts";

export type NotificationsTab = Awaited<ReturnType<typeof load>>;

export const load = (ctx: SettingsContext, _request: Request) => loadPreferences(ctx);

export const act = (ctx: SettingsContext, request: Request): Promise<Response> =>
  savePreferencesForm(ctx, request, href("/club/settings", { tab: "notifications" }));
