/**
 * `npm run seed`: fills an empty data folder with the demo's clubs, or with made-up ones:
 * `npm run seed -- --clubs N --teams M --games K [--seed S] [--until DATE]`. Demo and test mode only.
 */
import type { Env } from "#app/config/env.server.ts";
import { command, runIfStarted, type Terminal } from "./command/command.ts";
import { withPlatform } from "./command/with-platform.ts";
import { SEED_PASSWORD, seedCode, seedEmail } from "./seed/club.ts";
import { readOptions, type SeedOptions } from "./seed/options.ts";
import { seedSynthetic } from "./seed/synthetic.ts";

const USAGE = "npm run seed [-- --clubs N --teams M --games K [--seed S] [--until DATE]]";

export const main = command(USAGE, async ({ args, env, ...terminal }) => {
  if (env().production) throw new Error("Production refuses demo data.");
  const options = readOptions(args);
  if (options && env().databaseUrl)
    throw new Error(
      "Made-up clubs are written as files: leave out DATABASE_URL, then move them (npm run club -- move --all)",
    );
  return options ? synthetic(env(), options, terminal) : demo(env(), terminal);
});

await runIfStarted(import.meta.url, main);

async function demo(env: Env, { print }: Terminal): Promise<{ failed: boolean }> {
  const { seedDemo } = await import("../sandbox/demo/seed.ts");
  const written = await withPlatform(env, seedDemo);
  print(written ? "The demo's clubs are written." : "There are clubs already: nothing was written.");
  return { failed: false };
}

function synthetic(env: Env, options: SeedOptions, { print }: Terminal): Promise<{ failed: boolean }> {
  return withPlatform(env, async (open) => {
    if (await open.control.selectFrom("clubs").select("code").limit(1).executeTakeFirst())
      throw new Error("There are clubs already: nothing was written. Name an empty folder with DATA_DIR.");
    const began = performance.now();
    const { clubs, teams, ratings } = await seedSynthetic(open, env.dataDir, options);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const count = (number: number) => number.toLocaleString("en-US");
    print(
      `Wrote ${count(clubs)} clubs, ${count(teams)} teams and ${count(ratings)} ratings in ${seconds} s.`,
    );
    print(`Sign in with the password ${SEED_PASSWORD} as
  club administrator: club code ${seedCode(1)} to ${seedCode(clubs)}
  coach:              ${seedEmail("coach", 1, 1)} (of club 1, team 1; every club and team likewise)
  team manager:       ${seedEmail("manager", 1, 1)}`);
    return { failed: false };
  });
}
