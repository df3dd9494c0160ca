import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/auth/admin-guard.server.ts";
import { setUpFactorSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { codeFields } from "#app/domain/control/platform/fields.ts";
import { adminLabels } from "#app/domain/control/platform/labels.ts";
import { beginSecondFactor, confirmSecondFactor } from "#app/domain/control/platform/second-factor.server.ts";
import type { TotpSetup } from "#app/domain/control/platform/totp.server.ts";
import { qrPath } from "#app/files/qr-code.server.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { orTooBusy } from "#app/routes/account/too-busy.server.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { RecoveryCodes } from "./recovery-codes-page.tsx";
import { refuseProof } from "./refuse-proof.ts";

export const meta = () => title("Set up an authenticator");

const inputs = inputsOf(codeFields);

export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireStaff(args);
  const setup = await beginSecondFactor(control, admin);
  // No redirect: the page that shows the recovery codes loads this again.
  return setup && drawn(setup);
}

export async function action(args: ActionFunctionArgs) {
  const { control, admin } = await requireStaff(args);
  const reading = await readForm(args.request, setUpFactorSchema, { hide: ["password", "code"] });
  /** Shows the scanned key again after a refusal, not the loader's new one. */
  const withSetup = async (answer: Response) => {
    const reply: FormReply = await answer.json();
    const setup = await beginSecondFactor(control, admin, String(reply.values.token ?? ""));
    return json({ ...reply, setup: setup && drawn(setup) }, { status: answer.status });
  };
  if (!reading.ok) return withSetup(reading.answer);
  const { refuse, value } = reading;
  const answer = await orTooBusy(async () => {
    const result = await confirmSecondFactor(control, admin, value);
    // The one page of ours that a POST answers: the codes are shown once and stored nowhere.
    if (result.ok) return json({ codes: result.codes, values: {}, errors: {} });
    if (result.problem === "changed") return redirect("/admin/account", 303);
    if (result.problem === "expired") return refuse({ "": adminLabels.keyExpired });
    if (result.problem === "wrong-code") return refuse({ code: adminLabels.wrongCode });
    return refuseProof(refuse, result.problem);
  }, refuse);
  return answer.status < 400 ? answer : withSetup(answer);
}

const drawn = (setup: TotpSetup) => ({ ...setup, qr: qrPath(setup.uri) });

export default function SetUpAuthenticator() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply & { codes?: string[]; setup?: typeof data }>();
  if (reply?.codes) return <RecoveryCodes codes={reply.codes} />;
  if (!data)
    return (
      <AdminPage title="Your authenticator is set up" width="text">
        <p>
          <a href="/admin/account">Back to Settings</a>
        </p>
      </AdminPage>
    );
  const { secret, uri, token, qr } = reply?.setup ?? data;
  return (
    <AdminPage title="Set Up an Authenticator" width="text">
      <ol>
        <li>Open an authenticator app on your phone. Any that shows six digits will do.</li>
        <li>Scan this code with it, or type the key below.</li>
        <li>
          Within ten minutes, enter your password and the six digits that it shows. Every other device is
          signed out then.
        </li>
      </ol>
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        width="240"
        height="240"
        role="img"
        aria-label="QR code of the key below"
      >
        <path fill="#fff" d={`M0 0h${qr.size}v${qr.size}H0z`} />
        <path fill="#000" d={qr.path} />
      </svg>
      <p>
        Key: <code>{secret}</code>
      </p>
      <p>
        On this phone? <a href={uri}>Open it in your authenticator app</a>
      </p>
      <PostForm>
        <input type="hidden" name="token" value={token} />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField {...inputs.code} inputMode="numeric" autoComplete="one-time-code" width="short" />
        <FormButtons submit="Confirm" back="/admin/account" />
      </PostForm>
    </AdminPage>
  );
}
