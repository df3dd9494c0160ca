/** Names of query parameters whose value is a secret or names a person. */
const SECRET_NAME =
  /token|secret|password|key|session|setup|reset|invite|invitation|forgot|email|signature|phone|name|search|^q$/i;
/** Values as long as our tokens (43 characters of base64url) are secrets under any name. */
const SECRET_VALUE = /^[\w-]{40,}$/;
const MAIL = /[\w.+%'-]+(@|%40)[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi;
/** Secrets in the messages of libraries: Stripe's keys, webhook secrets, our tokens, session cookies. */
const SECRETS = /\b(sk|rk|pk|whsec|rst|inv|cs)_[\w-]{12,}|\bBearer\s+\S+|(?<![\w./-])[\w-]{43,}(?![\w./-])/g;

/** An address for the log: the same path, without secrets and mail addresses. */
export function redactAddress(address: string): string {
  const [path = "", ...rest] = address.split("?");
  const quietPath = path
    .split("/")
    .map((part) => (SECRET_VALUE.test(decoded(part)) ? "[redacted]" : withoutMail(part)))
    .join("/");
  if (rest.length === 0) return quietPath;
  const pairs = rest.join("?").split("&").map(redactPair);
  return `${quietPath}?${pairs.join("&")}`;
}

/** Free text (an error's message or stack) for the log. */
export function redactText(text: string): string {
  return withoutMail(text).replace(SECRETS, "[redacted]");
}

function redactPair(pair: string): string {
  const [name = "", ...value] = pair.split("=");
  const text = decoded(value.join("="));
  const key = decoded(name);
  if (text === "") return SECRET_VALUE.test(key) ? "[redacted]" : withoutMail(pair);
  if (SECRET_NAME.test(key) || SECRET_VALUE.test(text)) return `${name}=[redacted]`;
  // A nested address such as redirectTo may carry secrets of its own.
  return text.includes("?") ? `${name}=${encodeURIComponent(redactAddress(text))}` : withoutMail(pair);
}

const withoutMail = (text: string) => text.replace(MAIL, "[mail]");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
