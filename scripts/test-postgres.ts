/**
 * `npm run test:postgres`: runs the tests that touch data on PostgreSQL: one that it starts in a temporary folder, or
 * TEST_DATABASE_URL's, whose role may create databases and `set session_replication_role`. `npm run test:postgres --
 * --slow` runs the slow ones (kills, fuzz), `-- path …` only those whose path contains it. If there is no PostgreSQL
 * and it cannot be installed, they count as skipped.
 */
import { makeTemplate } from "#tests/support/own-database.ts";
import { postgresPrograms, startPostgres } from "#tests/support/postgres-server.ts";
import { command, readArguments, runIfStarted } from "./command/command.ts";
import { installPackages } from "./test/debian.ts";
import { filesForPostgres } from "./test/postgres-files.ts";
import { vitest } from "./test/steps.ts";

export const main = command("npm run test:postgres [-- --slow | PATH …]", async ({ args, print }) => {
  const { values, positionals } = readArguments(args, { slow: { type: "boolean" } }, { words: true });
  const files = filesForPostgres(positionals, values.slow ? "slow" : "quick");
  const suite = files.some((path) => path.includes(".slow.")) ? "all" : "quick";
  const given = process.env.TEST_DATABASE_URL;
  if (!given && !postgresPrograms()) installPackages(["postgresql"], "the tests on it");
  if (!given && !postgresPrograms()) {
    print(`skipped: no PostgreSQL for ${files.length} test files`);
    print(`0 passed, 0 failed, ${files.length} skipped`);
    return { failed: false };
  }
  const server = given ? null : await startPostgres();
  try {
    const url = given ?? server?.url ?? "";
    const since = performance.now();
    await makeTemplate(url);
    print(`${files.length} test files on PostgreSQL`);
    const env = { TEST_DATABASE_URL: url };
    const projects = ["--project=app", "--project=counting", "--project=durability"];
    const { passed, failed, skipped } = await vitest([...projects, ...files], suite, { env });
    print(`${Math.round((performance.now() - since) / 1000)} s on PostgreSQL`);
    print(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    return { failed: failed > 0 };
  } finally {
    await server?.stop();
  }
});

await runIfStarted(import.meta.url, main, { keepPrivate: false });
