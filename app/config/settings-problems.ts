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
  INSTALLATION_KEY_PREVIOUS?: string | undefined;
  ADMIN_SETUP_KEY?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_PRICE_STANDARD?: string | undefined;
  STRIPE_PRICE_LARGE?: string | undefined;
  STRIPE_PRICE_ENTERPRISE?: string | undefined;
  POSTMARK_SERVER_TOKEN?: string | undefined;
  POSTMARK_WEBHOOK_SECRET?: string | undefined;
  BETA_ACCESS_CODE?: string | undefined;
  TRUST_PROXY?: string | undefined;
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
  "INSTALLATION_KEY_PREVIOUS",
  "ADMIN_SETUP_KEY",
  "POSTMARK_WEBHOOK_SECRET",
] as const satisfies (keyof Given)[];

/** Valid shape of each value. */
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

/** Checks the shapes of secrets and addresses that production would use. */
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

/** Finds equal secrets: a service that knows one, such as Postmark, would hold the other. */
export function equalSecrets(given: Given): string[] {
  const secrets = [...RANDOM, "BETA_ACCESS_CODE", "STRIPE_WEBHOOK_SECRET"] as const;
  return secrets.flatMap((name, index) => {
    const same = secrets.slice(0, index).find((other) => given[name] && given[other] === given[name]);
    return same ? [`${name} is the same as ${same}`] : [];
  });
}

/** Proxies in front of a site; more are a mistake that lets every client choose its own address. */
const MOST_PROXIES = 5;
/** A private network of a whole company, 10.0.0.0/8. */
const WIDEST_NETWORK = { 4: 8, 6: 8 };

/** Checks the proxies that are trusted with a client's address. */
function proxyProblems(setting: string | undefined): string[] {
  if (setting === undefined) return [];
  if (/^\d+$/.test(setting))
    return Number(setting) >= 1 && Number(setting) <= MOST_PROXIES
      ? []
      : [`TRUST_PROXY must be 1 to ${MOST_PROXIES} proxies, or their addresses`];
  return setting.split(",").flatMap((part) => {
    const [address = "", bits] = part.trim().split("/");
    if (["loopback", "linklocal", "uniquelocal"].includes(address) && bits === undefined) return [];
    const version = isIP(address);
    if (version !== 4 && version !== 6)
      return [`TRUST_PROXY names ${address || "nothing"}, which is no address`];
    if (bits === undefined) return [];
    const right = /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
    return right && Number(bits) >= WIDEST_NETWORK[version]
      ? []
      : [
          `TRUST_PROXY trusts ${part.trim()}: name the proxy's own network, at most a /${WIDEST_NETWORK[version]}`,
        ];
  });
}

/** Checks the addresses at which the site listens and is reached, in any mode. */
export function addressProblems({ APP_URL, HOST, MAIL_FROM, TRUST_PROXY }: Given): string[] {
  const problems = proxyProblems(TRUST_PROXY);
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
 * Lists what a non-production environment must not have: real keys, whose owner meant production, and a demo open to
 * strangers, although its passwords and its mailbox are public (product/security.md#security).
 */
export function outsideProductionProblems(given: Given): string[] {
  const { APP_MODE, APP_URL, HOST, DEMO_PUBLIC, STRIPE_SECRET_KEY, POSTMARK_SERVER_TOKEN } = given;
  const meant = `but APP_MODE is ${APP_MODE}: for real clubs set APP_MODE=production`;
  const problems: string[] = [];
  if (LIVE_KEY.test(STRIPE_SECRET_KEY ?? "")) problems.push(`STRIPE_SECRET_KEY is a live key, ${meant}`);
  if (POSTMARK_TOKEN.test(POSTMARK_SERVER_TOKEN ?? ""))
    problems.push(`POSTMARK_SERVER_TOKEN is a real token, ${meant}`);
  // Its secrets are samples too.
  if (APP_MODE === "test" && HOST && !isLoopback(HOST))
    problems.push(`HOST opens a test to others, ${meant}`);
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
