import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { openLinkedClub, publicContext } from "#app/auth/guards.server.ts";
import { addressOf } from "#app/auth/redirect-target.ts";
import { hasSessionCookie } from "#app/auth/session.server.ts";
import { href } from "#app/config/addresses.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { confirmTreasurer } from "#app/journeys/billing/treasurer.server.ts";
import { confirmEmail, findEmailLink } from "#app/journeys/settings/club-email.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.club ? "Confirm the Address" : "Invalid Link");

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/**
 * Loads the page behind the link to a club's new address, or to its treasurer's; opening it changes nothing
 * (product/clubs.md#club-email, product/billing.md#treasurer).
 */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const found = await findEmailLink(control, tokenOf(args.request));
  if (!found.ok) return json({ club: null, treasurer: false }, { status: 404 });
  const { club, link } = found;
  return {
    club: { name: club.name, code: club.code.toUpperCase(), before: club.email, email: link.email },
    treasurer: link.purpose === "billing-email",
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const reading = await readForm(args.request, noFieldsSchema);
  if (!reading.ok) return reading.answer;
  const found = await findEmailLink(ctx.control, tokenOf(args.request));
  // The page itself explains a bad link.
  if (!found.ok) return redirect(addressOf(args.request), 303);
  const { club, link } = found;
  if (link.purpose === "billing-email") {
    await confirmTreasurer(ctx.control, link);
    return redirectWith(href("/"), `You get a copy of each email about money of ${club.name} from now on.`);
  }
  const db = await openLinkedClub(args, ctx, { clubCode: club.code, clubColor: club.color });
  await confirmEmail({ control: ctx.control, db }, link);
  ctx.note({ event: "club email changed", club: club.code });
  const next = hasSessionCookie(args.request) ? href("/club/settings") : href("/club/login");
  return redirectWith(next, `The emails of ${club.name} go to ${link.email} from now on.`);
}

export default function ConfirmEmail() {
  const { club, treasurer } = useLoaderData<typeof loader>();
  if (!club) return <InvalidLink />;
  return (
    <SitePage
      title={treasurer ? "Are you the club's treasurer?" : "Is this the club's new address?"}
      lead={
        treasurer
          ? "Press the button, and a copy of each email about money comes here: receipts, renewals, invoices, refunds and payments that failed."
          : "Press the button, and the club's emails and password resets go here."
      }
      width="narrow"
    >
      <Facts
        facts={[
          ["Club", `${club.name} (${club.code})`],
          [treasurer ? "Your address" : "New address", club.email],
          ...(treasurer ? [] : [["Address so far", club.before] as const]),
        ]}
      />
      <ButtonForm>
        <Buttons>
          <SubmitButton>Confirm This Address</SubmitButton>
        </Buttons>
      </ButtonForm>
    </SitePage>
  );
}

function InvalidLink() {
  return (
    <SitePage
      title="Invalid Link"
      lead="This link was used, cancelled or replaced by a newer one, or it has expired."
      width="narrow"
    >
      <p>
        The club's address is what it was. An administrator can send a new link from the club's settings, or
        the treasurer's from billing.
      </p>
      <Buttons>
        <ButtonLink href={href("/club/login")}>Sign In</ButtonLink>
      </Buttons>
    </SitePage>
  );
}
