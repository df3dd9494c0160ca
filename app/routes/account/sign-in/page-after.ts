import { href } from "#app/config/addresses.ts";

/**
 * Returns the page after signing in.
 * @param target page that the visitor asked for, or ""
 */
export function pageAfter({ places, newClub }: { places: number; newClub: boolean }, target: string): string {
  if (places !== 1) return href("/club/choose", { redirectTo: target || undefined });
  return target || (newClub ? "/dashboard?new=true" : "/dashboard");
}
