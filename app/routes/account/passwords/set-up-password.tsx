import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { addressOf } from "#app/auth/redirect-target.ts";
import { openSetup, requestSetupLink } from "#app/domain/control/accounts/set-up-password.server.ts";
import { NEW_SETUP_LINK_SENT } from "#app/domain/control/passwords/labels.ts";
import { newSetupLinkSchema } from "#app/domain/control/passwords/password-form.server.ts";
import { THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { postedForm } from "#app/forms/posted-form.server.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { title } from "#app/ui/title.ts";
import { submitPassword } from "./set-up-password.server.ts";
import { SetUpPasswordPage } from "./set-up-password-page.tsx";

export const handle = { passwords: true };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.club ? "Set Up Your Password" : "Invalid Setup Link");

function linkOf(request: Request) {
  const query = new URL(request.url).searchParams;
  return { code: query.get("code"), token: query.get("token") };
}

export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const link = linkOf(args.request);
  const setup = await openSetup(control, link);
  const code = /^[a-z0-9]{1,80}$/i.test(link.code ?? "") ? (link.code ?? "").toUpperCase() : "";
  return json({ club: setup ? { code: setup.club.code.toUpperCase(), name: setup.club.name } : null, code });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const posted = await postedForm(args.request);
  if (posted.get("intent") === "new-link") return sendNewLink(ctx, args.request, posted);
  const setup = await openSetup(ctx.control, linkOf(args.request));
  return setup ? submitPassword(ctx, setup, posted, args.request) : redirect(addressOf(args.request), 303);
}

/** Answers alike for every club code, known or not: only the log knows which limit was reached. */
async function sendNewLink({ control, client, note }: PublicContext, request: Request, posted: FormData) {
  const reading = readFields(posted, newSetupLinkSchema);
  if (!reading.ok) return reading.answer;
  const requested = await requestSetupLink(control, reading.value.clubCode, client.ip);
  if (!requested.ok) note(THROTTLED);
  return redirectWith(addressOf(request), NEW_SETUP_LINK_SENT);
}

export default function SetUpPassword() {
  const { club, code } = useLoaderData<typeof loader>();
  return <SetUpPasswordPage club={club} code={code} />;
}
