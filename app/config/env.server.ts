import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { bucketSettings, copyTarget } from "./copy-target.ts";
import { databaseHosts } from "./database-hosts.ts";
import { isFontFile } from "./font-file.server.ts";
import { keyIn } from "./installation-key-file.server.ts";
import {
  addressProblems,
  equalSecrets,
  outsideProductionProblems,
  shapeProblems,
} from "./settings-problems.ts";

/** Sample secrets for demo and test; production refuses them by name. */
const SAMPLE = {
  SESSION_SECRET: "demo-session-secret-never-for-production",
  STRIPE_SECRET_KEY: "sk_test_sandbox",
  STRIPE_WEBHOOK_SECRET: "whsec_sandbox",
  POSTMARK_SERVER_TOKEN: "sandbox-postmark-token",
  POSTMARK_WEBHOOK_SECRET: "sandbox-postmark-webhook-secret",
} as const;

const blankIsUnset = (value: unknown) => (value === "" ? undefined : value);
const text = z.preprocess(blankIsUnset, z.string().optional());
const wholeNumber = (least: number, most: number, usual: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.preprocess(
    blankIsUnset,
    z.coerce
      .number({ error })
      .refine((n) => Number.isInteger(n) && n >= least && n <= most, { error })
      .default(usual),
  );
};
const databaseUrl = z.preprocess(
  blankIsUnset,
  z
    .string()
    .refine((url) => databaseHosts(url).length > 0)
    .optional(),
);
const MODES = ["demo", "production", "test"] as const;
const LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
/** Describes valid values where the schema has no words of its own. */
const MUST_BE: Record<string, string> = {
  APP_MODE: `must be ${listed(MODES)}`,
  DEMO_PUBLIC: "must be yes or no",
  DATABASE_URL: "must be the address of a PostgreSQL: postgres://user:password@host/database",
  BACKUP_DATABASE_URL: "must be the address of a PostgreSQL: postgres://user:password@host/database",
  METRICS_PORT: "must be a whole number from 1 to 65535, or off",
  LOG_LEVEL: `must be ${listed(LEVELS)}`,
};

const schema = z.object({
  APP_MODE: z.preprocess(blankIsUnset, z.enum(MODES).default("demo")),
  PORT: wholeNumber(0, 65_535, 3000),
  HOST: text,
  DEMO_PUBLIC: z.preprocess(blankIsUnset, z.enum(["yes", "no"]).optional()),
  DATA_DIR: text,
  DATABASE_URL: databaseUrl,
  BACKUP_DATABASE_URL: databaseUrl,
  /** Set by the image: data elsewhere would go with its container. */
  DATA_VOLUME: text,
  BACKUP_DIR: text,
  COPY_TO: text,
  COPY_ENDPOINT: text,
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: text,
  AWS_REGION: text,
  APP_URL: text,
  SESSION_SECRET: text,
  SESSION_SECRET_PREVIOUS: text,
  INSTALLATION_KEY: text,
  INSTALLATION_KEY_PREVIOUS: text,
  ADMIN_SETUP_KEY: text,
  BETA_ACCESS_CODE: text,
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_PRICE_STANDARD: text,
  STRIPE_PRICE_LARGE: text,
  STRIPE_PRICE_ENTERPRISE: text,
  POSTMARK_SERVER_TOKEN: text,
  POSTMARK_WEBHOOK_SECRET: text,
  MAIL_FROM: text,
  PRINT_FONTS: z.preprocess(
    blankIsUnset,
    z
      .string()
      .default("")
      .transform((list) =>
        list
          .split(",")
          .map((font) => font.trim())
          .filter(Boolean),
      )
      .superRefine((fonts, { addIssue }) => {
        for (const font of fonts)
          if (!isFontFile(font))
            addIssue(`${font} is no font that can be read: name .ttf and .otf files, of a .ttc file#font`);
      }),
  ),
  WEB_WORKERS: wholeNumber(1, 64, 1),
  METRICS_PORT: z.preprocess(
    blankIsUnset,
    z.union([z.literal("off"), z.coerce.number().int().min(1).max(65535)]).optional(),
  ),
  TRUST_PROXY: text,
  LOG_LEVEL: z.preprocess(blankIsUnset, z.enum(LEVELS).optional()),
  /** Most log kept on disk for staff to read; 0 MB: none. */
  LOG_KEPT_MB: wholeNumber(0, 10_000, 100),
  LOG_KEPT_DAYS: wholeNumber(1, 30, 7),
  CLUB_ERASURE_DAYS: wholeNumber(0, 90, 7),
  BACKUP_KEPT_DAYS: wholeNumber(0, 3_650, 30),
  /** Role of this process; set by scripts/start.ts for itself and its children. */
  PROCESS_NAME: text,
  /** URL of the local Stripe and Postmark stubs; set by scripts/start.ts for its children. */
  SANDBOX_URL: text,
  /** The descriptor of a listening socket from outside; set by scripts/start.ts for its web processes. */
  HELD_SOCKET: z.preprocess(blankIsUnset, z.coerce.number().int().optional()),
});

