import { z } from "zod";
import { COMMON_PASSWORD, isCommonPassword } from "#app/domain/control/passwords/common-passwords.server.ts";
import { MAX_PASSWORD, MIN_PASSWORD } from "#app/domain/control/passwords/password-rules.ts";
import { stateCodes } from "#app/domain/values/states.ts";
import { line, mustTick, oneOf, passwordText } from "#app/forms/fields.server.ts";
import { newStaffFields } from "./fields.ts";

/** A phone number as people write it, with its usual punctuation. */
const PHONE = /^\+?[\d\s().x-]{7,40}$/i;

/** 'Create Your Account' (product/teams.md#invitations). The email is the link's. */
export const newStaffSchema = z
  .object({
    fullName: line(newStaffFields.fullName),
    phone: line(newStaffFields.phone).refine(
      (phone) => PHONE.test(phone) && phone.replace(/\D/g, "").length >= 7,
      "Enter a phone number like (555) 010-0142",
    ),
    state: oneOf(stateCodes, newStaffFields.state.required),
    city: line(newStaffFields.city),
    password: passwordText("Choose a password")
      .min(MIN_PASSWORD, "❌ Password must be at least 8 characters")
      .max(MAX_PASSWORD, "Password must be at most 128 characters")
      .refine((password) => !isCommonPassword(password), COMMON_PASSWORD),
    confirmPassword: passwordText("Enter the password again").max(MAX_PASSWORD, "❌ Passwords do not match"),
    agreedToTerms: mustTick("Accept the Terms of Service and the Privacy Policy"),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ["confirmPassword"],
    error: "❌ Passwords do not match",
    when: ({ value }) => {
      const { password, confirmPassword } = value as Record<string, unknown>;
      return typeof password === "string" && typeof confirmPassword === "string";
    },
  });

/** Confirms an existing account. */
export const knownStaffSchema = z.object({
  password: passwordText("Enter your password").max(MAX_PASSWORD, "Use at most 128 characters"),
});
