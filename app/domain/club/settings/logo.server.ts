import { createHash } from "node:crypto";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import type { EncodedLogo } from "./logo.ts";

type Stale = { ok: false; problem: "stale"; stored: string | null };

/** Returns a fingerprint of the picture: part of its address, so that browsers may keep it for ever. */
const logoVersion = (logo: EncodedLogo) =>
  createHash("sha256").update(logo.large).update(logo.small).digest("base64url").slice(0, 16);

/**
 * Gives the club a logo in place of the one before. The same logo again changes nothing.
 * @param version of the logo that the form was filled from, '' for none; another one is refused
 * (product/pages.md#forms)
 */
export async function setLogo(tx: ClubTx, logo: EncodedLogo, version: string): Promise<{ ok: true } | Stale> {
  const next = logoVersion(logo);
  const stored = await storedVersion(tx);
  if (stored === next) return { ok: true };
  if ((stored ?? "") !== version) return { ok: false, problem: "stale", stored };
  await replaceLogo(tx, next, logo);
  return { ok: true };
}

/** Takes the club's logo away: its initials replace it again. Repeating it changes nothing. */
export async function removeLogo(tx: ClubTx, version: string): Promise<{ ok: true } | Stale> {
  const stored = await storedVersion(tx);
  if (stored === null) return { ok: true };
  if (stored !== version) return { ok: false, problem: "stale", stored };
  await replaceLogo(tx, null, null);
  return { ok: true };
}

/** Loads the picture of the club's logo, or undefined without one; width and height are those of the large one. */
export async function logoPicture(
  db: ClubDb,
  size: "small" | "large",
): Promise<{ version: string; picture: Buffer; width: number; height: number } | undefined> {
  return db
    .selectFrom("logos")
    .select(["version", "width", "height", `${size} as picture`])
    .executeTakeFirst();
}

async function storedVersion(tx: ClubTx): Promise<string | null> {
  const { logo } = await tx.selectFrom("club").select("logo").executeTakeFirstOrThrow();
  return logo;
}

async function replaceLogo(tx: ClubTx, version: string | null, logo: EncodedLogo | null): Promise<void> {
  await tx.deleteFrom("logos").execute();
  if (version && logo)
    await tx
      .insertInto("logos")
      .values({ version, ...logo, stored_at: nowIso() })
      .execute();
  await tx.updateTable("club").set({ logo: version }).execute();
  await recordEvent(tx, { kind: "profile" });
  await recordAudit(tx, { kind: version ? "settings.logo-changed" : "settings.logo-removed" });
}
