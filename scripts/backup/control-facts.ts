import { join } from "node:path";
import type { ControlSchema } from "#app/db/control/schema.ts";
import { kyselyOver, openFile, openReadOnly } from "#app/db/file-engine.server.ts";

/** Most copies of the control database, while documents are taken back between it and them. */
export const CONTROL_AT_MOST = 4;

/** Facts of a control database about the files beside it. */
export interface ControlFacts {
  mode: string;
  clubs: { code: string; status: string }[];
  erased: Set<string>;
  /** Documents as paths below uploads/. */
  documents: Set<string>;
}

/** @param live false for a copy, which is opened read-only and may be of a release before there were documents */
export async function controlFacts(path: string, { live }: { live: boolean }): Promise<ControlFacts> {
  const file = live ? openFile(path) : openReadOnly(path);
  const control = kyselyOver<ControlSchema>(file);
  const knows = (table: string) =>
    file.prepare("select 1 from sqlite_schema where name = ?").get(table) !== undefined;
  try {
    const mode = await control
      .selectFrom("meta")
      .select("value")
      .where("key", "=", "mode")
      .executeTakeFirst();
    const clubs = await control.selectFrom("clubs").select(["code", "status"]).orderBy("code").execute();
    const erased = knows("erased_clubs")
      ? await control.selectFrom("erased_clubs").select("code").execute()
      : [];
    const documents = knows("verification_documents")
      ? await control.selectFrom("verification_documents").select(["club_code", "id"]).execute()
      : [];
    return {
      mode: mode?.value ?? "unknown",
      clubs,
      erased: new Set(erased.map(({ code }) => code)),
      documents: new Set(documents.map(({ club_code, id }) => `${club_code}/${id}`)),
    };
  } finally {
    await control.destroy();
  }
}

/**
 * Tells whether a club took back, before it was copied, a document that the copied control database names. One that the
 * live database names too was lost, and copying again would not bring it back.
 */
export async function namesTakenBack(
  { documents }: Pick<ControlFacts, "documents">,
  uploads: Readonly<Record<string, unknown>>,
  dataDir: string,
): Promise<boolean> {
  const missing = [...documents].filter((path) => !uploads[path]);
  if (missing.length === 0) return false;
  const live = await controlFacts(join(dataDir, "control.sqlite"), { live: true });
  return missing.some((path) => !live.documents.has(path));
}
