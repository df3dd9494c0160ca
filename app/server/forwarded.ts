import { isIP } from "node:net";
import type { RequestHandler } from "express";

/** More proxies than anybody has in a row: what stands before them is not believed. */
const MOST_HOPS = 20;

/**
 * Removes what a client can claim about itself. Of the forwarding headers only `X-Forwarded-For` stays, where a proxy
 * is configured, and of it only the addresses after the last thing that is none: proxies add at the end.
 */
export function dropForwarded(trusted: boolean): RequestHandler {
  return (req, _res, next) => {
    const chain = trusted ? addressesOf(String(req.headers["x-forwarded-for"] ?? "")) : [];
    for (const name of Object.keys(req.headers)) {
      if (name.startsWith("x-forwarded") || name === "forwarded") delete req.headers[name];
    }
    if (chain.length > 0) req.headers["x-forwarded-for"] = chain.join(", ");
    next();
  };
}

/** The addresses at the end of a header, without the ports that some proxies add. */
export function addressesOf(header: string): string[] {
  const entries = header.split(",").slice(-MOST_HOPS).map(addressOf);
  return entries.slice(entries.lastIndexOf(null) + 1).filter((entry) => entry !== null);
}

/** '1.2.3.4', '1.2.3.4:80', '2001:db8::1', '[2001:db8::1]' or '[2001:db8::1]:80' as an address, else null. */
function addressOf(entry: string): string | null {
  const text = entry.trim();
  const [, inBrackets, four] = /^(?:\[([\da-f:.]{2,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/i.exec(text) ?? [];
  const address = inBrackets ?? four ?? text;
  if (inBrackets && isIP(address) !== 6) return null;
  return isIP(address) > 0 && !address.includes("%") ? address : null;
}
