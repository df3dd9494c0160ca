import type { Env } from "#app/config/env.server.ts";
import { wholeClubAudit } from "#app/db/audit-rows.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { readChain } from "#app/domain/club/evidence/evidence.server.ts";
import { checkAudit, type StoredAudit } from "#app/domain/values/audit/chain.ts";
import type { ChainHead } from "#app/domain/values/hash-chain.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { openDocument } from "#app/files/stored-documents.server.ts";
import { type InstallationKeys, makeKeysOf } from "#app/runtime/installation-key.server.ts";
import { withPlatform } from "../command/with-platform.ts";
import { agreementProblems } from "../verify/agreements.ts";

/**
 * Checks what the database cannot enforce: the chains of the audit logs and the evidence, and that the documents are
 * sealed as they were stored. Keys, references and pages are PostgreSQL's own (pg_amcheck).
 */
export const verifyDatabase = (
  env: Env,
  { club, quick = false }: { club?: string; quick?: boolean },
  print: (line: string) => void,
): Promise<{ broken: number }> =>
  withPlatform(env, async (platform) => {
    const { control, clubs } = platform;
    let broken = 0;
    const report = (about: string, problems: readonly string[]) => {
      if (problems.length === 0) return;
      broken += 1;
      print(`${about}: ${problems.join("; ")}`);
    };
    if (!club)
      report(
        "control",
        auditProblems(await control.selectFrom("audit").selectAll().orderBy("seq").execute(), null),
      );
    const codes = club ? [club] : await clubs.codes();
    const known = new Set(
      (await control.selectFrom("clubs").select("code").execute()).map(({ code }) => code),
    );
    for (const code of codes)
      report(code.toUpperCase(), [
        ...(known.has(code) ? [] : ["the platform knows no such club"]),
        ...(await clubProblems(platform, code)),
      ]);
    for (const code of club ? [] : known)
      if (!codes.includes(code)) report(code.toUpperCase(), ["its rows are missing"]);
    if (!quick)
      for (const line of await documentProblems(platform, makeKeysOf(env.dataDir, env), club))
        report("documents", [line]);
    print(
      `${pluralize(codes.length, "club")} looked at in the database: ${broken === 0 ? "nothing is broken" : `${broken} broken`}`,
    );
    return { broken };
  });

async function clubProblems({ control, clubs }: Platform, code: string): Promise<string[]> {
  // Read before the rows, which then have at least what the platform knew.
  const known = async (table: "evidence_heads" | "audit_heads") =>
    (await control
      .selectFrom(table)
      .select(["seq", "hash"])
      .where("club_code", "=", code)
      .executeTakeFirst()) ?? null;
  const [evidence, audit] = [await known("evidence_heads"), await known("audit_heads")];
  return clubs.use(code, async (db) => [
    ...agreementProblems(await readChain(db), evidence),
    ...auditProblems(await wholeClubAudit(db), audit),
  ]);
}

function auditProblems(rows: readonly StoredAudit[], head: ChainHead): string[] {
  const found = checkAudit(rows, head);
  return found ? [`audit: row ${found.seq} is ${found.problem}`] : [];
}

async function documentProblems(
  { control }: Platform,
  keys: InstallationKeys,
  club: string | undefined,
): Promise<string[]> {
  const rows = await control.selectFrom("verification_documents").select(["id", "club_code"]).execute();
  const lost: string[] = [];
  for (const { id, club_code } of rows) {
    if (club && club_code !== club) continue;
    const content = await openDocument(club_code, id, keys);
    if (!content) lost.push(`${club_code}/${id} is missing or was changed`);
    else await content.cancel();
  }
  return lost;
}
