import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Target } from "#tests/security/discover.ts";
import { urlEncoded } from "#tests/security/encode.ts";
import { runTool } from "./run-tool.ts";
import type { Report, ScanTarget } from "./target.ts";

/** Requests whose typed values reach a query: searches, filters, sign-ins and stored forms. */
const REQUESTS = [
  "POST /club/login",
  "POST /admin/login",
  "POST /register/:slug",
  "POST /contact",
  "POST /signup/details",
  "GET /agreements",
  "GET /leaderboard",
  "GET /schedule",
  "GET /teams",
  "GET /incidents",
  "GET /rating",
  "POST /teams/new",
  "POST /schedule/new",
  "POST /agreements/new",
  "POST /admin/staff",
];

/** Runs sqlmap on a list of requests as the pages offer them, each for its part of the time. */
export async function sqlmap({ url, surface }: ScanTarget, seconds: number): Promise<Report> {
  const findings: string[] = [];
  const clean: string[] = [];
  const unfinished: string[] = [];
  let parameters = 0;
  const chosen = REQUESTS.flatMap((request) => {
    const [method, route] = request.split(" ");
    const candidates = surface.targets.filter((target) => target.method === method && target.route === route);
    const richest = candidates.sort((a, b) => pairsOf(b).length - pairsOf(a).length)[0];
    return richest && pairsOf(richest).length > 0 ? [{ request, target: richest }] : [];
  });
  const folder = mkdtempSync(join(tmpdir(), "goodside-sqlmap-"));
  const until = Date.now() + seconds * 1000;
  try {
    for (const [index, { request, target }] of chosen.entries()) {
      const left = (until - Date.now()) / 1000 / (chosen.length - index);
      const run = await runTool("sqlmap", argumentsFor(url, target, folder), left);
      if (run.output === null)
        return { summary: "not installed, skipped (apt-get install sqlmap)", findings: [] };
      parameters += pairsOf(target).length;
      if (/following injection point|is vulnerable|identified the following/i.test(run.output))
        findings.push(`SQL injection: ${request}\n${run.output.slice(-2_000)}`);
      else if (run.timedOut) unfinished.push(request);
      else if (/do(?:es)? not (?:appear|seem) to be injectable/.test(run.output)) clean.push(request);
      else findings.push(`sqlmap did not test ${request}:\n${run.output.slice(-1_000)}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const rest = unfinished.length > 0 ? `; time was over in ${unfinished.join(", ")}` : "";
  return {
    summary: `${chosen.length} requests with ${parameters} parameters, ${clean.length} tested to the end${rest}`,
    findings,
  };
}

const pairsOf = ({ method, query, fields }: Target) =>
  method === "GET" ? query : fields.filter(({ file }) => !file);

function argumentsFor(url: string, target: Target, folder: string): string[] {
  const search = urlEncoded(target.query);
  return [
    ...[
      "-u",
      `${url}${target.path}${search && `?${search}`}`,
      "--batch",
      "--flush-session",
      "--output-dir",
      folder,
    ],
    ...[
      "--level",
      "1",
      "--risk",
      "1",
      "--dbms",
      "sqlite",
      "--timeout",
      "10",
      "--retries",
      "0",
      "--threads",
      "4",
    ],
    ...["--time-sec", "2", "--disable-coloring", "--ignore-code", "*", "--drop-set-cookie", "--skip-waf"],
    ...["--answers", "redirect=N,follow=N,merge=N,skip=N"],
    ...["--headers", `Origin: ${url}`],
    ...(target.actor.cookie ? ["--cookie", target.actor.cookie] : []),
    ...(target.method === "POST" ? ["--data", urlEncoded(pairsOf(target))] : []),
  ];
}
