import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { endAdminSession, readAdminSession } from "#app/auth/admin-session.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { resetPasswordErrors } from "#app/domain/control/passwords/new-password.server.ts";
import { PASSWORD_FIELDS } from "#app/domain/control/passwords/password-form.server.ts";
import { joinAdminSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { joinPlatform, platformInvitationOf } from "#app/domain/control/platform/admin-invitations.server.ts";
import { ownAdminFields } from "#app/domain/control/platform/fields.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { platformRoleName } from "#app/permissions/platform-roles.ts";
import { NewPasswordFields } from "#app/routes/account/passwords/password-fields.tsx";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { passwords: true };
export const meta = () => title("Staff invitation");

const inputs = inputsOf(ownAdminFields);

export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const invitation = await platformInvitationOf(control, tokenOf(args.request), now());
  if (!invitation) return json(null, { status: 404 });
  const signedIn = await readAdminSession(control, args.request);
  return {
    signedInAs: signedIn?.email ?? null,
    email: invitation.email,
    role: platformRoleName[invitation.role],
    by: invitation.invited_by,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { control } = await publicContext(args);
  const token = tokenOf(args.request);
  const { pathname, search } = new URL(args.request.url);
  if (!(await platformInvitationOf(control, token, now()))) return redirect(pathname + search, 303);
  const reading = await readForm(args.request, joinAdminSchema, { hide: PASSWORD_FIELDS });
  if (!reading.ok) return reading.answer;
  const wrong = resetPasswordErrors(reading.value);
  if (wrong) return reading.refuse(wrong);
  return orTooBusy(async () => {
    const joined = await joinPlatform(control, token, reading.value);
    if (!joined) return redirect(pathname + search, 303);
    // Otherwise the sign-in page would continue as the previous user.
    const headers = { "Set-Cookie": await endAdminSession(control, args.request) };
    return redirect("/admin/login?message=registration_success", { status: 303, headers });
  }, reading.refuse);
}

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

export default function StaffInvitation() {
  const invitation = useLoaderData<typeof loader>();
  if (!invitation)
    return (
      <SitePage title="This invitation does not work" width="narrow">
        <p>
          It was used, withdrawn or sent again since, or its 7 days are over. Look for a newer email from us,
          or ask who invited you for another.
        </p>
        <p>
          Joined already? <a href="/admin/login">Sign in as an administrator</a>
        </p>
      </SitePage>
    );
  return (
    <SitePage
      title="Join the Staff"
      lead={`${invitation.by} invited ${invitation.email} as ${invitation.role}.`}
      width="narrow"
    >
      {invitation.signedInAs ? (
        <Notice tone="minor" title={`You are signed in as ${invitation.signedInAs}`}>
          <p>
            The invitation makes another account, for {invitation.email}. Creating it signs you out of this
            one.
          </p>
        </Notice>
      ) : null}
      <PostForm>
        <TextField {...inputs.firstName} autoComplete="given-name" />
        <TextField {...inputs.lastName} autoComplete="family-name" />
        <NewPasswordFields label="Password" confirmLabel="Confirm Password" needs="four" />
        <CheckboxField
          name="terms"
          label={
            <>
              I accept the <a href="/terms">terms</a> and the <a href="/privacy">privacy policy</a>
            </>
          }
          required
        />
        <Buttons>
          <SubmitButton busy="Creating Account...">Create Admin Account</SubmitButton>
        </Buttons>
      </PostForm>
    </SitePage>
  );
}
