import { DEMO_COACH, DEMO_MANAGER } from "../demo-people.ts";
import type { DemoClub } from "./story.ts";

/** The e-mail of a person of the demo; two of them have the fixed addresses that /sandbox offers. */
export function emailOf(name: string): string {
  if (name === "Dana Whitfield") return DEMO_COACH.email;
  if (name === "Max Ortega") return DEMO_MANAGER.email;
  return `${name.toLowerCase().replace(/[^a-z]+/g, ".")}@demo.example`;
}

/** Demo ids are made of names: the same at every seeding. */
export const accountId = (club: DemoClub, name: string) =>
  `demo-${club.code}-${name.toLowerCase().replace(/[^a-z]+/g, "-")}`;
