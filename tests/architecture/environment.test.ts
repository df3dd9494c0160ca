import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseEnv, withOwnSecrets } from "#app/config/env.server.ts";
import { PRODUCTION as good } from "#tests/support/production.ts";

test("a whole production environment is taken", () => {
  const env = parseEnv(good);
  expect(env.production).toBe(true);
  expect(env.host).toBe("0.0.0.0");
  expect(env.secureCookies).toBe(true);
  expect(env.sandboxUrl).toBeUndefined();
});

describe("production refuses to start, naming the variable", () => {
  const needed = Object.keys(good).filter((name) => name !== "APP_MODE");
  test.each(needed)("production refuses to start without %s, and names it", (name) => {
    expect(() => parseEnv({ ...good, [name]: undefined })).toThrow(`${name} is missing`);
    expect(() => parseEnv({ ...good, [name]: "" })).toThrow(`${name} is missing`);
  });

  test.each([
    ["SESSION_SECRET", "demo-session-secret-never-for-production", "SESSION_SECRET is the sample value"],
    ["SESSION_SECRET", "change-me-change-me-change-me-change-me", "SESSION_SECRET is the sample value"],
    ["SESSION_SECRET", "too-short", "SESSION_SECRET is shorter than 32 characters"],
    [
      "SESSION_SECRET_PREVIOUS",
      "demo-session-secret-never-for-production",
      "SESSION_SECRET_PREVIOUS is the sample value",
    ],
    ["SESSION_SECRET_PREVIOUS", "too-short", "SESSION_SECRET_PREVIOUS is shorter than 32 characters"],
    ["SESSION_SECRET_PREVIOUS", good.SESSION_SECRET, "SESSION_SECRET_PREVIOUS is the same as SESSION_SECRET"],
    ["STRIPE_SECRET_KEY", "sk_test_sandbox", "STRIPE_SECRET_KEY is the sample value"],
    ["STRIPE_SECRET_KEY", "sk_test_51abc", "STRIPE_SECRET_KEY is a test key"],
    ["STRIPE_SECRET_KEY", "rk_test_51abc", "STRIPE_SECRET_KEY is a test key"],
    ["STRIPE_WEBHOOK_SECRET", "whsec_sandbox", "STRIPE_WEBHOOK_SECRET is the sample value"],
    ["POSTMARK_SERVER_TOKEN", "sandbox-postmark-token", "POSTMARK_SERVER_TOKEN is the sample value"],
    ["POSTMARK_SERVER_TOKEN", "POSTMARK_API_TEST", "POSTMARK_SERVER_TOKEN is the test token"],
    [
      "POSTMARK_WEBHOOK_SECRET",
      "sandbox-postmark-webhook-secret",
      "POSTMARK_WEBHOOK_SECRET is the sample value",
    ],
    ["POSTMARK_WEBHOOK_SECRET", "short", "POSTMARK_WEBHOOK_SECRET is shorter than 32 characters"],
    ["APP_URL", "http://goodside.example", "APP_URL must start with https://"],
    ["SANDBOX_URL", "http://127.0.0.1:4000", "SANDBOX_URL is set"],
    ["INSTALLATION_KEY", good.SESSION_SECRET, "INSTALLATION_KEY is the same as SESSION_SECRET"],
    ["INSTALLATION_KEY_PREVIOUS", "short", "INSTALLATION_KEY_PREVIOUS is shorter than 32 characters"],
    ["ADMIN_SETUP_KEY", good.SESSION_SECRET, "ADMIN_SETUP_KEY is the same as SESSION_SECRET"],
    ["POSTMARK_WEBHOOK_SECRET", good.SESSION_SECRET, "POSTMARK_WEBHOOK_SECRET is the same as SESSION_SECRET"],
    [
      "BETA_ACCESS_CODE",
      good.POSTMARK_WEBHOOK_SECRET,
      "BETA_ACCESS_CODE is the same as POSTMARK_WEBHOOK_SECRET",
    ],
    ["LOG_LEVEL", "silent", "LOG_LEVEL is silent"],
    ["TRUST_PROXY", "0.0.0.0/0", "TRUST_PROXY trusts 0.0.0.0/0"],
    ["TRUST_PROXY", "loopback, ::/0", "TRUST_PROXY trusts ::/0"],
    ["TRUST_PROXY", "999", "TRUST_PROXY must be 1 to 5 proxies"],
    ["TRUST_PROXY", "proxy.example", "TRUST_PROXY names proxy.example"],
  ])("production refuses %s = %s, and names it", (name, value, sentence) => {
    expect(() => parseEnv({ ...good, [name]: value })).toThrow(sentence);
  });

  test.each([
    ["SESSION_SECRET", "a".repeat(32), "SESSION_SECRET is not random"],
    ["STRIPE_SECRET_KEY", "hello", "STRIPE_SECRET_KEY is no secret key of Stripe"],
    ["STRIPE_WEBHOOK_SECRET", "hello", "STRIPE_WEBHOOK_SECRET is no signing secret"],
    ["STRIPE_PRICE_LARGE", "749", "STRIPE_PRICE_LARGE is no price id"],
    ["POSTMARK_SERVER_TOKEN", "hello", "POSTMARK_SERVER_TOKEN is no server token"],
    ["MAIL_FROM", "hello", "MAIL_FROM is no email address"],
    ["MAIL_FROM", "a@b.example\r\nBcc: c@d.example", "MAIL_FROM is no email address"],
    ["MAIL_FROM", "a@b.example\n", "MAIL_FROM is no email address"],
    ["APP_URL", "https://goodside.example/app", "APP_URL must be like"],
    ["APP_URL", "https://", "APP_URL must be like"],
    ["APP_URL", "https://me:secret@goodside.example", "APP_URL must be like"],
    ["HOST", "goodside.example", "HOST must be an IP address"],
  ])("production refuses %s = %j, which has the wrong shape", (name, value, sentence) => {
    expect(() => parseEnv({ ...good, [name]: value })).toThrow(sentence);
  });

  test("a database without the key that all of its machines share", () => {
    const database = { ...good, DATABASE_URL: "postgres://goodside@db.example/goodside" };
    expect(() => parseEnv(database)).toThrow("INSTALLATION_KEY is missing: with DATABASE_URL");
    expect(
      parseEnv({ ...database, INSTALLATION_KEY: "an9Key-of0an-installation7with2letters" }).databaseUrl,
    ).toBe(database.DATABASE_URL);
  });

  test("production refuses a database whose files would be copied", () => {
    const both = { DATABASE_URL: "postgres://goodside@db.example/goodside", COPY_TO: "/mnt/second" };
    expect(() => parseEnv(both)).toThrow("COPY_TO copies files");
  });

  test("all problems at once", () => {
    const { message } = catchError(() => parseEnv({ APP_MODE: "production" }));
    for (const name of needed) expect(message).toContain(`${name} is missing`);
  });
});

