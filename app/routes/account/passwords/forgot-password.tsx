import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, publicContext } from "#app/auth/guards.server.ts";
import { knownBrowser } from "#app/auth/known-browser.server.ts";
import { href } from "#app/config/addresses.ts";
import { resettableAccounts } from "#app/domain/control/accounts/accounts.server.ts";
import { mailResetLinks } from "#app/domain/control/accounts/reset-password.server.ts";
import {
  noAccountLabel,
  RESET_MAIL_FAILED,
  type ResetType,
  readResetType,
  TOO_MANY_RESETS,
} from "#app/domain/control/passwords/labels.ts";
import { forgotPasswordSchema } from "#app/domain/control/passwords/password-form.server.ts";
import { mayRequestReset, mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { orFailed } from "#app/routes/account/too-busy.server.ts";
import { title } from "#app/ui/title.ts";
import { ForgotPasswordPage, forgotTitle } from "./forgot-password-page.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.sent ? "Check your email" : forgotTitle(data?.type ?? "coach"));

export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  const sent = new URL(args.request.url).searchParams.has("sent");
  return json({ type: typeOf(args.request), sent });
}

export async function action(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  const type = typeOf(args.request);
  const reading = await readForm(args.request, forgotPasswordSchema);
  if (!reading.ok) return reading.answer;
  const { email } = reading.value;
  const accounts = await resettableAccounts(control, type, email);
  const browser = await knownBrowser(
    args.request,
    accounts.map(({ id }) => id),
  );
  if (!(await mayRequestReset(client.ip, email, browser))) {
    note(THROTTLED);
    return reading.refuse({ email: TOO_MANY_RESETS }, 429);
  }
  if (accounts.length === 0) return reading.refuse({ email: noAccountLabel(type) });
  const mayMail = browser !== null || (await mayUse("reset-mail", email));
  if (!mayMail) note(THROTTLED);
  const send = async () => {
    if (mayMail) await mailResetLinks(control, email, accounts);
    return redirect(href("/account/forgot-password", { for: type, sent: "true" }), 303);
  };
  return orFailed(RESET_MAIL_FAILED, client.requestId, send, reading.refuse);
}

/** @throws Response */
function typeOf(request: Request): ResetType {
  const type = readResetType(new URL(request.url).searchParams.get("for"));
  if (!type) throw notFound();
  return type;
}

export default function ForgotPassword() {
  const { type, sent } = useLoaderData<typeof loader>();
  return <ForgotPasswordPage type={type} sent={sent} />;
}
