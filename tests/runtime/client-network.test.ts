import { expect, test } from "vitest";
import { clientNetwork } from "#app/runtime/client-network.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:0:0:1::", "2001:db8:0:0::/64"],
  ["2001:0db8:00aa:b:1:2:3:4", "2001:db8:aa:b::/64"],
  ["::1", "0:0:0:0::/64"],
  ["64:ff9b::203.0.113.9", "64:ff9b:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["unknown", "unknown"],
  ["dana@people.example", "dana@people.example"],
])("%s counts as %s", (ip, network) => {
  expect(clientNetwork(ip)).toBe(network);
});