test.each(["1", "5", "loopback", "10.0.0.0/8, 192.0.2.7", "uniquelocal,fd00::/8"])(
  "TRUST_PROXY = %s is taken",
  (TRUST_PROXY) => {
    expect(parseEnv({ ...good, TRUST_PROXY }).trustProxy).toBe(TRUST_PROXY);
  },
);

describe("without APP_MODE=production", () => {
  test("a production environment does not become the demo", () => {
    const { message } = catchError(() => parseEnv({ ...good, APP_MODE: undefined }));
    expect(message).toContain("STRIPE_SECRET_KEY is a live key");
    expect(message).toContain("POSTMARK_SERVER_TOKEN is a real token");
    expect(message).toContain("APP_URL opens the demo to others");
  });

  test.each([
    ["a live key, also in a public demo", { STRIPE_SECRET_KEY: good.STRIPE_SECRET_KEY, DEMO_PUBLIC: "yes" }],
    ["a live key in test mode", { STRIPE_SECRET_KEY: good.STRIPE_SECRET_KEY, APP_MODE: "test" }],
    ["a real mail token", { POSTMARK_SERVER_TOKEN: good.POSTMARK_SERVER_TOKEN }],
    ["a public address", { APP_URL: "http://192.168.1.4:3000" }],
    ["all interfaces", { HOST: "0.0.0.0" }],
    ["all interfaces of IPv6", { HOST: "::" }],
    ["a test that others reach", { HOST: "0.0.0.0", APP_MODE: "test" }],
    ["a public demo whose address is not said", { HOST: "0.0.0.0", DEMO_PUBLIC: "yes" }],
    ["a sender of two lines", { MAIL_FROM: "a@b.example\nBcc: c@d.example" }],
  ])("%s is refused", (_, env) => {
    expect(() => parseEnv(env)).toThrow("The environment is not fit for APP_MODE");
  });

  test.each([
    ["this machine", { HOST: "127.0.0.1", APP_URL: "http://localhost:3000" }, false],
    ["this machine on IPv6", { HOST: "::1", APP_URL: "http://[::1]:3000" }, false],
    ["a demo that is meant", { HOST: "0.0.0.0", APP_URL: "https://demo.example", DEMO_PUBLIC: "yes" }, true],
  ])("%s is taken", (_, env, demoPublic) => {
    expect(parseEnv(env)).toMatchObject({ mode: "demo", demoPublic });
  });
});

