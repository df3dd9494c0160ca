import { spawnSync } from "node:child_process";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { parseEnv } from "#app/config/env.server.ts";
import type { Main } from "#scripts/command/command.ts";

export interface Ended {
  /** The exit code. */
  status: number | null;
  /** Lines of standard output, and of both streams in the order of writing. */
  lines: string[];
  said: string;
}

/** Runs a command of scripts/ in this process, with its own settings if given. */
export async function runCommand(
  main: Main,
  args: string[],
  { env = process.env, input = "" }: { env?: Record<string, string | undefined>; input?: string } = {},
): Promise<Ended> {
  const lines: string[] = [];
  let said = "";
  const status = await main(args, () => parseEnv(env), {
    print(line) {
      lines.push(...line.split("\n"));
      said += `${line}\n`;
    },
    printError(line) {
      said += `${line}\n`;
    },
    input: () => Readable.from(input === "" ? [] : [Buffer.from(input)]),
  });
  return { status, lines, said };
}

/** Runs it as a shell does: slow, so once for each command, as proof that its file starts it. */
export function spawnCommand(
  name: string,
  args: string[],
  { env, input }: { env: NodeJS.ProcessEnv; input?: string },
): Ended {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", `scripts/${name}.ts`, ...args],
    { cwd: fileURLToPath(new URL("../..", import.meta.url)), env, input, encoding: "utf8" },
  );
  return { status, lines: stdout.trimEnd().split("\n"), said: stdout + stderr };
}
