import { isIP } from "node:net";

/** The settings whose values are judged, as they were given. */
interface Given {
  APP_MODE: "demo" | "production" | "test";
  HOST?: string | undefined;
  APP_URL?: string | undefined;
  DEMO_PUBLIC?: "yes" | "no" | undefined;
  SESSION_SECRET?: string | undefined;
  SESSION_SECRET_PREVIOUS?: string | undefined;
  INSTALLATION_KEY?: string | undefined;
  ADMIN_SETUP_KEY?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_PRICE_STANDARD?: string | undefined;
  STRIPE_PRICE_LARGE?: string | undefined;
  STRIPE_PRICE_ENTERPRISE?: string | undefined;
  POSTMARK_SERVER_TOKEN?: string | undefined;
  POSTMARK_WEBHOOK_SECRET?: string | undefined;
  MAIL_FROM?: string | undefined;
}

const POSTMARK_TOKEN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const LIVE_KEY = /^(sk|rk)_live_/;
/** Random text of 32 characters has some twenty different ones; repeated words have few. */
const FEWEST_DIFFERENT = 10;

/** Secrets that we compare or seal with. */
const RANDOM = [
  "SESSION_SECRET",
  "SESSION_SECRET_PREVIOUS",
  "INSTALLATION_KEY",
  "ADMIN_SETUP_KEY",
  "POSTMARK_WEBHOOK_SECRET",
] as const satisfies (keyof Given)[];

/** What a value looks like where it is right. */
const SHAPES: [names: (keyof Given)[], shape: RegExp, says: string][] = [
  [["STRIPE_SECRET_KEY"], /^(sk|rk)_(live|test)_\w{8,}$/, "is no secret key of Stripe (sk_live_…)"],
  [["STRIPE_WEBHOOK_SECRET"], /^whsec_[\w+/=-]{8,}$/, "is no signing secret of Stripe (whsec_…)"],
  [
    ["STRIPE_PRICE_STANDARD", "STRIPE_PRICE_LARGE", "STRIPE_PRICE_ENTERPRISE"],
    /^price_\w+$/,
    "is no price id of Stripe (price_…)",
  ],
  [["POSTMARK_SERVER_TOKEN"], POSTMARK_TOKEN, "is no server token of Postmark (8-4-4-4-12 hex digits)"],
  [["POSTMARK_WEBHOOK_SECRET"], /^[\w-]+$/, "must be letters and digits: it is part of an address"],
  [
    ["MAIL_FROM"],
    /^[\w.+-]{1,64}@[a-z\d-]{1,63}(\.[a-z\d-]{1,63}){1,8}$/i,
    "is no email address (hello@your-domain.com)",
  ],
];

/** What is wrong with the shapes of secrets and addresses that production would use. */
export function shapeProblems(given: Given): string[] {
  const problems = SHAPES.flatMap(([names, shape, says]) =>
    names.filter((name) => given[name] && !shape.test(given[name])).map((name) => `${name} ${says}`),
  );
  for (const name of RANDOM) {
    const different = new Set(given[name]).size;
    if (given[name] && different < FEWEST_DIFFERENT)
      problems.push(`${name} is not random: it has only ${different} different characters`);
  }
  return [...problems, ...addressProblems(given)];
}

/** What is wrong with where the site listens and is reached, in any mode. */
export function addressProblems({ APP_URL, HOST, MAIL_FROM }: Given): string[] {
  const problems: string[] = [];
  if (APP_URL && !isOrigin(APP_URL))
    problems.push("APP_URL must be like https://goodside.example, without a path");
  if (HOST && isIP(HOST) === 0 && HOST !== "localhost")
    problems.push("HOST must be an IP address or localhost");
  if (MAIL_FROM && /[\r\n\0]/.test(MAIL_FROM)) problems.push("MAIL_FROM must be one line");
  return problems;
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, username } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && [origin, `${origin}/`].includes(text.toLowerCase());
}

/**
 * What an environment that is not production must not have: real keys, whose owner meant production, and a demo that
 * strangers reach although its passwords and its mailbox are public (product.md#security).
 */
export function outsideProductionProblems(given: Given): string[] {
  const { APP_MODE, APP_URL, HOST, DEMO_PUBLIC, STRIPE_SECRET_KEY, POSTMARK_SERVER_TOKEN } = given;
  const meant = `but APP_MODE is ${APP_MODE}: for real clubs set APP_MODE=production`;
  const problems: string[] = [];
  if (LIVE_KEY.test(STRIPE_SECRET_KEY ?? "")) problems.push(`STRIPE_SECRET_KEY is a live key, ${meant}`);
  if (POSTMARK_TOKEN.test(POSTMARK_SERVER_TOKEN ?? ""))
    problems.push(`POSTMARK_SERVER_TOKEN is a real token, ${meant}`);
  if (APP_MODE !== "demo") return problems;
  const open = [
    ...(HOST && !isLoopback(HOST) ? ["HOST"] : []),
    ...(APP_URL && URL.canParse(APP_URL) && !isLoopback(new URL(APP_URL).hostname) ? ["APP_URL"] : []),
  ];
  if (DEMO_PUBLIC !== "yes")
    for (const name of open)
      problems.push(`${name} opens the demo to others, ${meant}; to show the demo set DEMO_PUBLIC=yes`);
  if (DEMO_PUBLIC === "yes" && !APP_URL)
    problems.push("APP_URL is missing: where people reach the public demo");
  return problems;
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}
