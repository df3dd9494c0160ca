import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { SqliteFile } from "#app/db/sqlite.server.ts";
import { main } from "#scripts/create-admin.ts";
import { runCommand, spawnCommand } from "#tests/support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "goodside-create-admin-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const production = {
  PATH: process.env.PATH ?? "",
  NODE_ENV: "production" as const,
  APP_MODE: "production",
  DATA_DIR: folder,
  APP_URL: "https://goodside.example",
  SESSION_SECRET: "k3Jd93kfUe02mAlq83nDz71pQx55vBt0",
  STRIPE_SECRET_KEY: "sk_live_51Nothing",
  STRIPE_WEBHOOK_SECRET: "whsec_9fJ2mKq7",
  STRIPE_PRICE_STANDARD: "price_1",
  STRIPE_PRICE_LARGE: "price_2",
  STRIPE_PRICE_ENTERPRISE: "price_3",
  POSTMARK_SERVER_TOKEN: "b2c9e1f0-4f6a-4c1e-9d3b-0a1b2c3d4e5f",
  POSTMARK_WEBHOOK_SECRET: "q8Rk2mVz71pLx55vBt0nDf93kUe02mAl",
  MAIL_FROM: "hello@goodside.example",
  LOG_LEVEL: "fatal",
};
const PASSWORD = "Sideline-Staff-9";
const name = ["--first-name", "Rae", "--last-name", "Root"];

/** As an operator does who pipes the password in. */
const createAdmin = (args: string[], password = PASSWORD) =>
  runCommand(main, args, { env: production, input: `${password}\n` });

test("makes the first super admin on an empty production folder, once", async () => {
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

test("refuses a weak password, a wrong role and a wrong email", async () => {
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
