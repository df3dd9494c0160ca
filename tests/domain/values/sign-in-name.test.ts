import { expect, test } from "vitest";
import { signInName } from "#app/domain/values/sign-in-name.ts";

// product/accounts.md#accounts
test.each([
  ["DEMO1", "club-code", "demo1"],
  ["demo 1", "club-code", "demo1"],
  [" De\u00a0Mo\t1 ", "club-code", "demo1"],
  ["Dana@People.example", "email", "dana@people.example"],
  ["  dana@people.example ", "email", "dana@people.example"],
])("%j signs in by %s as %s", (typed, method, name) => {
  expect(signInName(typed)).toEqual({ method, name });
});
