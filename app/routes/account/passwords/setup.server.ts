import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { redirectWith } from "#app/auth/flash.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { COMMON_PASSWORD, isCommonPassword } from "#app/domain/control/passwords/common-passwords.server.ts";
import { TooBusy } from "#app/domain/control/passwords/password.server.ts";
import {
  MAX_PASSWORD,
  MIN_PASSWORD,
  passwordStrength,
  SETUP_SCORE,
} from "#app/domain/control/passwords/password-rules.ts";
import { THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { line } from "#app/forms/fields.server.ts";
import { postedForm } from "#app/forms/posted-form.server.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import {
  openSetup,
  requestSetupLink,
  setUpPassword,
} from "#app/journeys/passwords/set-up-password.server.ts";

const passwordForm = z.object({
  password: z.string({ error: "Enter a password" }),
  confirmPassword: z.string({ error: "Enter the password again" }),
});
const newLinkForm = z.object({ clubCode: line("Enter your club login code", 80) });

const addressOf = (request: Request) => {
  const { pathname, search, searchParams } = new URL(request.url);
  return {
    here: pathname + search,
    code: searchParams.get("setup"),
    token: searchParams.get("token"),
  };
};

/** The club password setup. The address names club and contact; only its token is believed. */
export async function loadSetup(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const address = addressOf(args.request);
  const open = await openSetup(control, address);
  if (open) {
    const { code, name } = open.club;
    return json({ view: "setup" as const, club: { code: code.toUpperCase(), name }, code: "" });
  }
  const code = /^[a-z0-9]{1,80}$/i.test(address.code ?? "") ? (address.code ?? "").toUpperCase() : "";
  return json({ view: "setup" as const, club: null, code });
}

export async function submitSetup(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  const address = addressOf(args.request);
  const posted = await postedForm(args.request);
  if (posted.get("intent") === "new-link") {
    const reading = readFields(posted, newLinkForm);
    if (!reading.ok) return reading.answer;
    const within = await requestSetupLink(control, reading.value.clubCode, client.ip);
    if (!within) note(THROTTLED);
    return redirectWith(
      address.here,
      "If a club has this login code, we sent a link to its email address. It can take a minute.",
    );
  }

  const open = await openSetup(control, address);
  if (!open) return redirect(address.here, 303);
  const reading = readFields(posted, passwordForm, { hide: ["password", "confirmPassword"] });
  if (!reading.ok) return reading.answer;
  const { password, confirmPassword } = reading.value;
  const problem = problemOf(password);
  if (problem) return refuse({ password: problem }, password);
  if (password !== confirmPassword) return refuse({ confirmPassword: "Passwords do not match" }, password);
  try {
    if (!(await setUpPassword(control, open.link, password))) return redirect(address.here, 303);
  } catch (error) {
    if (!(error instanceof TooBusy)) throw error;
    return refuse({ "": "Failed to set password. Please try again." }, password, 503);
  }
  note({ event: "password set", club: open.club.code });
  return redirect(`/club/login?message=password-set&code=${open.club.code.toUpperCase()}`, 303);
}

/** The strength score first, then the rules that no score makes up for (product.md#passwords). */
function problemOf(password: string): string | null {
  if (passwordStrength(password).score < SETUP_SCORE)
    return "Password is too weak. Please follow the requirements.";
  if (password.length < MIN_PASSWORD) return "Password must be at least 8 characters long";
  if (password.length > MAX_PASSWORD) return `Use at most ${MAX_PASSWORD} characters`;
  return isCommonPassword(password) ? COMMON_PASSWORD : null;
}

/** The refusal tells how strong the password was, for the meter; the password itself does not come back. */
function refuse(errors: FormReply["errors"], password: string, status = 422) {
  const { score, missing } = passwordStrength(password);
  return json<FormReply>({ values: { score: String(score), missing }, errors }, { status });
}
