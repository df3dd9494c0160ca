import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "#app/config/env.server.ts";
import type { WebhookEndpoint } from "#app/payments/webhook-endpoints.server.ts";
import { clockFile, now } from "#app/runtime/clock.server.ts";
import { limitsOfThisProcess } from "#app/runtime/open-files.server.ts";
import { codesIn } from "../backup/codes.ts";
import { ofCopy } from "./copy.ts";
import { marksInDatabase, ofDatabase } from "./database.ts";
import { type Finding, formatFinding, ok, wrong } from "./finding.ts";
import { ofFolder } from "./folder.ts";
import { ofKey } from "./key.ts";
import { ofClock, ofDescriptors, ofNode, ofPort } from "./machine.ts";
import { ofRefusedSettings, ofSecretsFile, ofSettings } from "./settings.ts";
import { ofWebhooks } from "./webhooks.ts";
import { ofBackup, ofBackupFolder, ofClubs, ofMigrations, ofWork, pastMarks } from "./work.ts";

export interface Patient {
  /** The settings, or the error that refuses them. */
  settings: Env | Error;
  /** Data folder to examine instead of the settings' one. */
  dataDir?: string;
  /** Folder of a backup, whose age is checked. */
  backup?: string;
  /** `engines` of package.json. */
  engines: string;
  /** Asks Stripe for its endpoints; left out if there is no Stripe to ask. */
  webhookEndpoints?: () => Promise<WebhookEndpoint[]>;
}

/**
 * Examines an installation from the outside in and continues past every problem. Changes nothing and prints no secret.
 * @param print receives one line per finding and a closing one
 */
export async function examine(patient: Patient, print: (line: string) => void): Promise<{ wrong: number }> {
  const { settings, backup, engines } = patient;
  const count = { ok: 0, warn: 0, WRONG: 0 };
  const look = async (about: string, work: () => Finding[] | Promise<Finding[]>) => {
    const findings = await looked(about, work);
    for (const finding of findings) {
      count[finding.level] += 1;
      print(formatFinding(finding));
    }
    return findings.every(({ level }) => level !== "WRONG");
  };
  const refused = settings instanceof Error;
  await look("settings", () => (refused ? ofRefusedSettings(settings.message) : ofSettings(settings)));
  await look("secrets", () => ofSecretsFile(".env"));
  await look("node", () => ofNode(process.versions.node, engines, new Date()));
  const database = !refused && patient.dataDir === undefined ? settings.databaseUrl : null;
  const dataDir = patient.dataDir ?? (refused ? null : settings.dataDir);
  if (database && !refused) {
    const usable = await look("database", () => ofDatabase(settings));
    if (usable) await look("key", () => ofKey(settings.dataDir, settings));
  } else if (dataDir !== null) {
    const named = patient.dataDir !== undefined;
    await look("data", () => ofFolder(dataDir, !refused && settings.production, named));
    await look("descriptors", () => ofDescriptors(codesIn(dataDir).length, limitsOfThisProcess()));
    if (existsSync(join(dataDir, "control.sqlite"))) {
      await look("migrations", () => ofMigrations(dataDir));
      await look("clubs", () => ofClubs(dataDir));
      if (!refused) await look("key", () => ofKey(dataDir, settings));
      // Due times are in the product's clock.
      if (!refused) await look("jobs", () => ofWork(dataDir));
    } else await look("data", () => [ok("data", "no control database yet: the first start makes it")]);
    await look("backup", () => ofBackup(dataDir, backup, new Date()));
    const copyTo = refused ? null : settings.copyTo;
    if (copyTo) await look("copy", () => ofCopy(dataDir, copyTo, new Date()));
  }
  if (!refused) await look("backup", () => ofBackupFolder(settings.backupDir));
  if (!refused) await look("port", () => ofPort(settings.port, settings.host));
  const { webhookEndpoints } = patient;
  if (!refused && webhookEndpoints)
    await look("webhooks", () => ofWebhooks(settings.appUrl, webhookEndpoints));
  await look("clock", async () => {
    const at = new Date();
    const moved = !refused && !settings.production && dataDir !== null && existsSync(clockFile(dataDir));
    const ahead = moved ? now().getTime() - at.getTime() : 0;
    const known = dataDir !== null && existsSync(join(dataDir, "control.sqlite"));
    const marks = database ? await marksInDatabase(database) : known ? await pastMarks(dataDir) : [];
    return ofClock(
      at,
      marks.map((mark) => ({ ...mark, at: new Date(mark.at.getTime() - ahead) })),
      ahead,
    );
  });
  print(`${count.ok} ok, ${count.warn} to know of, ${count.WRONG} wrong`);
  return { wrong: count.WRONG };
}

/** Runs a check; one that fails is a finding too, and does not stop the others. */
async function looked(about: string, work: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    const says = error instanceof Error ? error.message.split("\n")[0] : String(error);
    const isNewer = /newer than the program/.test(says ?? "");
    return [
      wrong(
        about,
        `cannot be looked at: ${says}`,
        isNewer
          ? "start the newer release, or restore what was backed up before it"
          : "npm run verify says more",
      ),
    ];
  }
}