export type Env = ReturnType<typeof parseEnv>;

/**
 * Parses the environment into typed settings, with sample values outside production.
 * @throws an Error that names every variable that is malformed, in production missing or a sample, or outside
 * production meant for it
 */
export function parseEnv(source: Record<string, string | undefined>) {
  const { given, malformed } = readSource(source);
  const production = given.APP_MODE === "production";
  const problems = [...malformed, ...imageProblems(given)];
  if (given.DATABASE_URL && given.COPY_TO)
    problems.push(
      "COPY_TO copies files: with DATABASE_URL a standby does it (docs/durability.md#postgresql)",
    );
  // An unknown mode has no rules to check.
  const isModeKnown = !malformed.some((problem) => problem.startsWith("APP_MODE "));
  if (isModeKnown) problems.push(...(production ? productionProblems(given) : otherProblems(given)));
  if (problems.length > 0) {
    const fit = `The environment is not ${isModeKnown ? `fit for APP_MODE=${given.APP_MODE}` : "usable"}`;
    const refuses = production ? "Production refuses to start" : fit;
    throw new Error(`${refuses}:\n- ${problems.join("\n- ")}`);
  }

  const host = given.HOST ?? (production ? "0.0.0.0" : "127.0.0.1");
  const appUrl = new URL(given.APP_URL ?? `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${given.PORT}`);
  return {
    mode: given.APP_MODE,
    production,
    port: given.PORT,
    host,
    /** Replaces host and port if another process holds the socket (docs/operating.md#a-release). */
    heldSocket: given.HELD_SOCKET,
    dataDir: given.DATA_DIR ?? given.DATA_VOLUME ?? "data",
    /** PostgreSQL URL; null when clubs are files. */
    databaseUrl: given.DATABASE_URL ?? null,
    /** The same URL with a role that reads every club's rows, for backups alone. */
    backupDatabaseUrl: given.BACKUP_DATABASE_URL ?? null,
    /** Folder of the backups from which staff restore a club; null for none (product/support.md#support-tools). */
    backupDir: given.BACKUP_DIR ?? null,
    /**
     * Target to which every change is copied within a minute; null for none (product/operations.md#continuous-copy).
     */
    copyTo: copyTarget(given),
    /** Settings for a bucket that is named on the command line (`npm run restore -- --from s3://…`). */
    bucketSettings: bucketSettings(given),
    /** True if strangers may use the demo; its passwords are then random. */
    demoPublic: given.APP_MODE === "demo" && given.DEMO_PUBLIC === "yes",
    appUrl: appUrl.origin,
    secureCookies: appUrl.protocol === "https:",
    sessionSecrets: sessionSecrets(given),
    /** Replaces the key that the data folder keeps, which other machines do not see (installation-key.server.ts). */
    installationKey: given.INSTALLATION_KEY ?? null,
    /** Opens older sealed data until `npm run seal-again` has sealed it with the current key. */
    installationKeyPrevious: given.INSTALLATION_KEY_PREVIOUS ?? null,
    /** Opens /admin/register until the platform has a super admin; without it that page does not exist. */
    adminSetupKey: given.ADMIN_SETUP_KEY ?? null,
    /** Beta access code. null: the site is open (product/accounts.md#beta-gate). */
    betaAccessCode: given.BETA_ACCESS_CODE?.trim() || null,
    logLevel: given.LOG_LEVEL ?? (given.APP_MODE === "test" ? "silent" : "info"),
    /** Limits of the log kept in the data folder (product/operations.md#console); null: none is kept. */
    keptLog:
      given.LOG_KEPT_MB === 0 ? null : { bytes: given.LOG_KEPT_MB * 1024 * 1024, days: given.LOG_KEPT_DAYS },
    /** Days between the order to erase a club and its erasure (product/privacy.md#erasing-a-club). */
    clubErasureDays: given.CLUB_ERASURE_DAYS,
    /** The age in days at which the operator deletes the oldest backup. */
    backupKeptDays: given.BACKUP_KEPT_DAYS,
    /** Scripts and tests are not processes of the server: they keep no log. */
    processName: given.PROCESS_NAME ?? null,
    /** Font files for letters that DejaVu Sans lacks (product/printables.md#letters-in-print). */
    printFonts: given.PRINT_FONTS,
    webWorkers: given.WEB_WORKERS,
    metricsPort: metricsPort(given),
    metricsPortGiven: typeof given.METRICS_PORT === "number",
    /** Express's 'trust proxy' setting: a hop count, a list of addresses, or unset. */
    trustProxy: given.TRUST_PROXY,
    sandboxUrl: production ? undefined : given.SANDBOX_URL,
    stripe: {
      secretKey: given.STRIPE_SECRET_KEY ?? SAMPLE.STRIPE_SECRET_KEY,
      webhookSecret: given.STRIPE_WEBHOOK_SECRET ?? SAMPLE.STRIPE_WEBHOOK_SECRET,
      prices: {
        standard: given.STRIPE_PRICE_STANDARD ?? "price_sandbox_standard",
        large: given.STRIPE_PRICE_LARGE ?? "price_sandbox_large",
        enterprise: given.STRIPE_PRICE_ENTERPRISE ?? "price_sandbox_enterprise",
      },
      standIn: given.STRIPE_SECRET_KEY === undefined,
    },
    postmark: {
      token: given.POSTMARK_SERVER_TOKEN ?? SAMPLE.POSTMARK_SERVER_TOKEN,
      webhookSecret: given.POSTMARK_WEBHOOK_SECRET ?? SAMPLE.POSTMARK_WEBHOOK_SECRET,
      standIn: given.POSTMARK_SERVER_TOKEN === undefined,
    },
    mailFrom: given.MAIL_FROM ?? "hello@goodside.example",
  };
}

