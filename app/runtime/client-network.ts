import { isIPv4, isIPv6 } from "node:net";

/**
 * Returns the part of an address that counts as one client: an IPv4 address, or the /64 of an IPv6 address, because one
 * client usually holds all 2^64. Anything else is returned unchanged.
 */
export function clientNetwork(ip: string): string {
  const [address = ""] = ip.split("%");
  const four = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (four && isIPv4(four)) return four;
  if (!isIPv6(address)) return ip;
  const [head = "", tail] = address.split("::");
  const groups = (part: string) => part.split(":").filter(Boolean);
  // A trailing IPv4 address makes two groups.
  const known = groups(`${head}:${tail ?? ""}`).length + (address.includes(".") ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(8 - known).fill("0");
  const first = [...groups(head), ...zeros, ...groups(tail ?? "")].slice(0, 4);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