test("a public demo has secrets of its own, the same in all its processes and after a restart", () => {
  const folder = () => mkdtempSync(join(tmpdir(), "goodside-demo-"));
  const secretsOf = (DATA_DIR: string, more: Record<string, string> = {}) => {
    const demo = { HOST: "0.0.0.0", APP_URL: "https://demo.example", DEMO_PUBLIC: "yes", DATA_DIR };
    const { sessionSecrets, stripe, postmark } = withOwnSecrets(parseEnv({ ...demo, ...more }));
    return [...sessionSecrets, stripe.webhookSecret, postmark.webhookSecret];
  };
  const [one, other] = [folder(), folder()];
  const { sessionSecrets, stripe, postmark } = parseEnv({});
  const samples = [...sessionSecrets, stripe.webhookSecret, postmark.webhookSecret];
  const own = secretsOf(one);
  expect(new Set([...own, ...secretsOf(other), ...samples]).size).toBe(9);
  expect(own.every((secret) => secret.length === 43)).toBe(true);
  expect(secretsOf(one)).toEqual(own);
  expect(secretsOf(one, { SESSION_SECRET: "chosen" })[0]).toBe("chosen");
  for (const dir of [one, other]) rmSync(dir, { recursive: true });
  // A developer's demo is closed to others and needs no folder.
  const closed = parseEnv({ DATA_DIR: one });
  expect(withOwnSecrets(closed)).toEqual(closed);
  expect(existsSync(one)).toBe(false);
});

test("a value that cannot be read hides no other problem, and is explained in words", () => {
  const malformed = {
    ...{ PORT: "http", WEB_WORKERS: "0", METRICS_PORT: "1.5", LOG_LEVEL: "loud", LOG_KEPT_MB: "-1" },
    ...{
      LOG_KEPT_DAYS: "x",
      CLUB_ERASURE_DAYS: "soon",
      BACKUP_KEPT_DAYS: "-1",
      DEMO_PUBLIC: "maybe",
      DATABASE_URL: "mysql://x/y",
      PRINT_FONTS: "none.ttf",
    },
  };
  const { message } = catchError(() => parseEnv({ ...good, ...malformed, MAIL_FROM: "", HOST: "somewhere" }));
  expect(message.split("\n")).toEqual([
    "Production refuses to start:",
    "- PORT must be a whole number from 0 to 65535",
    "- DEMO_PUBLIC must be yes or no",
    "- DATABASE_URL must be the address of a PostgreSQL: postgres://user:password@host/database",
    "- PRINT_FONTS none.ttf is no font that can be read: name .ttf and .otf files, of a .ttc file#font",
    "- WEB_WORKERS must be a whole number from 1 to 64",
    "- METRICS_PORT must be a whole number from 1 to 65535, or off",
    "- LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent",
    "- LOG_KEPT_MB must be a whole number from 0 to 10000",
    "- LOG_KEPT_DAYS must be a whole number from 1 to 30",
    "- CLUB_ERASURE_DAYS must be a whole number from 0 to 90",
    "- BACKUP_KEPT_DAYS must be a whole number from 0 to 3650",
    "- MAIL_FROM is missing",
    "- HOST must be an IP address or localhost",
  ]);
  const { message: mode } = catchError(() => parseEnv({ ...good, APP_MODE: "prod" }));
  expect(mode.split("\n").slice(1)).toEqual(["- APP_MODE must be demo, production or test"]);
});

