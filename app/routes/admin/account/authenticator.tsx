import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/auth/admin-guard.server.ts";
import { adminCodeSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { codeFields } from "#app/domain/control/platform/fields.ts";
import { adminLabels } from "#app/domain/control/platform/labels.ts";
import { beginSecondFactor, confirmSecondFactor } from "#app/domain/control/platform/second-factor.server.ts";
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

export const meta = () => title("Set up an authenticator");

const inputs = inputsOf(codeFields);

export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireStaff(args);
  const setup = await beginSecondFactor(control, admin);
  // Not redirected: the page that shows the recovery codes loads this again.
  return json(setup ? { ...setup, qr: qrPath(setup.uri) } : null);
}

export async function action(args: ActionFunctionArgs) {
  const { control, admin } = await requireStaff(args);
  const reading = await readForm(args.request, adminCodeSchema, { hide: ["code"] });
  if (!reading.ok) return reading.answer;
  return orTooBusy(async () => {
    const result = await confirmSecondFactor(control, admin, reading.value.code);
    // The one page of ours that a POST answers: the codes are shown once and stored nowhere.
    if (result.ok) return json({ codes: result.codes, values: {}, errors: {} });
    if (result.problem === "locked") return reading.refuse({ "": adminLabels.codesLocked }, 429);
    if (result.problem === "changed") return redirect("/admin/account", 303);
    return reading.refuse({ code: adminLabels.wrongCode });
  }, reading.refuse);
}

export default function SetUpAuthenticator() {
  const data = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply & { codes?: string[] }>();
  if (reply?.codes) return <RecoveryCodes codes={reply.codes} />;
  if (!data)
    return (
      <AdminPage title="Your authenticator is set up" width="text">
        <p>
          <a href="/admin/account">Back to Settings</a>
        </p>
      </AdminPage>
    );
  const { secret, uri, qr } = data;
  return (
    <AdminPage title="Set Up an Authenticator" width="text">
      <ol>
        <li>Open an authenticator app on your phone. Any that shows six digits will do.</li>
        <li>Scan this code with it, or type the key below.</li>
        <li>Enter the six digits that it shows.</li>
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
        <TextField {...inputs.code} inputMode="numeric" autoComplete="one-time-code" width="short" />
        <FormButtons submit="Confirm" back="/admin/account" />
      </PostForm>
    </AdminPage>
  );
}
