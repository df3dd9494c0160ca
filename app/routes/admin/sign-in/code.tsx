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

export const meta = () => title("Your code");

const inputs = inputsOf(codeFields);

export async function loader(args: LoaderFunctionArgs) {
  return { target: await needChallenge(args) };
}

export const action = (args: ActionFunctionArgs) => takeCode(args, "authenticator");

export default function AdminCode() {
  const { target } = useLoaderData<typeof loader>();
  return (
    <SitePage title="Enter Your Code" lead="Your password is right. One step is left." width="narrow">
      <PostForm>
        <TextField
          {...inputs.code}
          hint="The six digits that your authenticator app shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
          width="short"
        />
        <Buttons>
          <SubmitButton busy="Signing in...">Sign In</SubmitButton>
        </Buttons>
      </PostForm>
      <ul className="link-list">
        <li>
          <a href={href("/admin/login/recovery", { redirect: target })}>
            Lost your phone? Use a recovery code
          </a>
        </li>
        <li>
          <a href={href("/admin/login", { redirect: target })}>Sign in as somebody else</a>
        </li>
      </ul>
    </SitePage>
  );
}
