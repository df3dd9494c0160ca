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
import { href } from "#app/config/addresses.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import {
  findTakeBackLink,
  takeAccountBack,
  takeClubBack,
} from "#app/journeys/account/take-back-email.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { DeadLink } from "./dead-link.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.lost ? "Take the Address Back" : "Invalid Link");

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/**
 * Loads the page that a left address links to, for an account or a club; opening it changes nothing
 * (product/accounts.md#own-account).
 */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const found = await findTakeBackLink(control, tokenOf(args.request));
  if (!found) return json({ lost: null }, { status: 404 });
  const club = found.of === "club" ? found.club.name : null;
  return { lost: { club, email: found.link.email } };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const reading = await readForm(args.request, noFieldsSchema);
  if (!reading.ok) return reading.answer;
  const found = await findTakeBackLink(ctx.control, tokenOf(args.request));
  // The page itself explains a bad link.
  if (!found) return redirect(addressOf(args.request), 303);
  const { email } = found.link;
  const outcome =
    found.of === "account"
      ? await takeAccountBack(ctx.control, found)
      : await takeClubBack(
          {
            control: ctx.control,
            db: await openLinkedClub(args, ctx, { clubCode: found.club.code, clubColor: found.club.color }),
          },
          found,
        );
  if (outcome === "used") return redirect(addressOf(args.request), 303);
  if (outcome === "taken")
    return redirectWith(
      href("/contact"),
      `${email} has another account by now, so it could not be given back. Write to us, and we help.`,
      "bad",
    );
  ctx.note({ event: "email taken back", of: found.of });
  return redirectWith(
    href("/club/login"),
    `${email} is back, and everybody is signed out. We sent you a link to choose a new password.`,
  );
}

export default function TakeBack() {
  const { lost } = useLoaderData<typeof loader>();
  if (!lost)
    return (
      <DeadLink>
        A change can be taken back once, within 7 days. If somebody else has your account, write to us.
      </DeadLink>
    );
  return (
    <SitePage
      title="Take the address back?"
      lead={
        lost.club
          ? `${lost.club} gets its former address again.`
          : "Your account gets its former address again."
      }
      width="narrow"
    >
      <Facts facts={[["Address", lost.email]]} />
      <ul>
        <li>Everybody who is signed in {lost.club ? "with the club's password" : ""} is signed out.</li>
        <li>The present password stops working; we send a link to choose a new one to this address.</li>
      </ul>
      <ButtonForm>
        <Buttons>
          <SubmitButton>Take It Back</SubmitButton>
        </Buttons>
      </ButtonForm>
    </SitePage>
  );
}
