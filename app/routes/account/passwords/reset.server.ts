import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { publicContext } from "#app/auth/guards.server.ts";
import { findLink } from "#app/domain/control/links/links.server.ts";
import { COMMON_PASSWORD, isCommonPassword } from "#app/domain/control/passwords/common-passwords.server.ts";
import { TOO_BUSY, TooBusy } from "#app/domain/control/passwords/password.server.ts";
import { MAX_PASSWORD, resetPasswordProblem } from "#app/domain/control/passwords/password-rules.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { completeReset } from "#app/journeys/passwords/reset-password.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Presence only: the password rules follow, one message at a time (product.md#passwords). */
const resetSchema = z.object({
  password: z.string({ error: "Enter a new password" }).max(MAX_PASSWORD, "Use at most 128 characters"),
  confirmPassword: z
    .string({ error: "Enter the new password again" })
    .max(MAX_PASSWORD, "Use at most 128 characters"),
});

const problems = {
  unknown: "Invalid or expired reset token",
  expired: "Reset token has expired. Please request a new password reset.",
  missing: "Invalid or missing reset token",
} as const;

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("reset");

export async function loadReset(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const token = tokenOf(args.request);
  const link = await findLink(control, "reset", token, now());
  if (typeof link === "string")
    return json({ view: "reset" as const, problem: problems[token ? link : "missing"] });
  return json({ view: "reset" as const, problem: null });
}

export async function submitReset(args: ActionFunctionArgs) {
  const { control, note } = await publicContext(args);
  const link = await findLink(control, "reset", tokenOf(args.request), now());
  const again = new URL(args.request.url).pathname + new URL(args.request.url).search;
  if (typeof link === "string") return redirect(again, 303);
  const reading = await readForm(args.request, resetSchema, { hide: ["password", "confirmPassword"] });
  if (!reading.ok) return reading.answer;
  const { password, confirmPassword } = reading.value;
  const problem = resetPasswordProblem(password) ?? (isCommonPassword(password) ? COMMON_PASSWORD : null);
  if (problem) return reading.refuse({ password: problem });
  if (password !== confirmPassword) return reading.refuse({ confirmPassword: "Passwords do not match" });
  try {
    if (!(await completeReset(control, link, password))) return redirect(again, 303);
  } catch (error) {
    if (!(error instanceof TooBusy)) throw error;
    return reading.refuse({ "": TOO_BUSY }, 503);
  }
  note({ event: "password set", user: link.subject_id, club: link.club_code });
  const code = link.club_code ? `&code=${link.club_code}` : "";
  return redirect(`/club/login?message=password-set${code}`, 303);
}
