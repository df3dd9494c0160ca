import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readChallenge } from "#app/auth/admin-session.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { adminTarget } from "./admin-target.ts";
import { takeCode } from "./take-code.server.ts";

export const meta = () => title("Your code");

export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const challenge = await readChallenge(control, args.request);
  if (!challenge) throw redirect("/admin/login?message=code-late");
  return json({ target: adminTarget(new URL(args.request.url).searchParams) });
}

export const action = (args: ActionFunctionArgs) => takeCode(args, "authenticator");

export default function AdminCode() {
  const { target } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  return (
    <SitePage title="Enter Your Code" lead="Your password is right. One step is left." width="narrow">
      <PostForm reply={reply}>
        <TextField
          name="code"
          label="Code"
          hint="The six digits that your authenticator app shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
          width="short"
          maxLength={12}
          required
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
          <a href="/admin/login">Sign in as somebody else</a>
        </li>
      </ul>
    </SitePage>
  );
}
