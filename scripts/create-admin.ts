/**
 * `npm run create-admin -- --email E --first-name F --last-name L [--role R]`: adds an administrator of the platform.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { resetPasswordErrors } from "#app/domain/control/passwords/new-password.server.ts";
import { registerAdmin } from "#app/domain/control/platform/register-admin.server.ts";
import { EMAIL } from "#app/forms/email-pattern.ts";
import { isPlatformRole, platformRoles } from "#app/permissions/platform-roles.ts";
import { command, Misuse, readArguments, runIfStarted, type Terminal } from "./command/command.ts";

const USAGE =
  "npm run create-admin -- --email E --first-name F --last-name L [--role super_admin|admin|moderator]";

export const main = command(USAGE, async ({ args, env, print, printError, input }) => {
  const { values } = readArguments(args, {
    email: { type: "string" },
    "first-name": { type: "string" },
    "last-name": { type: "string" },
    role: { type: "string" },
  });
  const email = (values.email ?? "").trim().toLowerCase();
  const role = values.role ?? "super_admin";
  const firstName = (values["first-name"] ?? "").trim();
  const lastName = (values["last-name"] ?? "").trim();
  if (!EMAIL.test(email)) throw new Misuse("--email is no email address");
  if (!firstName || !lastName) throw new Misuse("--first-name and --last-name are needed");
  if (!isPlatformRole(role)) throw new Misuse(`--role is one of ${platformRoles.join(", ")}`);
  const password = await readPassword(input());
  const wrong = resetPasswordErrors({ password, confirmPassword: password })?.password;
  if (wrong) throw new Misuse(wrong);
  const { dataDir, databaseUrl, mode, production } = env();
  // An empty folder has no release to migrate from.
  const isNew = !databaseUrl && !existsSync(join(dataDir, "control.sqlite"));
  const platform = await openPlatform({ dataDir, databaseUrl, mode, migrateOnOpen: !production || isNew });
  const made = await registerAdmin(
    platform.control,
    { email, firstName, lastName, company: "", role, password },
    "command line",
  );
  await platform.close();
  if (!made.ok) {
    printError(`${email} is an administrator of the platform already.`);
    return { failed: true };
  }
  print(`${email} is ${role} now, and signs in at /admin/login.`);
  return { failed: false };
});

await runIfStarted(import.meta.url, main);

/**
 * Reads a password from the terminal without showing it, or the first line of standard input: never an argument, which
 * others can see.
 */
async function readPassword(input: ReturnType<Terminal["input"]>): Promise<string> {
  if (input.isTTY) process.stdout.write("Password (not shown): ");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: input.isTTY });
  for await (const line of lines) {
    lines.close();
    if (input.isTTY) process.stdout.write("\n");
    return line.trim();
  }
  return "";
}
