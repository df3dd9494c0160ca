import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { meantAddress, withMeantAddresses } from "#app/forms/people-in-text.ts";
import { askedAddresses } from "#app/forms/read-form.server.ts";

// product/pages.md#mistyped-addresses
describe("an address that looks mistyped", () => {
  test.each([
    ["dana@gmial.com", "dana@gmail.com"],
    ["o'brien+kids@hotmail.con", "o'brien+kids@hotmail.com"],
    ["dana@gmail.com", null],
    ["dana@ymail.com", null],
    ["dana@parents.example", null],
  ])("%s may mean %s", (typed, meant) => expect(meantAddress(typed)).toBe(meant));

  test("a mistyped address is corrected within a text that stays otherwise unchanged", () => {
    expect(withMeantAddresses("Ann Cole <ann@gmial.com>; bob@gmail.com,\nCy@YAHOO.con")).toBe(
      "Ann Cole <ann@gmail.com>; bob@gmail.com,\nCy@yahoo.com",
    );
  });

  test("a mistyped address is asked about unless it was kept", () => {
    const asked = [{ typed: "b@gmial.com", meant: "b@gmail.com" }];
    expect(askedAddresses(["a@gmial.com", "b@gmial.com"], "c@gmial.com a@gmial.com")).toEqual(asked);
  });
});

/** Files with forms in which people enter their own address. */
const OWN = [
  "app/domain/club/agreements/forms.server.ts",
  "app/domain/club/registrations/forms.server.ts",
  "app/domain/club/settings/forms.server.ts",
  "app/domain/control/accounts/own-account-form.server.ts",
  "app/domain/control/contact/contact-messages.server.ts",
  "app/domain/control/passwords/password-form.server.ts",
  "app/domain/control/signup/forms.server.ts",
  "app/routes/api/schemas.server.ts",
  // Registers the first administrator.
  "app/domain/control/platform/admin-forms.server.ts",
  // Read a line at a time, and asked about separately.
  "app/domain/club/contacts/add-contacts.server.ts",
  "app/routes/club/staff/invite-several.server.ts",
];

// product/pages.md#mistyped-addresses
test("every form that takes another person's address asks about it", () => {
  const root = new URL("../../", import.meta.url);
  const files = readdirSync(new URL("app/", root), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".server.ts") && !file.startsWith("forms/"))
    .map((file) => `app/${file}`);
  const unasked = files.filter((file) =>
    readFileSync(new URL(file, root), "utf8")
      .split("\n")
      .some((line) => line.includes("emailAddress(") && !line.includes("theirAddress(")),
  );
  expect(unasked.sort()).toEqual([...OWN].sort());
});
