import type { requireClubUser } from "#app/auth/guards.server.ts";

/** What the settings' guard hands to a tab. */
export type SettingsContext = Awaited<ReturnType<typeof requireClubUser>>;
