/** `npm run doctor [-- --data DIR] [--backup DIR]`: says what is wrong with this installation. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Env, env } from "#app/config/env.server.ts";
import { command, readArguments } from "./command/command.ts";
import { examine } from "./doctor/examine.ts";

await command("npm run doctor [-- --data DIR] [--backup DIR]", async () => {
  const { values } = readArguments({ data: { type: "string" }, backup: { type: "string" } });
  const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    engines: { node: string };
  };
  const found = await examine(
    {
      settings: settingsOrWhyNot(),
      dataDir: values.data && resolve(values.data),
      backup: values.backup && resolve(values.backup),
      engines: engines.node,
    },
    (line) => console.log(line),
  );
  return { failed: found.wrong > 0 };
});

function settingsOrWhyNot(): Env | Error {
  try {
    return env();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
