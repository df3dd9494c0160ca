import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { href } from "#app/config/addresses.ts";
import { codeFields } from "#app/domain/control/platform/fields.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { needChallenge, takeCode } from "./take-code.server.ts";

export const meta = () => title("Recovery code");

const inputs = inputsOf(codeFields);

export async function loader(args: LoaderFunctionArgs) {
  return { target: await needChallenge(args) };
}

export const action = (args: ActionFunctionArgs) => takeCode(args, "recovery");

export default function AdminRecovery() {
  const { target } = useLoaderData<typeof loader>();
  return (
    <SitePage
      title="Use a Recovery Code"
      lead="One of those that you were shown when you set up your authenticator. Each works once."
      width="narrow"
    >
      <PostForm>
        <TextField {...inputs.code} label="Recovery code" hint="Like 3-k7p2q-x9wmd" autoComplete="off" />
        <Buttons>
          <SubmitButton busy="Signing in...">Sign In</SubmitButton>
        </Buttons>
      </PostForm>
      <p>
        No codes left? Ask another super admin to remove you and invite you again. Where there is none, the
        person who runs this installation makes a new one with <code>npm run create-admin</code>.
      </p>
      <p>
        <a href={href("/admin/login/code", { redirect: target })}>Back to the authenticator's code</a>
      </p>
    </SitePage>
  );
}
