import { sql } from "kysely";
import { z } from "zod";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { websiteLabel } from "#app/domain/club/settings/labels.ts";
import { readWebsite } from "#app/domain/club/settings/profile.ts";
import { changedFields } from "#app/domain/club/settings/settings.server.ts";
import { seasonOf } from "#app/domain/values/half-years.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { formVersion, line, optionalLine, tick } from "#app/forms/fields.server.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { printableFields } from "./fields.ts";
import type { PrintableId, PrintableSettings } from "./printables.ts";

/** The form of what printed sheets carry (product/printables.md#printables). */
export const printableSchema = z.object({
  clubName: line(printableFields.clubName),
  clubLogo: tick(),
  season: optionalLine(printableFields.season),
  contactInfo: optionalLine(printableFields.contactInfo),
  websiteUrl: optionalLine(printableFields.websiteUrl).transform((text, ctx) => {
    const website = readWebsite(text);
    if (website !== null) return website;
    ctx.addIssue(websiteLabel);
    return z.NEVER;
  }),
  version: formVersion(),
});

/** Loads the club's row with what it chose for its sheets, as one query. */
export const clubWithSheets = (db: ClubDb) =>
  db
    .selectFrom("club")
    .leftJoin("printable_settings as chosen", (join) => join.onTrue())
    .selectAll("club")
    .select([
      "chosen.club_name as printed_name",
      "chosen.club_logo",
      "chosen.season",
      "chosen.contact_info",
      "chosen.website_url",
      "chosen.changed_at",
    ])
    .executeTakeFirstOrThrow();

/** Returns the settings of printed sheets; until the club chooses, its profile's, and the season of the day. */
export function printableSettings(
  row: Awaited<ReturnType<typeof clubWithSheets>>,
  at: Date,
): PrintableSettings {
  return {
    clubName: row.printed_name ?? row.name,
    clubLogo: row.club_logo !== 0,
    season: row.season ?? seasonOf(dateAt(at, row.timezone)).name,
    contactInfo: row.contact_info ?? row.email,
    websiteUrl: readWebsite(row.website_url ?? row.website) ?? "",
  };
}

/** Returns the version of what sheets carry, which its form carries (product/pages.md#forms). */
export const printableVersion = (settings: PrintableSettings) => versionOf(settings);

/**
 * Chooses what printed sheets carry. The same again changes nothing.
 * @param version of what the form was filled from; another one is refused (product/pages.md#forms)
 */
export async function customizePrintables(
  tx: ClubTx,
  wanted: PrintableSettings,
  { version, at }: { version: string; at: Date },
): Promise<{ ok: true } | { ok: false; problem: "stale"; stored: PrintableSettings }> {
  const stored = printableSettings(await clubWithSheets(tx), at);
  if (sameValues(wanted, stored)) return { ok: true };
  if (printableVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  const row = {
    club_name: wanted.clubName,
    club_logo: Number(wanted.clubLogo),
    season: wanted.season,
    contact_info: wanted.contactInfo,
    website_url: wanted.websiteUrl,
    changed_at: at.toISOString(),
  };
  await tx
    .insertInto("printable_settings")
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
  const fields = changedFields(wanted, stored).sort().join(", ");
  await recordAudit(tx, { kind: "settings.printables-changed", detail: { fields } });
  return { ok: true };
}

/** Counts a download of each. */
export async function countDownloads(tx: ClubTx, ids: readonly PrintableId[]): Promise<void> {
  await tx
    .insertInto("printable_downloads")
    .values(ids.map((printable) => ({ printable, downloads: 1 })))
    .onConflict((conflict) =>
      conflict.column("printable").doUpdateSet({ downloads: sql`printable_downloads.downloads + 1` }),
    )
    .execute();
}

/** Counts the downloads of each, in either language. */
export async function downloadCounts(db: ClubDb): Promise<Map<string, number>> {
  const rows = await db.selectFrom("printable_downloads").selectAll().execute();
  return new Map(rows.map(({ printable, downloads }) => [printable, downloads]));
}
