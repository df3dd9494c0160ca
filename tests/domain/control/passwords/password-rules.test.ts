import { describe, expect, test } from "vitest";
import { isCommonPassword } from "#app/domain/control/passwords/common-passwords.server.ts";
import { passwordStrength, resetPasswordProblem } from "#app/domain/control/passwords/password-rules.ts";

describe("a password's strength", () => {
  test.each([
    ["", 0, "Weak"],
    ["abc", 1, "Weak"],
    ["abcdefgh", 2, "Fair"],
    ["Abcdefgh", 3, "Fair"],
    ["Abcdefg1", 4, "Strong"],
    ["Abcdef1!", 5, "Strong"],
  ])("%j scores %i: %s", (password, score, label) => {
    expect(passwordStrength(password)).toMatchObject({ score, label });
    expect(passwordStrength(password).missing).toHaveLength(5 - score);
  });

  test("a password's strength is weak, whatever it scores, where the rules refuse it", () => {
    expect(passwordStrength("Abc1!")).toMatchObject({ score: 4, label: "Weak" });
    expect(passwordStrength(`Abc1!${"x".repeat(124)}`)).toMatchObject({ score: 5, label: "Weak" });
    expect(passwordStrength("Password1", true)).toMatchObject({ score: 4, label: "Weak" });
  });
});

// product/accounts.md#passwords
describe("a new password after a reset", () => {
  test.each([
    ["Short1a", "Password must be at least 8 characters long"],
    ["NOLOWER11", "Password must contain at least one lowercase letter"],
    ["noupper11", "Password must contain at least one uppercase letter"],
    ["NoNumbers", "Password must contain at least one number"],
    ["Fine1234", null],
  ])("%s: %s", (password, problem) => {
    expect(resetPasswordProblem(password)).toBe(problem);
  });
});

test.each(["password", "PASSWORD", "12345678", "baseball", "iloveyou"])("%s is common", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});
test("an uncommon sentence is not common", () => {
  expect(isCommonPassword("we clap for both teams")).toBe(false);
});
