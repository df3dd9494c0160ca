import type { Env } from "#app/config/env.server.ts";
import { jobsProcesses } from "#app/db/postgres/leader.server.ts";
import { connectAlone } from "#app/db/postgres/pool.server.ts";
import { laterThan, runsBeside } from "#app/db/releases.server.ts";
import { serverOn } from "../start/second.ts";

/** @throws while processes of an earlier release serve that cannot read what this release's migrations change */
export async function refuseWhileEarlierServes(
  settings: Pick<Env, "dataDir" | "databaseUrl">,
  lists?: Parameters<typeof laterThan>[1],
): Promise<void> {
  const served = await whoServes(settings);
  const refused = served.flatMap((said) => {
    const later = laterThan(said, lists)?.filter((name) => !runsBeside(name));
    if (later?.length === 0) return [];
    const who = /process \d+ on [^\s,]+/.exec(said)?.[0] ?? said;
    return [later ? `${who}, which lacks ${later.join(", ")}` : who];
  });
  if (refused.length > 0)
    throw new Error(
      `An earlier release serves and cannot read migrated data: ${refused.join("; ")}. Stop it, then migrate, then start this release.`,
    );
}

/** Lists how the serving processes describe themselves, one text each. */
async function whoServes({ dataDir, databaseUrl }: Pick<Env, "dataDir" | "databaseUrl">): Promise<string[]> {
  if (!databaseUrl) return [serverOn(dataDir)?.join(", ") ?? []].flat();
  const client = await connectAlone(databaseUrl);
  try {
    return await jobsProcesses(client);
  } finally {
    await client.end();
  }
}
