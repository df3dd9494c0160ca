import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import {
  askForEmail,
  cancelOwnEmailChange,
  openEmailChange,
} from "#app/domain/control/accounts/email-changes.server.ts";
import { ownEmailLabels } from "#app/domain/control/accounts/labels.ts";
import { readOwnAccount } from "#app/domain/control/accounts/own-account.server.ts";
import { changeEmailSchema } from "#app/domain/control/accounts/own-account-form.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { title } from "#app/ui/title.ts";
import { EmailPage } from "./email-page.tsx";

export const handle = { passwords: true };

export const meta = () => title("Change Email");

/** The user's address and the new one that waits for its confirmations (product.md#own-account). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, session, club } = await requireClubUser(args, "club.see");
  const [{ email }, open] = await Promise.all([
    readOwnAccount(control, session.accountId),
    openEmailChange(control, session.accountId),
  ]);
  const waiting = open && {
    after: open.email_after,
    until: formatMoment(open.expires_at, club.timezone),
    expired: open.expires_at <= nowIso(),
    beforeConfirmed: open.before_confirmed_at !== null,
    afterConfirmed: open.after_confirmed_at !== null,
  };
  return json({ email, waiting: waiting ?? null });
}

export async function action(args: ActionFunctionArgs) {
  const { control, session, note } = await requireClubUser(args, "club.see");
  const posted = await postedForm(args.request);
  if (posted.get("intent") === "cancel") {
    await cancelOwnEmailChange(control, session.accountId);
    return redirectWith(href("/account/email"), "Cancelled. Your address stays as it is.");
  }
  const reading = readFields(posted, changeEmailSchema, { hide: ["current"] });
  if (!reading.ok) return reading.answer;
  const { value, refuse } = reading;
  return orTooBusy(async () => {
    const asked = await askForEmail(control, session.accountId, value);
    if (asked.ok) {
      note({ event: "email change asked" });
      return redirectWith(href("/account/email"), "Two emails are on their way: one to each address.");
    }
    const { problem } = asked;
    if (problem === "locked" || problem === "often") return refuse({ "": ownEmailLabels[problem] }, 429);
    return refuse({ [problem === "wrong" ? "current" : "email"]: ownEmailLabels[problem] });
  }, refuse);
}

export default function ChangeEmail() {
  const { email, waiting } = useLoaderData<typeof loader>();
  return <EmailPage email={email} waiting={waiting} />;
}
