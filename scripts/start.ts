/**
 * What `npm start` ends in: checks the settings, brings the data up to date, then keeps the web processes, the
 * jobs process and, outside production, the stand-ins for Stripe and Postmark alive until it is told to stop.
 */
import { type Env, env } from "#app/env.server.ts";
import { onStop } from "./server/stop.ts";
import { portProblem } from "./start/port.ts";
import { prepareData } from "./start/prepare-data.ts";
import { keepJobs, keepStandIns, keepWeb } from "./start/processes.ts";
import { Supervisor } from "./start/supervise.ts";
import { welcome } from "./start/welcome.ts";

const settings = readSettings();
const supervisor = new Supervisor((line) => console.error(line));
onStop(() => supervisor.stop());
try {
  const problem = await portProblem(settings.port, settings.host);
  if (problem) throw new Error(problem);
  await prepareData(settings, (line) => console.log(line));
  const sandboxUrl = settings.production ? undefined : await keepStandIns(supervisor);
  keepJobs(supervisor, sandboxUrl);
  await keepWeb(supervisor, settings.webWorkers, sandboxUrl);
  console.log(await welcome(settings));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await supervisor.stop();
  process.exit(1);
}

function readSettings(): Env {
  try {
    return env();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
