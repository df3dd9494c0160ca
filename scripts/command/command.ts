import { type ParseArgsConfig, parseArgs } from "node:util";
import { keepFilesPrivate } from "./private-files.ts";

/** Wrong usage of a command, answered with its usage text. */
export class Misuse extends Error {
  override name = "Misuse";
}

/** The options of a command, as strings and switches. @throws Misuse */
export function readArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  options: Options,
) {
  try {
    return parseArgs({ options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : String(error));
  }
}

/** A club code in upper or lower case. @throws Misuse */
export function readCode(text: string): string {
  const code = text.toLowerCase();
  if (!/^[a-z0-9]{1,80}$/.test(code)) throw new Misuse(`Not a club code: ${text}`);
  return code;
}

/**
 * Runs a command and exits with 0 for success, 1 for a failure (a message without a stack), 2 for wrong usage.
 */
export async function command(usage: string, work: () => Promise<{ failed: boolean }>): Promise<void> {
  keepFilesPrivate();
  try {
    process.exitCode = (await work()).failed ? 1 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    if (error instanceof Misuse) console.error(`Usage: ${usage}`);
    process.exitCode = error instanceof Misuse ? 2 : 1;
  }
}
