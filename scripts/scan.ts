/**
 * `npm run scan -- --minutes 10`: attacks a throwaway server on this machine from outside. It holds a season with every
 * kind of page, in a folder of its own; nothing else is touched. Our own crawler sends hostile values to every page and
 * form that the actors find, then wapiti and sqlmap do, if installed (Debian: apt-get install wapiti sqlmap). `--only
 * crawl`, `wapiti` or `sqlmap` runs one of them. Exits with 1 if anything was found.
 */
import { command, Misuse, readArguments, runIfStarted } from "./command/command.ts";

/** Shares of the time: the crawler knows the forms, the others know more attacks. */
const SHARES = { crawl: 0.4, wapiti: 0.35, sqlmap: 0.25 };
const SCANNERS = Object.keys(SHARES) as (keyof typeof SHARES)[];

export const main = command("npm run scan [-- --minutes N] [--only SCANNER]", async ({ args, print }) => {
  const { values } = readArguments(args, {
    minutes: { type: "string", default: "10" },
    only: { type: "string" },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 24 * 60))
    throw new Misuse(`--minutes must be a number of minutes, not ${JSON.stringify(values.minutes)}`);
  const names = SCANNERS.filter((name) => !values.only || values.only === name);
  if (names.length === 0) throw new Misuse(`--only must be one of ${SCANNERS.join(", ")}`);
  // Read when the first file of the app is imported.
  process.env.LOG_LEVEL = "error";
  const { openTarget } = await import("./scan/target.ts");
  const scanners = {
    crawl: (await import("./scan/crawl.ts")).crawl,
    wapiti: (await import("./scan/wapiti.ts")).wapiti,
    sqlmap: (await import("./scan/sqlmap.ts")).sqlmap,
  };
  const whole = names.reduce((sum, name) => sum + SHARES[name], 0);
  const target = await openTarget();
  const findings: string[] = [];
  try {
    print(
      `${target.surface.targets.length} pages and forms of ${target.actors.length} actors, at ${target.url}`,
    );
    for (const name of names) {
      const seconds = (minutes * 60 * SHARES[name]) / whole;
      const report = await scanners[name](target, seconds);
      print(`\n${name}: ${report.summary}`);
      for (const finding of report.findings) print(`  FOUND ${finding}`);
      findings.push(...report.findings);
    }
  } finally {
    await target.close();
  }
  print(`\n${findings.length === 0 ? "Nothing was found." : `${findings.length} findings.`}`);
  return { failed: findings.length > 0 };
});

await runIfStarted(import.meta.url, main, { keepPrivate: false });
