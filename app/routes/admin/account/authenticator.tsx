import { json, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { staffForm } from "#app/auth/form.server.ts";
import { adminCodeSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { codeFields } from "#app/domain/control/platform/fields.ts";
import { adminLabels } from "#app/domain/control/platform/labels.ts";
import { beginSecondFactor, confirmSecondFactor } from "#app/domain/control/platform/second-factor.server.ts";
import { qrPath } from "#app/files/qr-code.server.ts";
import { inputsOf } from "#app/forms/fields.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";
import { RecoveryCodes } from "./recovery-codes-page.tsx";

export const meta = () => title("Set up an authenticator");

const inputs = inputsOf(codeFields);

const form = staffForm({
  may: "account",
  schema: [adminCodeSchema, { hide: ["code"] }],
  change: ({ ctx, value }) => confirmSecondFactor(ctx.control, ctx.admin, value.code),
  problems: ({ problem }, { refuse }) => {
    if (problem === "locked") return refuse({ "": adminLabels.codesLocked }, 429);
    return problem === "changed" ? redirect("/admin/account", 303) : { code: adminLabels.wrongCode };
  },
  // The one page of ours that a POST answers: the codes are shown once and stored nowhere.
  saved: ({ codes }) => json({ codes, values: {}, errors: {} }),
});
export const action = form.action;
export const loader = form.loader(async ({ ctx }) => {
  const setup = await beginSecondFactor(ctx.control, ctx.admin);
  // Not redirected: the page that shows the recovery codes loads this again.
  return setup ? { ...setup, qr: qrPath(setup.uri) } : null;
});

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
