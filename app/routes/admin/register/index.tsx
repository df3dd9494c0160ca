import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, publicContext } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { adminPersonFields } from "#app/domain/control/platform/fields.ts";
import { setupIsOpen } from "#app/domain/control/platform/register-admin.server.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { platformRoleHint, platformRoleName, platformRoles } from "#app/permissions/platform-roles.ts";
import { NewPasswordFields } from "#app/routes/account/passwords/password-fields.tsx";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { CheckboxField, RadioField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm, useReply } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { Steps } from "#app/ui/steps.tsx";
import { title } from "#app/ui/title.ts";
import { readProgress, takeKey, takePerson, takeSecurity } from "./steps.server.ts";

export const handle = { passwords: true };
export const meta = () => title("Admin registration");

/** Registers the first administrators with the setup key; 404 without a key, or once a super admin exists. */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  if (!(await setupIsOpen(control))) throw notFound();
  const step = stepOf(args.request);
  const progress = await readProgress(args.request, now());
  if (step > 1 && !progress) throw redirect(START_AGAIN);
  if (step > 2 && !progress?.personDone) throw redirect(href("/admin/register", { step: "2" }));
  const late = new URL(args.request.url).searchParams.get("message") === "late";
  return { step, progress: progress ? { ...progress, at: undefined } : null, late };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  if (!(await setupIsOpen(ctx.control))) throw notFound();
  const step = stepOf(args.request);
  const progress = await readProgress(args.request, now());
  if (step === 1) return takeKey(ctx, args.request, progress);
  if (!progress) return redirect(START_AGAIN, 303);
  if (step === 2) return takePerson(ctx, args.request, progress);
  const { person, personDone } = progress;
  if (!person || !personDone) return redirect(href("/admin/register", { step: "2" }), 303);
  return takeSecurity(ctx, args.request, { ...progress, person });
}

const START_AGAIN = href("/admin/register", { message: "late" });

function stepOf(request: Request): 1 | 2 | 3 {
  const step = new URL(request.url).searchParams.get("step");
  return step === "2" ? 2 : step === "3" ? 3 : 1;
}

export default function AdminRegister() {
  const { step, progress, late } = useLoaderData<typeof loader>();
  const { person, role = "", terms = false } = progress ?? {};
  return (
    <SitePage title="Admin Registration" lead="For the first administrators of this platform." width="narrow">
      <Steps current={step} names={["Setup Key", "Personal Info", "Security & Role"]} />
      {late && step === 1 && !progress ? (
        <Notice tone="minor" title="Enter the setup key again">
          <p>It is good for half an hour, in the browser where you typed it.</p>
        </Notice>
      ) : null}
      {step === 1 ? <KeyStep keyed={progress !== null} /> : null}
      {step === 2 ? <PersonStep person={person ?? null} /> : null}
      {step === 3 ? <SecurityStep email={person?.email ?? ""} role={role} terms={terms} /> : null}
      <p>
        Registered already? <a href="/admin/login">Sign in as an administrator</a>
      </p>
    </SitePage>
  );
}

function KeyStep({ keyed }: { keyed: boolean }) {
  const reply = useReply();
  if (keyed && !reply)
    return (
      <>
        <p>Your setup key was right. You need not enter it again.</p>
        <Buttons>
          <ButtonLink href={href("/admin/register", { step: "2" })} look="primary">
            Next
          </ButtonLink>
        </Buttons>
      </>
    );
  return (
    <PostForm>
      <TextField
        name="setupKey"
        label="Setup Key"
        type="password"
        hint="ADMIN_SETUP_KEY, as it was set for this installation"
        autoComplete="off"
        required
      />
      <Buttons>
        <SubmitButton>Next</SubmitButton>
      </Buttons>
    </PostForm>
  );
}

const inputs = inputsOf(adminPersonFields);

function PersonStep(props: {
  person: { firstName: string; lastName: string; email: string; company: string } | null;
}) {
  const { person } = props;
  return (
    <PostForm>
      <TextField {...inputs.firstName} value={person?.firstName} autoComplete="given-name" />
      <TextField {...inputs.lastName} value={person?.lastName} autoComplete="family-name" />
      <TextField {...inputs.email} type="email" value={person?.email} autoComplete="email" />
      <TextField {...inputs.company} value={person?.company} autoComplete="organization" />
      <Buttons>
        <SubmitButton>Next</SubmitButton>
        <BackButton />
      </Buttons>
    </PostForm>
  );
}

/** Sends the form, so that the typed values are kept. Second, because Enter presses the first button. */
function BackButton() {
  return (
    <SubmitButton look="quiet" name="do" value="back">
      Back
    </SubmitButton>
  );
}

function SecurityStep(props: { email: string; role: string; terms: boolean }) {
  const { email, role, terms } = props;
  return (
    <PostForm>
      <p>
        For <strong>{email}</strong>
      </p>
      <NewPasswordFields label="Password" confirmLabel="Confirm Password" needs="nothing" />
      <RadioField
        name="role"
        label="Role"
        value={role}
        choices={platformRoles.map((role) => ({
          value: role,
          label: platformRoleName[role],
          hint: platformRoleHint[role],
        }))}
        required
      />
      <CheckboxField
        name="terms"
        checked={terms}
        label={
          <>
            I accept the <a href="/terms">terms</a> and the <a href="/privacy">privacy policy</a>
          </>
        }
        required
      />
      <Buttons>
        <SubmitButton busy="Creating Account...">Create Admin Account</SubmitButton>
        <BackButton />
      </Buttons>
    </PostForm>
  );
}
