import { readFileSync } from "node:fs";

export interface Step {
  /** FROM, COPY, RUN … */
  does: string;
  /** Arguments of the instruction, with continued lines joined. */
  what: string;
}

export interface BenchFixture {
  name: string;
  steps: Step[];
}

/** Parses the stages of a Dockerfile, each with its steps in order. */
export function readDockerfile(path: URL): BenchFixture[] {
  const stages: BenchFixture[] = [];
  const text = readFileSync(path, "utf8")
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n\s*/g, "");
  for (const line of text.split("\n").filter((entry) => entry.trim() !== "")) {
    const [, does = "", what = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (does === "FROM") stages.push({ name: / AS (\w+)$/i.exec(what)?.[1] ?? "", steps: [] });
    stages.at(-1)?.steps.push({ does, what });
  }
  return stages;
}

/** Parses COPY into sources, destination, and the stage that it copies from. */
export function copyOf({ what }: Step): { from: string | null; sources: string[]; to: string } {
  const words = what.split(/\s+/);
  const from = words[0]?.startsWith("--from=") ? (words.shift()?.slice("--from=".length) ?? null) : null;
  const to = words.pop() ?? "";
  return { from, sources: words, to };
}

/** Parses a command in exec form (["node", …]); null for any other. */
export function execForm(what: string): string[] | null {
  const list = what.slice(what.indexOf("["));
  try {
    return JSON.parse(list) as string[];
  } catch {
    return null;
  }
}

/** Tells whether a path is sent to the build: the last line of .dockerignore that fits decides. */
export function dockerIgnore(path: URL): (file: string) => boolean {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return (file) => {
    let sent = true;
    for (const line of lines) {
      const name = line.replace(/^!/, "");
      if (name === "*" || file === name || file.startsWith(`${name}/`)) sent = line.startsWith("!");
    }
    return sent;
  };
}
