import { expect, test } from "vitest";
import { emailAddress } from "#app/forms/fields.server.ts";

const taken = (address: string) => emailAddress().safeParse(address).success;

test.each([
  "dana@people.example",
  "o'brien+kids@mail.example.co.uk",
  "josé@xn--bcher-kva.example",
  "a@x2.example",
])("%s is an address", (address) => expect(taken(address)).toBe(true));

// product/security.md#security
test.each([
  ["turned around", "\u202egro.elpmaxe@x.example"],
  ["isolated", "\u2066a@x.example"],
  ["with a hidden blank", "a\u200bb@x.example"],
  ["with a soft hyphen", "a\u00adb@x.example"],
  ["with a mark of the byte order", "a\ufeffb@x.example"],
  ["with marks on marks", `a${"\u0301".repeat(7)}@x.example`],
  ["of a network address", "x@127.0.0.1"],
  ["without a domain", "x@example"],
])("an address %s is refused", (_, address) => expect(taken(address)).toBe(false));
