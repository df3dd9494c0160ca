import { z } from "zod";
import { preferencesCookie } from "./cookies.server.ts";

const preferencesSchema = z.object({ remember: z.boolean(), lite: z.boolean() });

/** Permissions for what a browser may remember (product/pages.md#cookie-preferences). */
export type Preferences = z.infer<typeof preferencesSchema>;

/** Reads the choice of a browser; `chosen` is false without one. */
export async function readPreferences(cookies: string | null): Promise<Preferences & { chosen: boolean }> {
  const none = { remember: true, lite: false, chosen: false };
  if (!cookies?.includes(`${preferencesCookie.name}=`)) return none;
  const found = preferencesSchema.safeParse(await preferencesCookie.parse(cookies));
  return found.success ? { ...found.data, chosen: true } : none;
}

/** Returns the Set-Cookie header that stores a choice. Lite mode needs the consent. */
export const storePreferences = ({ remember, lite }: Preferences): Promise<string> =>
  preferencesCookie.serialize({ remember, lite: remember && lite });
