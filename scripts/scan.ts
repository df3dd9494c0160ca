/**
 * `npm run scan -- --minutes 10`: attacks a throwaway server on this machine from outside. It holds a season with every
 * kind of page, in a folder of its own; nothing else is touched. Our own crawler sends hostile values to every page and
 * form that the actors find, then wapiti and sqlmap do, where they are installed (Debian: apt-get install wapiti sqlmap).
 * `--only crawl`, `wapiti` or `sqlmap` runs one of them. Exits with 1 if anything was found.
 */
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, only: { type: "string" } },
});
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 24 * 60)) {
  console.error(`--minutes must be a number of minutes, not ${JSON.stringify(values.minutes)}`);
  process.exit(2);
}
process.env.LOG_LEVEL = "error";
const { openTarget } = await import("./scan/target.ts");
const { crawl } = await import("./scan/crawl.ts");
const { wapiti } = await import("./scan/wapiti.ts");
const { sqlmap } = await import("./scan/sqlmap.ts");

const scanners = { crawl, wapiti, sqlmap };
/** Parts of the time: the crawler knows the forms, the others know more attacks. */
const shares = { crawl: 0.4, wapiti: 0.35, sqlmap: 0.25 };
const names = (Object.keys(scanners) as (keyof typeof scanners)[]).filter(
  (name) => !values.only || values.only === name,
);
if (names.length === 0) {
  console.error(`--only must be one of ${Object.keys(scanners).join(", ")}`);
  process.exit(2);
}

const whole = names.reduce((sum, name) => sum + shares[name], 0);
const target = await openTarget();
const findings: string[] = [];
try {
  console.log(
    `${target.surface.targets.length} pages and forms of ${target.actors.length} actors, at ${target.url}`,
  );
  for (const name of names) {
    const seconds = (minutes * 60 * shares[name]) / whole;
    const report = await scanners[name](target, seconds);
    console.log(`\n${name}: ${report.summary}`);
    for (const finding of report.findings) console.log(`  FOUND ${finding}`);
    findings.push(...report.findings);
  }
} finally {
  await target.close();
}
console.log(`\n${findings.length === 0 ? "Nothing was found." : `${findings.length} findings.`}`);
process.exit(findings.length === 0 ? 0 : 1);
