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
import { hasSessionCookie } from "#app/auth/session.server.ts";
import { href } from "#app/config/addresses.ts";
import { confirmOwnEmailChange, findConfirmLink } from "#app/domain/control/accounts/email-changes.server.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { DeadLink } from "./dead-link.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.asked ? "Confirm the New Address" : "Invalid Link");

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Loads the page behind both links; opening it changes nothing (product/accounts.md#own-account). */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const found = await findConfirmLink(control, tokenOf(args.request));
  if (!found) return json({ asked: null }, { status: 404 });
  const { change, by } = found;
  const other = by === "email-before" ? change.after_confirmed_at : change.before_confirmed_at;
  return {
    asked: { by, before: change.email_before, after: change.email_after, last: other !== null },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { control, note } = await publicContext(args);
  const reading = await readForm(args.request, noFieldsSchema);
  if (!reading.ok) return reading.answer;
  const found = await findConfirmLink(control, tokenOf(args.request));
  // The page itself explains a bad link.
  if (!found) return redirect(addressOf(args.request), 303);
  const outcome = await confirmOwnEmailChange(control, found);
  if (outcome === "used") return redirect(addressOf(args.request), 303);
  note({ event: "email change confirmed", outcome });
  const { email_before: before, email_after: after } = found.change;
  const next = hasSessionCookie(args.request) ? href("/account/email") : href("/club/login");
  if (outcome === "taken")
    return redirectWith(next, `${after} has an account of its own by now. Nothing has changed.`, "bad");
  const missing = found.by === "email-before" ? after : before;
  const text =
    outcome === "changed"
      ? `Your account has moved: sign in with ${after} from now on.`
      : `Confirmed. Now open the link in the email to ${missing}.`;
  return redirectWith(next, text);
}

export default function ConfirmEmail() {
  const { asked } = useLoaderData<typeof loader>();
  if (!asked)
    return (
      <DeadLink>
        If both addresses have confirmed, your account has moved to the new one. If not, its address is what
        it was: sign in and ask again under your account.
      </DeadLink>
    );
  const agrees = asked.by === "email-before";
  return (
    <SitePage
      title={agrees ? "May your account move?" : "Is this your new address?"}
      lead={
        asked.last
          ? "The other address has confirmed. Press the button, and the account moves."
          : "Press the button to confirm. The account moves once the other address has confirmed as well."
      }
      width="narrow"
    >
      <Facts
        facts={[
          ["Address so far", asked.before],
          ["New address", asked.after],
        ]}
      />
      {agrees ? (
        <p>If you did not ask for this, close this page and change your password: somebody else knows it.</p>
      ) : null}
      <ButtonForm>
        <Buttons>
          <SubmitButton>{agrees ? "Agree to the Move" : "Confirm This Address"}</SubmitButton>
        </Buttons>
      </ButtonForm>
    </SitePage>
  );
}
