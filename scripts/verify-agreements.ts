/**
 * `npm run verify-agreements [-- --data DIR] [--club CODE]`: checks the evidence of signed agreements, club by club.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readManifest } from "#app/db/backup-manifest.server.ts";
import type { EvidenceLossesTable } from "#app/db/control/schema.ts";
import { openFile, openReadOnly } from "#app/db/file-engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { readChain } from "#app/domain/club/evidence/evidence.server.ts";
import type { Chain } from "#app/domain/club/evidence/evidence.ts";
import { evidenceLosses } from "#app/domain/control/evidence/evidence-heads.server.ts";
import type { ChainHead } from "#app/domain/values/hash-chain.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { codesIn } from "./backup/codes.ts";
import { command, Misuse, readArguments, readCode, runIfStarted } from "./command/command.ts";
import { withPlatform } from "./command/with-platform.ts";
import { agreementProblems, chainIn } from "./verify/agreements.ts";
import { readEvidenceSeen } from "./verify/heads.ts";

const USAGE = "npm run verify-agreements [-- --data DIR] [--club CODE]";

export const main = command(USAGE, async ({ args, env, print }) => {
  const { values } = readArguments(args, { data: { type: "string" }, club: { type: "string" } });
  const club = values.club === undefined ? undefined : readCode(values.club);
  if (values.data === undefined && env().databaseUrl)
    return withPlatform(env(), (platform) => inDatabase(platform, club, print));
  const folder = values.data === undefined ? env().dataDir : resolve(values.data);
  if (!existsSync(folder)) throw new Misuse(`There is no folder ${folder}`);
  const { live, files } = await filesIn(folder);
  if (club && !files.some(({ code }) => code === club))
    throw new Misuse(`There is no club ${club.toUpperCase()}`);
  let broken = 0;
  for (const { code, path, head, losses } of files.filter((file) => !club || file.code === club)) {
    const file = live ? openFile(path) : openReadOnly(path);
    try {
      if (!report(code, chainIn(file), { head, losses }, print)) broken += 1;
    } finally {
      file.close();
    }
  }
  return sumUp(broken, print);
});

await runIfStarted(import.meta.url, main);

async function inDatabase(
  { control, clubs }: Platform,
  club: string | undefined,
  print: (line: string) => void,
): Promise<{ failed: boolean }> {
  const codes = (await clubs.codes()).filter((code) => !club || code === club);
  if (club && codes.length === 0) throw new Misuse(`There is no club ${club.toUpperCase()}`);
  let broken = 0;
  for (const code of codes) {
    // Read before the records, which then have at least what the platform knew.
    const head = await control
      .selectFrom("evidence_heads")
      .select(["seq", "hash"])
      .where("club_code", "=", code)
      .executeTakeFirst();
    const losses = await evidenceLosses(control, code);
    const chain = await clubs.use(code, readChain);
    if (!report(code, chain, { head: head ?? null, losses }, print)) broken += 1;
  }
  return sumUp(broken, print);
}

/** @returns whether the chain is whole */
function report(
  code: string,
  chain: Chain,
  { head, losses }: Pick<ClubFile, "head" | "losses">,
  print: (line: string) => void,
): boolean {
  const problems = agreementProblems(chain, head);
  const records = pluralize(chain.records.length, "record");
  print(`${code.toUpperCase()}: ${records}, ${problems.length === 0 ? "whole" : "BROKEN"}`);
  for (const problem of problems) print(`  ${problem}`);
  for (const loss of losses) print(`  ${describeLoss(loss)}`);
  return problems.length === 0;
}

function sumUp(broken: number, print: (line: string) => void): { failed: boolean } {
  print(
    broken === 0 ? "All evidence is whole" : `${pluralize(broken, "club has", "clubs have")} broken evidence`,
  );
  return { failed: broken > 0 };
}

/** Lists the clubs' files of a data folder or a backup, each with the head of its chain that the platform knew. */
async function filesIn(folder: string): Promise<{ live: boolean; files: ClubFile[] }> {
  const manifest = readManifest(folder);
  if (manifest) {
    const seen = manifest.control
      ? await readEvidenceSeen(join(folder, manifest.control.file), { live: false })
      : null;
    const files = Object.entries(manifest.clubs).map(([code, { file, evidence }]) => {
      return { code, path: join(folder, file), head: evidence ?? null, losses: lossesOf(seen, code) };
    });
    return { live: false, files };
  }
  const control = join(folder, "control.sqlite");
  const seen = existsSync(control) ? await readEvidenceSeen(control, { live: true }) : null;
  const files = codesIn(folder).map((code) => {
    const path = join(folder, "clubs", `${code}.sqlite`);
    return { code, path, head: seen?.heads.get(code) ?? null, losses: lossesOf(seen, code) };
  });
  return { live: true, files };
}

interface ClubFile {
  code: string;
  path: string;
  head: ChainHead;
  losses: EvidenceLossesTable[];
}

type Seen = Awaited<ReturnType<typeof readEvidenceSeen>>;

function lossesOf(seen: Seen | null, code: string): EvidenceLossesTable[] {
  return seen?.losses.filter(({ club_code }) => club_code === code) ?? [];
}

/** Reports a loss, which is not a failure: the chain is whole from the restored record on. */
function describeLoss({ kept_seq, lost_seq, lost_hash, noted_at }: EvidenceLossesTable): string {
  const which = lost_seq === kept_seq + 1 ? `record ${lost_seq}` : `records ${kept_seq + 1} to ${lost_seq}`;
  return `an older copy was restored on ${noted_at}: the former ${which} (the last one ${lost_hash}) are not in this file`;
}
