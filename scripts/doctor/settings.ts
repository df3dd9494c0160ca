import { existsSync, statSync } from "node:fs";
import type { Env } from "#app/config/env.server.ts";
import { type Finding, ok, warn, wrong } from "./finding.ts";

/** Lists problems with the settings, in the words with which a start refuses them. Values are never printed. */
export function ofRefusedSettings(message: string): Finding[] {
  const problems = message.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
  return (problems.length > 0 ? problems : [message]).map((problem) =>
    wrong("settings", problem, "set it in the environment or in .env (see .env.example)"),
  );
}

export function ofSettings(settings: Env): Finding[] {
  const { mode, production, trustProxy, webWorkers, secureCookies } = settings;
  const found: Finding[] = [
    production
      ? ok("settings", `production, ${webWorkers} web ${webWorkers === 1 ? "process" : "processes"}`)
      : warn(
          "settings",
          `${mode} mode: stand-ins take the place of Stripe and Postmark`,
          "APP_MODE=production for real clubs",
        ),
  ];
  if (settings.betaAccessCode)
    found.push(
      warn("settings", "private beta: pages ask for BETA_ACCESS_CODE", "take it out to open the site"),
    );
  if (production && trustProxy === undefined) {
    found.push(
      warn(
        "settings",
        "TRUST_PROXY is not set: behind a proxy all visitors count as one",
        "set it to the number of proxies, or ignore this where there is none",
      ),
    );
  }
  if (production && !secureCookies) {
    found.push(wrong("settings", "APP_URL is not https: cookies are not secure", "serve over https"));
  }
  return found;
}

/** Checks .env, which holds secrets: only the site's user should be able to read it. */
export function ofSecretsFile(path: string): Finding[] {
  if (!existsSync(path)) return [];
  const others = statSync(path).mode & 0o077;
  return others === 0
    ? [ok("secrets", `${path} is for its owner only`)]
    : [warn("secrets", `${path} can be read by other users of this machine`, `chmod 600 ${path}`)];
}
