/** Names of query parameters whose value is a secret or names a person. */
const SECRET_NAME = /token|secret|password|key|session|setup|reset|invite|invitation|forgot|email|signature/i;
/** Values as long as our tokens (43 characters of base64url) are secrets under any name. */
const SECRET_VALUE = /^[\w-]{40,}$/;

/** An address as the log may keep it: the same path, secrets of the query blotted out. */
export function redactAddress(address: string): string {
  const [path = "", ...rest] = address.split("?");
  const quietPath = path
    .split("/")
    .map((part) => (SECRET_VALUE.test(part) ? "[redacted]" : part))
    .join("/");
  if (rest.length === 0) return quietPath;
  const pairs = rest.join("?").split("&").map(redactPair);
  return `${quietPath}?${pairs.join("&")}`;
}

function redactPair(pair: string): string {
  const [name = "", ...value] = pair.split("=");
  const text = decoded(value.join("="));
  if (text === "") return pair;
  if (SECRET_NAME.test(decoded(name)) || SECRET_VALUE.test(text)) return `${name}=[redacted]`;
  // An address inside an address, such as redirectTo, may carry secrets of its own.
  return text.includes("?") ? `${name}=${encodeURIComponent(redactAddress(text))}` : pair;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
