import type { requireClubUser } from "#app/auth/guards.server.ts";

/** Context that the settings' guard passes to a tab. */
export type SettingsContext = Awaited<ReturnType<typeof requireClubUser>>;
