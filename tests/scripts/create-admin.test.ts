import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { SqliteFile } from "#app/db/sqlite.server.ts";
import { main } from "#scripts/create-admin.ts";
import { runCommand, spawnCommand } from "#tests/support/command.ts";
import { PRODUCTION } from "#tests/support/production.ts";

const folder = mkdtempSync(join(tmpdir(), "goodside-create-admin-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const production = {
  PATH: process.env.PATH ?? "",
  NODE_ENV: "production" as const,
  ...PRODUCTION,
  DATA_DIR: folder,
  LOG_LEVEL: "fatal",
};
const PASSWORD = "Sideline-Staff-9";
const name = ["--first-name", "Rae", "--last-name", "Root"];

/** Runs the command as an operator who pipes the password in. */
const createAdmin = (args: string[], password = PASSWORD) =>
  runCommand(main, args, { env: production, input: `${password}\n` });

test("the command makes the first super admin on an empty production folder, once", async () => {
  expect(readdirSync(folder)).toEqual([]);
  const made = spawnCommand("create-admin", ["--email", "Rae@Goodside.example", ...name], {
    env: production,
    input: `${PASSWORD}\n`,
  });
  expect(made.said).toContain("rae@goodside.example is super_admin now, and signs in at /admin/login.");
  expect(made.status).toBe(0);
  expect(made.said).not.toContain(PASSWORD);
  const again = await createAdmin(["--email", "rae@goodside.example", ...name]);
  expect(again.status).toBe(1);
  expect(again.said).toContain("is an administrator of the platform already");
  const control = new SqliteFile(join(folder, "control.sqlite"), { readonly: true });
  const rows = control.prepare("select email, role, created_by, password_hash from platform_admins").all();
  control.close();
  expect(rows).toMatchObject([
    { email: "rae@goodside.example", role: "super_admin", created_by: "command line" },
  ]);
  expect((rows[0] as { password_hash: string }).password_hash).toMatch(/^\$argon2id\$/);
});

test("the command refuses a weak password, a wrong role and a wrong email", async () => {
  const person = ["--email", "mo@goodside.example", ...name];
  const refused: [string[], string, string][] = [
    [person, "short", "Password must be at least 8 characters long"],
    [[...person, "--role", "owner"], PASSWORD, "--role is one of"],
    [["--email", "nobody", ...name], PASSWORD, "--email is no email address"],
  ];
  for (const [args, password, message] of refused) {
    const { status, said } = await createAdmin(args, password);
    expect(said).toContain(message);
    expect(said).toContain("Usage: npm run create-admin -- --email E");
    expect(said).not.toContain(PASSWORD);
    expect(status).toBe(2);
  }
});
