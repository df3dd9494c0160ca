/**
 * Runs the stubs as a process: `tsx sandbox/main.ts [--port N]`. Prints its address, and sends it to a parent
 * process as the message `{ url }`.
 */
import { parseArgs } from "node:util";
import { env } from "#app/config/env.server.ts";
import { startSandbox } from "./index.ts";

const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });
const { appUrl, dataDir, stripe, postmark } = env();
const sandbox = await startSandbox({
  port: Number(values.port),
  appUrl,
  dataDir,
  webhookSecret: stripe.webhookSecret,
  priceIds: stripe.prices,
  postmarkToken: postmark.token,
  postmarkWebhookSecret: postmark.webhookSecret,
});
process.stdout.write(`${JSON.stringify({ url: sandbox.url })}\n`);
process.send?.({ url: sandbox.url });

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await sandbox.close();
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
// Exit with a killed parent: nothing else would end this process.
process.on("disconnect", stop);
if (process.connected === false) await stop();
