import { realpathSync } from "node:fs";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Env, env as envOfProcess } from "#app/config/env.server.ts";
import { keepFilesPrivate } from "./private-files.ts";

/** Wrong usage of a command, answered with its usage text. */
export class Misuse extends Error {
  override name = "Misuse";
}

/** Input and output of a command, line by line. */
export interface Terminal {
  print(line: string): void;
  printError(line: string): void;
  /** A function, because access to standard input opens it. */
  input(): Readable & { isTTY?: boolean };
}

/**
 * Signature of the commands in scripts/: they run in this process.
 * @returns the exit code: 0 for success, 1 for a failure (a message without a stack), 2 for wrong usage
 */
export type Main = (args: string[], env?: () => Env, terminal?: Terminal) => Promise<number>;

/** Builds a command from its usage text and its work, which throws errors that end it. */
export function command(
  usage: string,
  work: (given: { args: string[]; env: () => Env } & Terminal) => Promise<{ failed: boolean }>,
): Main {
  return async (args, env = envOfProcess, terminal = ownTerminal) => {
    try {
      if (args.includes("--help")) {
        terminal.print(`Usage: ${usage}`);
        return 0;
      }
      // Nothing may change in a dry run, even if the command has none.
      refuseKeptByNpm("dry-run", args);
      return (await work({ args, env, ...terminal })).failed ? 1 : 0;
    } catch (error) {
      terminal.printError(error instanceof Error ? error.message : String(error));
      if (error instanceof Misuse) terminal.printError(`Usage: ${usage}`);
      return error instanceof Misuse ? 2 : 1;
    }
  };
}

const ownTerminal: Terminal = {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  input: () => process.stdin,
};

/**
 * Runs a command if Node was started with its file; a test imports the file and calls `main`.
 * @param url the file's `import.meta.url`
 */
export async function runIfStarted(
  url: string,
  main: Main,
  { keepPrivate } = { keepPrivate: true },
): Promise<void> {
  const [, started = ""] = process.argv;
  if (started === "" || realpathSync(started) !== fileURLToPath(url)) return;
  if (keepPrivate) keepFilesPrivate();
  process.exitCode = await main(process.argv.slice(2));
}

/**
 * Parses a command's options, as strings and switches. A word that is not an option is refused unless the command takes
 * words, and so is an option that npm kept for itself: `npm run x --dry-run` hands it to npm alone.
 * @throws Misuse
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options,
  { words = false }: { words?: boolean } = {},
) {
  for (const name of Object.keys(options)) refuseKeptByNpm(name, args);
  try {
    return parseArgs({ args, options, allowPositionals: words, strict: true });
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : String(error));
  }
}

/** @throws Misuse for an option that npm was given and did not hand on */
function refuseKeptByNpm(name: string, args: readonly string[]): void {
  const kept = process.env[`npm_config_${name.replaceAll("-", "_")}`];
  if (kept && !args.some((arg) => arg.split("=")[0] === `--${name}`))
    throw new Misuse(`npm kept --${name} for itself: write -- before the options`);
}

/**
 * Parses a club code in upper or lower case.
 * @throws Misuse
 */
export function readCode(text: string): string {
  const code = text.toLowerCase();
  if (!/^[a-z0-9]{1,80}$/.test(code)) throw new Misuse(`Not a club code: ${text}`);
  return code;
}
