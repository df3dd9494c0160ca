import { closePlatform, platform } from "#app/db/platform.server.ts";
import { env } from "#app/env.server.ts";
import { seedDemo } from "../sandbox/demo/seed.ts";

/** `npm run seed`: fills an empty data folder with the demo's clubs. Demo and test mode only. */
if (env().production) {
  console.error("Production refuses demo data.");
  process.exit(1);
}
const written = await seedDemo(await platform());
console.log(written ? "The demo's clubs are written." : "There are clubs already: nothing was written.");
await closePlatform();
