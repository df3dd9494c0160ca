import { DEMO_COACH, DEMO_MANAGER } from "../demo-people.ts";
import type { DemoClub } from "./story.ts";

/** Returns a demo person's email address; two people have the fixed addresses that /sandbox offers. */
export function emailOf(name: string): string {
  if (name === "Dana Whitfield") return DEMO_COACH.email;
  if (name === "Max Ortega") return DEMO_MANAGER.email;
  return `${name.toLowerCase().replace(/[^a-z]+/g, ".")}@demo.example`;
}

/** Derives an id from names, so that every seeding gives the same ids. */
export const accountId = (club: DemoClub, name: string) =>
  `demo-${club.code}-${name.toLowerCase().replace(/[^a-z]+/g, "-")}`;
