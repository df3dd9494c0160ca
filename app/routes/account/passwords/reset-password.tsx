import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectToSignIn } from "#app/auth/flash.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { addressOf } from "#app/auth/redirect-target.ts";
import { href } from "#app/config/addresses.ts";
import { accountPasswords } from "#app/domain/control/accounts/own-password.server.ts";
import { completeReset, findResetLink } from "#app/domain/control/accounts/reset-password.server.ts";
import { RESET_FAILED, resetLinkLabels } from "#app/domain/control/passwords/labels.ts";
import { resetPasswordErrors } from "#app/domain/control/passwords/new-password.server.ts";
import { PASSWORD_FIELDS, resetPasswordSchema } from "#app/domain/control/passwords/password-form.server.ts";
import { staffPasswords } from "#app/domain/control/platform/admins.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { orFailed } from "#app/routes/account/too-busy.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { NewPasswordFields, UsernameField } from "./password-fields.tsx";

export const handle = { passwords: true };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.problem === null ? "Choose a new password" : "Invalid Link");

/** Sign-in name of the link's account; the email with the link named both. */
const signInNameOf = (link: { club_code: string | null; email: string }) =>
  link.club_code?.toUpperCase() ?? link.email;

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const found = await findResetLink(control, tokenOf(args.request));
  return found.ok
    ? { problem: null, name: signInNameOf(found.link) }
    : { problem: resetLinkLabels[found.problem], name: "" };
}

export async function action(args: ActionFunctionArgs) {
  const { control, client, note } = await publicContext(args);
  const again = redirect(addressOf(args.request), 303);
  const found = await findResetLink(control, tokenOf(args.request));
  if (!found.ok) return again;
  const { link } = found;
  const reading = await readForm(args.request, resetPasswordSchema, { hide: PASSWORD_FIELDS });
  if (!reading.ok) return reading.answer;
  const errors = resetPasswordErrors(reading.value);
  if (errors) return reading.refuse(errors);
  const work = async () => {
    const ofStaff = link.purpose === "staff-reset";
    const passwords = ofStaff ? staffPasswords : accountPasswords;
    const completed = await completeReset(control, passwords, link, reading.value.password);
    if (!completed.ok) return again;
    note({ event: "password set", user: link.subject_id, club: link.club_code });
    if (ofStaff) return redirect("/admin/login?message=password-set", 303);
    const code = link.club_code ?? undefined;
    // People often reset a password because they suspect that somebody else signed in.
    const redirectTo = completed.passkeys ? href("/account/passkeys", { after: "reset" }) : undefined;
    const signIn = href("/club/login", { message: "password-set", code, redirectTo });
    return code ? redirect(signIn, 303) : redirectToSignIn(signIn, link.email);
  };
  return orFailed(RESET_FAILED, client.requestId, work, reading.refuse);
}

/** Asks for a new password, or explains why its link does not work. */
export default function ResetPassword() {
  const { problem, name } = useLoaderData<typeof loader>();
  if (problem) {
    return (
      <SitePage title="Invalid Link" width="narrow">
        <Notice tone="bad">
          <p>{problem}</p>
          <p>A reset link works once, within an hour. Ask for a new one: it takes a minute.</p>
        </Notice>
        <Buttons>
          <ButtonLink href={href("/account/forgot-password", { for: "club" })}>
            New link for the club's password
          </ButtonLink>
          <ButtonLink href={href("/account/forgot-password", { for: "coach" })}>
            New link for your own password
          </ButtonLink>
        </Buttons>
        <ul className="link-list">
          <li>
            Already changed it? <a href="/club/login">Sign in</a>
          </li>
          <li>
            Platform staff: <a href={href("/contact", { forgot: "admin" })}>new link for an admin</a>
          </li>
          <li>
            <a href="/contact">Contact support</a>
          </li>
          <li>
            <a href="/">Home</a>
          </li>
        </ul>
      </SitePage>
    );
  }
  return (
    <SitePage title="Choose a new password" width="narrow">
      <PostForm>
        <UsernameField label="You sign in with" value={name} />
        <NewPasswordFields label="New password" confirmLabel="Confirm new password" needs="four" />
        <Buttons>
          <SubmitButton busy="Saving...">Update Password</SubmitButton>
        </Buttons>
      </PostForm>
    </SitePage>
  );
}
