import { env } from "#app/config/env.server.ts";
import { closePlatform, platform } from "#app/db/platform.server.ts";
import { SEED_PASSWORD, seedCode, seedEmail } from "./seed/club.ts";
import { readOptions, type SeedOptions } from "./seed/options.ts";
import { seedSynthetic } from "./seed/synthetic.ts";

/**
 * `npm run seed`: fills an empty data folder with the demo's clubs, or with made-up ones:
 * `npm run seed -- --clubs N --teams M --games K [--seed S] [--until DATE]`. Demo and test mode only.
 */
if (env().production) {
  console.error("Production refuses demo data.");
  process.exit(1);
}
const options = await ask(() => readOptions(process.argv.slice(2)));
await (options ? synthetic(options) : demo());
await closePlatform();

async function demo(): Promise<void> {
  const { seedDemo } = await import("../sandbox/demo/seed.ts");
  const written = await seedDemo(await platform());
  console.log(written ? "The demo's clubs are written." : "There are clubs already: nothing was written.");
}

async function synthetic(options: SeedOptions): Promise<void> {
  const open = await platform();
  if (await open.control.selectFrom("clubs").select("code").limit(1).executeTakeFirst()) {
    console.error("There are clubs already: nothing was written. Name an empty folder with DATA_DIR.");
    process.exitCode = 1;
    return;
  }
  const began = performance.now();
  const { clubs, teams, ratings } = await seedSynthetic(open, env().dataDir, options);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const count = (number: number) => number.toLocaleString("en-US");
  console.log(
    `Wrote ${count(clubs)} clubs, ${count(teams)} teams and ${count(ratings)} ratings in ${seconds} s.`,
  );
  console.log(`Sign in with the password ${SEED_PASSWORD} as
  club administrator: club code ${seedCode(1)} to ${seedCode(clubs)}
  coach:              ${seedEmail("coach", 1, 1)} (of club 1, team 1; every club and team likewise)
  team manager:       ${seedEmail("manager", 1, 1)}`);
}

async function ask<Answer>(read: () => Answer): Promise<Answer> {
  try {
    return read();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
