import { dictionary } from "@zxcvbn-ts/language-common";
import { MIN_PASSWORD } from "./password-rules.ts";

/** The most common passwords of the minimum length: some 18,000 (product/accounts.md#passwords). */
const common = new Set(dictionary["passwords-common"].filter((password) => password.length >= MIN_PASSWORD));

export const COMMON_PASSWORD = "This password is one of the most common ones. Choose another.";

export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
