/** `npm run doctor [-- --data DIR] [--backup DIR]`: reports problems of this installation. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Env } from "#app/config/env.server.ts";
import { readWebhookEndpoints } from "#app/payments/webhook-endpoints.server.ts";
import { command, readArguments, runIfStarted } from "./command/command.ts";
import { examine } from "./doctor/examine.ts";

export const main = command("npm run doctor [-- --data DIR] [--backup DIR]", async ({ args, env, print }) => {
  const { values } = readArguments(args, { data: { type: "string" }, backup: { type: "string" } });
  const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    engines: { node: string };
  };
  const settings = settingsOrWhyNot(env);
  // Without a running demo there is no Stripe to ask.
  const asks = !(settings instanceof Error) && (settings.production || settings.sandboxUrl !== undefined);
  const found = await examine(
    {
      settings,
      ...(asks && { webhookEndpoints: readWebhookEndpoints }),
      dataDir: values.data && resolve(values.data),
      backup: values.backup && resolve(values.backup),
      engines: engines.node,
    },
    print,
  );
  return { failed: found.wrong > 0 };
});

await runIfStarted(import.meta.url, main);

function settingsOrWhyNot(env: () => Env): Env | Error {
  try {
    return env();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
