import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { notFound, publicContext } from "#app/auth/guards.server.ts";
import { mayRequestReset, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { emailAddress } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { type ResetType, requestReset } from "#app/journeys/passwords/reset-password.server.ts";

const forgotSchema = z.object({ email: emailAddress() });

function typeOf(request: Request): ResetType {
  const type = new URL(request.url).searchParams.get("forgot");
  if (type === "club" || type === "coach" || type === "manager") return type;
  throw notFound();
}

export async function loadForgot(args: LoaderFunctionArgs) {
  await publicContext(args);
  const sent = new URL(args.request.url).searchParams.has("sent");
  return json({ view: "forgot" as const, type: typeOf(args.request), sent });
}

export async function submitForgot(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  const type = typeOf(args.request);
  const reading = await readForm(args.request, forgotSchema);
  if (!reading.ok) return reading.answer;
  const { email } = reading.value;
  if (!(await mayRequestReset(client.ip, email))) {
    note(THROTTLED);
    return reading.refuse({ email: "Too many attempts. Please wait an hour, or contact support." }, 429);
  }
  const outcome = await requestReset(control, { type, email });
  if ("refused" in outcome) {
    return reading.refuse({
      email: `No ${type} account found with that email address. Please check your email and try again.`,
    });
  }
  return redirect(`/contact?forgot=${type}&sent=true`, 303);
}
