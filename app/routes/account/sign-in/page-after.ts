import { href } from "#app/config/addresses.ts";

/** Where signing in leads. @param target where the visitor was headed, or "" */
export function pageAfter({ places, newClub }: { places: number; newClub: boolean }, target: string): string {
  if (places !== 1) return href("/club/choose", { redirectTo: target || undefined });
  return target || (newClub ? "/dashboard?new=true" : "/dashboard");
}