type Given = z.infer<typeof schema>;

/** Reads the settings. A value that cannot be read counts as unset and is reported. */
function readSource(source: Record<string, string | undefined>): { given: Given; malformed: string[] } {
  const parsed = schema.safeParse(source);
  if (parsed.success) return { given: parsed.data, malformed: [] };
  const problems = new Map(
    parsed.error.issues.map(({ path, message }) => {
      const name = path.join(".");
      return [name, `${name} ${MUST_BE[name] ?? message}`];
    }),
  );
  const rest = Object.fromEntries(Object.entries(source).filter(([name]) => !problems.has(name)));
  return { given: schema.parse(rest), malformed: [...problems.values()] };
}

function listed(values: readonly string[]): string {
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}

/**
 * Lists the session secrets: the first signs and all verify, so that a secret can be replaced
 * (product/security.md#secrets).
 */
function sessionSecrets(given: Given): [string, ...string[]] {
  const current = given.SESSION_SECRET ?? SAMPLE.SESSION_SECRET;
  const previous = given.SESSION_SECRET_PREVIOUS;
  return previous ? [current, previous] : [current];
}

/** Returns METRICS_PORT, by default the port after PORT; null for no metrics, as in tests by default. */
function metricsPort(given: Given): number | null {
  if (given.METRICS_PORT === "off") return null;
  if (given.METRICS_PORT !== undefined) return given.METRICS_PORT;
  return given.APP_MODE === "test" || given.PORT === 0 || given.PORT === 65535 ? null : given.PORT + 1;
}

/** Lists settings with which a container would start and lose its data when it ends. */
function imageProblems({ APP_MODE, DATA_DIR, DATA_VOLUME }: Given): string[] {
  if (!DATA_VOLUME) return [];
  const problems: string[] = [];
  if (DATA_DIR && !`${resolve(DATA_DIR)}/`.startsWith(`${resolve(DATA_VOLUME)}/`))
    problems.push(
      `DATA_DIR is ${DATA_DIR}, outside of the volume ${DATA_VOLUME}: data there would go with the container`,
    );
  if (APP_MODE !== "production")
    problems.push(`APP_MODE is ${APP_MODE}: the image has neither the stand-ins nor the demo`);
  return problems;
}

/** Guessing is limited per network; people type it from a mail. */
const BETA_CODE_LENGTH = 8;

