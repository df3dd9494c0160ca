import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "./run-tool.ts";
import type { Report, ScanTarget } from "./target.ts";

const MODULES = "sql,blindsql,xss,permanentxss,file,exec,crlf,redirect,xxe,htaccess,methods";
/** Actors whose pages it crawls with a cookie; public pages without one. */
const ACTORS = ["a stranger", "the administrator", "a super admin"];
/** Beyond this it is killed: wapiti ends its modules late. */
const GRACE_SECONDS = 30;

interface Finding {
  method: string;
  path: string;
  info: string;
  parameter: string;
}

interface WapitiReport {
  vulnerabilities: Record<string, Finding[]>;
  anomalies: Record<string, Finding[]>;
}

/** Runs Wapiti's own crawler and attacks, as several actors. */
export async function wapiti({ url, actors, surface }: ScanTarget, seconds: number): Promise<Report> {
  const findings: string[] = [];
  const lines: string[] = [];
  for (const name of ACTORS) {
    const actor = actors.find((candidate) => candidate.name === name);
    if (!actor) throw new Error(`There is no actor called ${name}`);
    const folder = mkdtempSync(join(tmpdir(), "goodside-wapiti-"));
    const reportFile = join(folder, "report.json");
    const share = seconds / ACTORS.length;
    const pages = new Set(
      surface.targets
        .filter((target) => target.actor === actor && target.method === "GET")
        .map(({ path }) => path),
    );
    try {
      const run = await runTool(
        "wapiti",
        [
          ...["-u", `${url}/`, "--scope", "folder", "-m", MODULES, "-v", "1", "-t", "10", "-d", "6"],
          ...[
            "--max-scan-time",
            String(Math.round(share / 2)),
            "--max-attack-time",
            String(Math.round(share / 20)),
          ],
          ...["--flush-session", "--store-session", folder, "--no-bugreport", "-f", "json", "-o", reportFile],
          ...["-H", `Origin: ${url}`],
          ...(actor.cookie ? ["-H", `Cookie: ${actor.cookie}`] : []),
          ...[...pages].slice(0, 150).flatMap((path) => ["-s", url + path]),
        ],
        share + GRACE_SECONDS,
      );
      if (run.output === null)
        return { summary: "not installed, skipped (apt-get install wapiti)", findings: [] };
      if (!run.timedOut && !existsSync(reportFile)) {
        findings.push(`wapiti made no report as ${name}:\n${run.output.slice(-1_500)}`);
        continue;
      }
      const report = run.timedOut ? null : (JSON.parse(readFileSync(reportFile, "utf8")) as WapitiReport);
      const crawled = /(?:found|saved)\s+(\d+)\s+(?:pages|urls)/i.exec(run.output)?.[1];
      const forms = /(\d+)\s+forms?/i.exec(run.output)?.[1];
      lines.push(
        `${name}: ${pages.size} start pages${crawled ? `, ${crawled} addresses` : ""}${forms ? `, ${forms} forms` : ""}${run.timedOut ? ", stopped before it reported" : ""}`,
      );
      for (const group of report ? [report.vulnerabilities, report.anomalies] : [])
        for (const [kind, found] of Object.entries(group))
          for (const { method, path, parameter, info } of found)
            findings.push(`${kind} as ${name}: ${method} ${path} ${parameter} ${info}`.slice(0, 300));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { summary: `modules ${MODULES}; ${lines.join("; ")}`, findings };
}
