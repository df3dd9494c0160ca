/** `npm run verify-agreements [-- --data DIR] [--club CODE]`: checks the evidence of signed agreements, club by club. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { env } from "#app/config/env.server.ts";
import { openFile, openReadOnly } from "#app/db/engine.server.ts";
import type { ChainHead } from "#app/domain/club/evidence/evidence.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { codesIn } from "./backup/backup.ts";
import { readManifest } from "./backup/manifest.ts";
import { command, Misuse, readArguments, readCode } from "./command/command.ts";
import { agreementProblems, chainIn } from "./verify/agreements.ts";
import { readHeads } from "./verify/heads.ts";

const USAGE = "npm run verify-agreements [-- --data DIR] [--club CODE]";

await command(USAGE, async () => {
  const { values } = readArguments({ data: { type: "string" }, club: { type: "string" } });
  const folder = values.data === undefined ? env().dataDir : resolve(values.data);
  if (!existsSync(folder)) throw new Misuse(`There is no folder ${folder}`);
  const { live, files } = await filesIn(folder);
  const club = values.club === undefined ? undefined : readCode(values.club);
  if (club && !files.some(({ code }) => code === club))
    throw new Misuse(`There is no club ${club.toUpperCase()}`);
  let broken = 0;
  for (const { code, path, head } of files.filter((file) => !club || file.code === club)) {
    const file = live ? openFile(path) : openReadOnly(path);
    try {
      const chain = chainIn(file);
      const problems = agreementProblems(chain, head);
      const records = pluralize(chain.records.length, "record");
      console.log(`${code.toUpperCase()}: ${records}, ${problems.length === 0 ? "whole" : "BROKEN"}`);
      for (const problem of problems) console.log(`  ${problem}`);
      if (problems.length > 0) broken += 1;
    } finally {
      file.close();
    }
  }
  console.log(
    broken === 0 ? "All evidence is whole" : `${pluralize(broken, "club has", "clubs have")} broken evidence`,
  );
  return { failed: broken > 0 };
});

/** The clubs' files of a data folder or a backup, each with how far the platform knew its chain. */
async function filesIn(folder: string): Promise<{ live: boolean; files: ClubFile[] }> {
  const manifest = readManifest(folder);
  if (manifest) {
    const files = Object.entries(manifest.clubs).map(([code, { file, evidence }]) => {
      return { code, path: join(folder, file), head: evidence ?? null };
    });
    return { live: false, files };
  }
  const control = join(folder, "control.sqlite");
  const heads = existsSync(control) ? await readHeads(control, { live: true }) : null;
  const files = codesIn(folder).map((code) => {
    return { code, path: join(folder, "clubs", `${code}.sqlite`), head: heads?.get(code) ?? null };
  });
  return { live: true, files };
}

interface ClubFile {
  code: string;
  path: string;
  head: ChainHead;
}
