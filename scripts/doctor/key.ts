import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "#app/config/env.server.ts";
import { installationKeyFile } from "#app/config/installation-key-file.server.ts";
import type { ControlDb, ControlSchema } from "#app/db/control/schema.ts";
import { kyselyOver, openFile } from "#app/db/file-engine.server.ts";
import { openDatabase } from "#app/db/postgres/open.server.ts";
import { keyProblem, keyState } from "#app/db/storage/key-marks.server.ts";
import { keysOfFolder } from "#app/runtime/installation-key.server.ts";
import { type Finding, ok, warn, wrong } from "./finding.ts";

/** Compares the installation key of the settings with the one that the data is sealed with. */
export async function ofKey(dataDir: string, settings: Env): Promise<Finding[]> {
  const { databaseUrl } = settings;
  if (databaseUrl) {
    const open = openDatabase(databaseUrl);
    try {
      return await findings(open.control, dataDir, settings);
    } finally {
      await open.close();
    }
  }
  const control = kyselyOver<ControlSchema>(openFile(join(dataDir, "control.sqlite")));
  try {
    return await findings(control, dataDir, settings);
  } finally {
    await control.destroy();
  }
}

async function findings(control: ControlDb, dataDir: string, settings: Env): Promise<Finding[]> {
  const problem = await keyProblem(control, { dataDir, settings });
  if (problem) {
    const [says = "", ...todo] = problem.split(/(?<=[.:]) (?=[A-Z])/);
    return [wrong("key", says.replace(/\.$/, ""), todo.join(" "))];
  }
  const state = await keyState(control, keysOfFolder(dataDir, settings));
  if (state === "sealing")
    return [warn("key", "some data is still sealed with an earlier key", "npm run seal-again")];
  if (state === "unmarked") return [ok("key", "the next start notes which key seals this data")];
  const left = settings.installationKeyPrevious
    ? "INSTALLATION_KEY_PREVIOUS"
    : settings.installationKey && !settings.databaseUrl && existsSync(installationKeyFile(dataDir))
      ? installationKeyFile(dataDir)
      : null;
  if (left)
    return [
      warn("key", "everything is sealed with INSTALLATION_KEY", `remove ${left}: only older backups need it`),
    ];
  return [ok("key", "it is the one that this data is sealed with")];
}
