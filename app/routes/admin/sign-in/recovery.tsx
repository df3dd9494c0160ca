import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { readChallenge } from "#app/auth/admin-session.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { takeCode } from "./take-code.server.ts";

export const meta = () => title("Recovery code");

export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  if (!(await readChallenge(control, args.request))) throw redirect("/admin/login?message=code-late");
  return json(null);
}

export const action = (args: ActionFunctionArgs) => takeCode(args, "recovery");

export default function AdminRecovery() {
  const reply = useActionData<FormReply>();
  return (
    <SitePage
      title="Use a Recovery Code"
      lead="One of those that you were shown when you set up your authenticator. Each works once."
      width="narrow"
    >
      <PostForm reply={reply}>
        <TextField
          name="code"
          label="Recovery code"
          hint="Like 3-k7p2q-x9wmd"
          autoComplete="off"
          maxLength={40}
          required
        />
        <Buttons>
          <SubmitButton busy="Signing in...">Sign In</SubmitButton>
        </Buttons>
      </PostForm>
      <p>No codes left? Another super admin can remove you and invite you again.</p>
      <p>
        <a href="/admin/login/code">Back to the authenticator's code</a>
      </p>
    </SitePage>
  );
}
