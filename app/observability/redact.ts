/** Names of query parameters whose value is a secret or names a person. */
const SECRET_NAME =
  /token|secret|password|key|access|session|setup|reset|invite|invitation|forgot|email|signature|phone|name|search|^q$/i;
/**
 * A value with a run as long as our tokens (43 characters of base64url) is secret under any name, whatever surrounds
 * it.
 */
const SECRET_VALUE = /[\w-]{40,}/;
/** Characters that may be part of a mail address; `hideMail` looks closer. One class, so that nothing is read twice. */
const MAIL_RUN = /[\w.+%'@-]+/g;
/** Secrets in the messages of libraries: Stripe's keys, webhook secrets, our tokens, session cookies. */
const SECRETS =
  /(?<=\/(?:calendar|agreement|stop)\/)[\w-]{43}|\b(sk|rk|pk|whsec|rst|inv|cs)_[\w-]{12,}|\bBearer\s+\S+|(?<![\w./-])[\w-]{43,}(?![\w./-])/g;

/** Longest address in the log, in characters. The longest of our own pages is a third of it. */
const LONGEST_ADDRESS = 2_000;
/** Longest text of an error in the log, in characters. */
const LONGEST_TEXT = 16_000;
const REDACTED = "[redacted]";

/**
 * Redacts an address for the log: the same path, without secrets and mail addresses, at most 2,000 characters and '…'.
 * Takes time in proportion to its length, whatever a client sends.
 */
export function redactAddress(address: string): string {
  const whole = address.length <= LONGEST_ADDRESS;
  const redacted = redactParts(whole ? address : cutAtSeparator(address), true);
  if (whole && redacted.length <= LONGEST_ADDRESS) return redacted;
  return `${redacted.slice(0, LONGEST_ADDRESS)}…`;
}

/** Redacts free text (an error's message or stack) for the log, at most 16,000 characters and '…'. */
export function redactText(text: string): string {
  if (text.length <= LONGEST_TEXT) return withoutMail(text).replace(SECRETS, REDACTED);
  const start = text.slice(0, LONGEST_TEXT);
  // A secret that is cut in two would not be recognized.
  const lastSpace = Math.max(start.lastIndexOf(" "), start.lastIndexOf("\n"));
  return `${redactText(start.slice(0, lastSpace + 1))}…`;
}

/** Cuts an address after the last part that fits whole: half a token would not be recognized. */
function cutAtSeparator(address: string): string {
  const start = address.slice(0, LONGEST_ADDRESS);
  return start.slice(0, Math.max(...["/", "?", "&"].map((separator) => start.lastIndexOf(separator))) + 1);
}

function redactParts(address: string, nested: boolean): string {
  const at = address.indexOf("?");
  const path = (at < 0 ? address : address.slice(0, at)).split("/").map(redactSegment).join("/");
  if (at < 0) return path;
  const pairs = address.slice(at + 1).split("&");
  return `${path}?${pairs.map((pair) => redactPair(pair, nested)).join("&")}`;
}

const redactSegment = (segment: string) =>
  SECRET_VALUE.test(decoded(segment)) ? REDACTED : withoutMail(segment);

/** @param nested whether a value that is an address itself is kept without its secrets, or dropped. */
function redactPair(pair: string, nested: boolean): string {
  const [name = "", ...value] = pair.split("=");
  const text = decoded(value.join("="));
  const key = decoded(name);
  if (text === "") return SECRET_VALUE.test(key) ? REDACTED : withoutMail(pair);
  if (SECRET_NAME.test(key) || SECRET_VALUE.test(text)) return `${name}=${REDACTED}`;
  if (!text.includes("?")) return withoutMail(pair);
  // An address inside an address, such as redirectTo, may carry secrets of its own.
  return `${name}=${nested ? encodeURIComponent(redactParts(text, false)) : REDACTED}`;
}

const withoutMail = (text: string) => text.replace(MAIL_RUN, hideMail);

/** @param run characters of a mail address, with the at sign plain or percent-encoded. */
function hideMail(run: string): string {
  const at = run.search(/@|%40/i);
  if (at < 1 || !/\.[a-z]{2}/i.test(run.slice(at))) return run;
  return run.endsWith(".") ? "[mail]." : "[mail]";
}

/** Decodes ASCII, which all names and secrets are. Never fails: an error for every pair would take its time. */
const decoded = (text: string) =>
  text
    .replaceAll("+", " ")
    .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
