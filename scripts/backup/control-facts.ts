import type { ControlSchema } from "#app/db/control/schema.ts";
import { kyselyOver, openReadOnly } from "#app/db/file-engine.server.ts";

/** The mode and the clubs of a copied control database. */
export async function controlFacts(
  path: string,
): Promise<{ mode: string; clubs: { code: string; status: string }[] }> {
  const control = kyselyOver<ControlSchema>(openReadOnly(path));
  try {
    const mode = await control
      .selectFrom("meta")
      .select("value")
      .where("key", "=", "mode")
      .executeTakeFirst();
    const clubs = await control.selectFrom("clubs").select(["code", "status"]).orderBy("code").execute();
    return { mode: mode?.value ?? "unknown", clubs };
  } finally {
    await control.destroy();
  }
}