/** Lists what production lacks or must not have (product/security.md#security). */
function productionProblems(given: Given): string[] {
  const problems: string[] = [];
  const required = [
    "APP_URL",
    "SESSION_SECRET",
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "STRIPE_PRICE_STANDARD",
    "STRIPE_PRICE_LARGE",
    "STRIPE_PRICE_ENTERPRISE",
    "POSTMARK_SERVER_TOKEN",
    "POSTMARK_WEBHOOK_SECRET",
    "MAIL_FROM",
  ] as const;
  for (const name of required) if (!given[name]) problems.push(`${name} is missing`);
  if (given.DATABASE_URL && !given.INSTALLATION_KEY)
    problems.push("INSTALLATION_KEY is missing: with DATABASE_URL every machine needs the same one");
  for (const [name, sample] of Object.entries(SAMPLE)) {
    if (given[name as keyof typeof SAMPLE] === sample) problems.push(`${name} is the sample value`);
  }
  for (const name of [
    "SESSION_SECRET",
    "SESSION_SECRET_PREVIOUS",
    "INSTALLATION_KEY",
    "INSTALLATION_KEY_PREVIOUS",
    "ADMIN_SETUP_KEY",
  ] as const) {
    const secret = given[name];
    if (secret && secret.length < 32) problems.push(`${name} is shorter than 32 characters`);
    if (secret?.startsWith("change-me")) problems.push(`${name} is the sample value`);
  }
  if (given.SESSION_SECRET_PREVIOUS === SAMPLE.SESSION_SECRET)
    problems.push("SESSION_SECRET_PREVIOUS is the sample value");
  problems.push(...equalSecrets(given));
  if (given.LOG_LEVEL === "silent") problems.push("LOG_LEVEL is silent: nobody would see what went wrong");
  if (given.BETA_ACCESS_CODE && given.BETA_ACCESS_CODE.trim().length < BETA_CODE_LENGTH)
    problems.push(`BETA_ACCESS_CODE is shorter than ${BETA_CODE_LENGTH} characters`);
  if (given.BETA_ACCESS_CODE?.startsWith("change-me")) problems.push("BETA_ACCESS_CODE is the sample value");
  if (given.POSTMARK_WEBHOOK_SECRET && given.POSTMARK_WEBHOOK_SECRET.length < 32)
    problems.push("POSTMARK_WEBHOOK_SECRET is shorter than 32 characters");
  if (given.STRIPE_SECRET_KEY && /^(sk|rk)_test_/.test(given.STRIPE_SECRET_KEY))
    problems.push("STRIPE_SECRET_KEY is a test key");
  if (given.POSTMARK_SERVER_TOKEN === "POSTMARK_API_TEST")
    problems.push("POSTMARK_SERVER_TOKEN is the test token");
  if (given.APP_URL && !given.APP_URL.startsWith("https://"))
    problems.push("APP_URL must start with https://");
  if (given.SANDBOX_URL) problems.push("SANDBOX_URL is set: the stand-ins are not for production");
  for (const problem of shapeProblems(given)) {
    // One problem per variable is enough.
    const [name] = problem.split(" ");
    if (!problems.some((other) => other.startsWith(`${name} `))) problems.push(problem);
  }
  return problems;
}

/** Checks other environments: production without its APP_MODE must not become a demo with known passwords. */
function otherProblems(given: Given): string[] {
  return [...addressProblems(given), ...outsideProductionProblems(given)];
}

let current: Env | undefined;

/** Returns the settings of this process, read at first use from the environment and an optional .env file. */
export function env(): Env {
  if (current) return current;
  // Variables of the environment win over the file. Tests must not depend on a developer's file.
  if (process.env.APP_MODE !== "test" && existsSync(".env")) process.loadEnvFile(".env");
  current = withOwnSecrets(parseEnv(process.env));
  return current;
}

/**
 * Replaces the secrets of a public demo by those of its data folder: everybody can read the samples. The stubs' secrets
 * stay, because they listen on this machine only.
 */
export function withOwnSecrets(settings: Env): Env {
  if (!settings.demoPublic) return settings;
  const key = settings.installationKey ?? keyIn(settings.dataDir);
  const own = (
    name: "SESSION_SECRET" | "STRIPE_WEBHOOK_SECRET" | "POSTMARK_WEBHOOK_SECRET",
    given: string,
  ) =>
    given === SAMPLE[name] ? createHmac("sha256", key).update(`demo ${name}`).digest("base64url") : given;
  const [first, ...others] = settings.sessionSecrets;
  return {
    ...settings,
    sessionSecrets: [own("SESSION_SECRET", first), ...others],
    stripe: {
      ...settings.stripe,
      webhookSecret: own("STRIPE_WEBHOOK_SECRET", settings.stripe.webhookSecret),
    },
    postmark: {
      ...settings.postmark,
      webhookSecret: own("POSTMARK_WEBHOOK_SECRET", settings.postmark.webhookSecret),
    },
  };
}

/** Returns the log level, even if the settings are invalid: the next call of `env()` reports the problem. */
export function logLevel(): Env["logLevel"] {
  try {
    return env().logLevel;
  } catch {
    return "info";
  }
}

/** Tells whether this is a process of the server, whose log is kept; false if the settings are invalid. */
export function keepsLog(): boolean {
  try {
    return env().processName !== null && env().keptLog !== null;
  } catch {
    return false;
  }
}

/** Tells whether this is `npm run dev`, the only one to set NODE_ENV so: errors in its log are printed for people. */
export const isDevelopment = () => process.env.NODE_ENV === "development";