test("a malformed variable is named in any mode", () => {
  expect(() => parseEnv({ PORT: "http" })).toThrow("PORT");
  expect(() => parseEnv({ APP_MODE: "staging" })).toThrow("APP_MODE");
  expect(() => parseEnv({ WEB_WORKERS: "0" })).toThrow("WEB_WORKERS");
});

test("the demo binds to this machine only and needs nothing", () => {
  const env = parseEnv({});
  expect(env).toMatchObject({ mode: "demo", host: "127.0.0.1", port: 3000, appUrl: "http://127.0.0.1:3000" });
});

test("the metrics are on the next port, on one that is chosen, or off; never by surprise in a test", () => {
  expect(parseEnv({ PORT: "4000" }).metricsPort).toBe(4001);
  expect(parseEnv({ PORT: "4000", METRICS_PORT: "9100" }).metricsPort).toBe(9100);
  expect(parseEnv({ PORT: "4000", METRICS_PORT: "off" }).metricsPort).toBeNull();
  expect(parseEnv({ PORT: "65535" }).metricsPort).toBeNull();
  expect(parseEnv({ APP_MODE: "test", PORT: "4000" }).metricsPort).toBeNull();
  expect(() => parseEnv({ METRICS_PORT: "yes" })).toThrow("METRICS_PORT");
});

test(".env.example lists exactly the variables that are read, each with a line of explanation", () => {
  const source = readFileSync(new URL("../../app/config/env.server.ts", import.meta.url), "utf8");
  const schema = /const schema = z\.object\(\{([\s\S]*?)\n\}\);/.exec(source)?.[1] ?? "";
  const read = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name);
  const lines = readFileSync(new URL("../../.env.example", import.meta.url), "utf8").split("\n");
  const listed = lines.flatMap((line, at) => {
    const name = /^#?([A-Z_]+)=/.exec(line)?.[1];
    if (!name) return [];
    expect(lines[at - 1], `the line above ${name}`).toMatch(/^# .{10,}/);
    return [name];
  });
  expect(read.length).toBeGreaterThan(10);
  expect(listed.sort()).toEqual(read.sort());
});

describe("in the container's image", () => {
  const image = { ...good, DATA_VOLUME: "/data" };

  test("the image keeps its data in the volume", () => {
    expect(parseEnv(image).dataDir).toBe("/data");
    expect(parseEnv({ ...image, DATA_DIR: "" }).dataDir).toBe("/data");
    expect(parseEnv({ ...image, DATA_DIR: "/data/spring" }).dataDir).toBe("/data/spring");
  });

  test.each(["data", "/srv", "/data2", "/data/../srv"])("the image refuses DATA_DIR=%s", (DATA_DIR) => {
    expect(() => parseEnv({ ...image, DATA_DIR })).toThrow(`DATA_DIR is ${DATA_DIR}, outside of the volume`);
  });

  test("the demo is refused", () => {
    expect(() => parseEnv({ DATA_VOLUME: "/data" })).toThrow("APP_MODE is demo: the image has neither");
  });

  test("the sample of settings, filled in and passed on unchanged, changes nothing that the image sets", () => {
    const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
    const set = [...read("Dockerfile").matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = ""]) =>
      pairs.split(/\s+/).map((pair) => pair.split("=") as [string, string]),
    );
    const sample = [...read(".env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
      ([, name = "", value = ""]) => [name, value] as const,
    );
    expect(set.map(([name]) => name)).toContain("DATA_VOLUME");
    expect(sample.filter(([name]) => set.some(([other]) => other === name))).toEqual([]);
    const { dataDir, host, port } = parseEnv({ ...Object.fromEntries([...set, ...sample]), ...good });
    expect({ dataDir, host, port }).toEqual({ dataDir: "/data", host: "0.0.0.0", port: 3000 });
  });
});

function catchError(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("It did not throw");
}

test.each(["scripts/start.ts", "scripts/migrate.ts"])(
  "%s describes problems of the settings in words alone, and ends with 1",
  (script) => {
    const env = { ...process.env, APP_MODE: "test", METRICS_PORT: "0", LOG_LEVEL: "loud" };
    const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", script], { env });
    expect(
      String(stderr)
        .split("\n")
        .map((line) => line.split(/:| must/)[0]),
    ).toEqual(["The environment is not fit for APP_MODE=test", "- METRICS_PORT", "- LOG_LEVEL", ""]);
    expect(status).toBe(1);
  },
);
