/**
 * `npm run seal-again`: seals second factors and documents with the current INSTALLATION_KEY, while the site runs. With
 * `--lost-key` it drops data that no key opens.
 */
import { pluralize } from "#app/domain/values/pluralize.ts";
import { sealAgain } from "#app/journeys/sealing/seal-again.server.ts";
import { makeKeysOf } from "#app/runtime/installation-key.server.ts";
import { command, readArguments, runIfStarted } from "./command/command.ts";
import { withPlatform } from "./command/with-platform.ts";

export const main = command(
  "npm run seal-again [-- --lost-key]",
  async ({ args, env, print, printError }) => {
    const { values } = readArguments(args, { "lost-key": { type: "boolean" } });
    const lostKey = values["lost-key"] ?? false;
    const settings = env();
    const keys = makeKeysOf(settings.dataDir, settings);
    const report = (count: number, all: number) =>
      print(`${count} of ${pluralize(all, "document")} looked at`);
    const done = await withPlatform(
      settings,
      ({ control }) => sealAgain(control, { keys, lostKey }, report),
      {
        evenWithoutKey: lostKey,
      },
    );
    for (const email of done.closedSeeds)
      print(
        lostKey
          ? `${email}: sets up a new authenticator at the next sign-in`
          : `${email}: no key opens this authenticator`,
      );
    for (const name of done.closedDocuments) print(`uploads/${name}: no key opens this document`);
    print(
      `${pluralize(done.seeds, "authenticator")} and ${pluralize(done.documents, "document")} sealed again`,
    );
    if (done.complete) {
      print(
        "Everything that can be opened is sealed with the current key. Earlier keys are needed only by older backups.",
      );
      return { failed: false };
    }
    printError("An earlier key is still needed: give it as INSTALLATION_KEY_PREVIOUS, and run this again");
    return { failed: true };
  },
);

await runIfStarted(import.meta.url, main);
