import type { ControlDb } from "#app/db/control/schema.ts";
import { lakeside, lakesideContact } from "#app/mail/emails/sample-values.ts";

/** Club whose names appear in a preview, with one of its teams, but without people. */
export interface ShownClub {
  code: string;
  name: string;
  color: string | null;
  team: { name: string; age_group: string; season: string } | null;
}

/** Loads the club that the query names, with its first active team; null for none, and for a code that no club has. */
export async function clubShown(control: ControlDb, request: Request): Promise<ShownClub | null> {
  const asked = new URL(request.url).searchParams.get("club")?.trim().toLowerCase() ?? "";
  if (!/^[a-z0-9]{1,80}$/.test(asked)) return null;
  const club = await control
    .selectFrom("clubs")
    .select(["code", "name", "color"])
    .where("code", "=", asked)
    .executeTakeFirst();
  if (!club) return null;
  const team = await control
    .selectFrom("search_teams")
    .select(["name", "age_group", "season"])
    .where("club_code", "=", asked)
    .where("status", "=", "active")
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
  return { ...club, team: team ?? null };
}

/** Returns a sample with a club's names in place of the made-up ones, wherever they occur. */
export function sampleOf(sample: unknown, { code, name, color, team }: ShownClub): unknown {
  const names: [made: string, real: string][] = [
    [lakeside.name, name],
    [lakesideContact.code, code],
    [lakesideContact.code.toUpperCase(), code.toUpperCase()],
    ...(team
      ? ([
          ["Hawks U12", `${team.name} ${team.age_group}`],
          ["Hawks", team.name],
          ["Fall 2026", team.season],
        ] as [string, string][])
      : []),
  ];
  const made = new RegExp(names.map(([text]) => text).join("|"), "g");
  const real = new Map(names);
  const shown = (value: unknown): unknown => {
    if (typeof value === "string") return value.replace(made, (text) => real.get(text) ?? text);
    if (Array.isArray(value)) return value.map(shown);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === "color" && inner === lakeside.color ? color : shown(inner),
      ]),
    );
  };
  return shown(sample);
}
