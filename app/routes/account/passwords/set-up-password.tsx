import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { publicContext } from "#app/auth/guards.server.ts";
import { addressOf } from "#app/auth/redirect-target.ts";
import { href } from "#app/config/addresses.ts";
import { openSetup, requestSetupLink } from "#app/domain/control/accounts/set-up-password.server.ts";
import { setupLinkFields } from "#app/domain/control/passwords/fields.ts";
import { NEW_SETUP_LINK_SENT } from "#app/domain/control/passwords/labels.ts";
import { newSetupLinkSchema } from "#app/domain/control/passwords/password-form.server.ts";
import { THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { postedForm, readFields } from "#app/forms/read-form.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { NewPasswordFields, UsernameField } from "./password-fields.tsx";
import { submitPassword } from "./set-up-password.server.ts";

export const handle = { passwords: true };
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.club ? "Set Up Your Password" : "Invalid Setup Link");

function linkOf(request: Request) {
  const query = new URL(request.url).searchParams;
  return { code: query.get("code"), token: query.get("token") };
}

export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const link = linkOf(args.request);
  const setup = await openSetup(control, link);
  const code = /^[a-z0-9]{1,80}$/i.test(link.code ?? "") ? (link.code ?? "").toUpperCase() : "";
  return { club: setup ? { code: setup.club.code.toUpperCase(), name: setup.club.name } : null, code };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await publicContext(args);
  const posted = await postedForm(args.request);
  if (posted.get("intent") === "new-link") return sendNewLink(ctx, args.request, posted);
  const setup = await openSetup(ctx.control, linkOf(args.request));
  return setup ? submitPassword(ctx, setup, posted, args.request) : redirect(addressOf(args.request), 303);
}

/** Answers every club code the same, known or not: only the log knows which limit was reached. */
async function sendNewLink({ control, client, note }: PublicContext, request: Request, posted: FormData) {
  const reading = readFields(posted, newSetupLinkSchema);
  if (!reading.ok) return reading.answer;
  const requested = await requestSetupLink(control, reading.value.clubCode, client.ip);
  if (!requested.ok) note(THROTTLED);
  return redirectWith(addressOf(request), NEW_SETUP_LINK_SENT);
}

/** Asks for a club's first password, or for a new link if this one does not work. */
export default function SetUpPassword() {
  const { club, code } = useLoaderData<typeof loader>();
  if (!club) return <InvalidLink code={code} />;
  return (
    <SitePage
      title="Set Up Your Password"
      lead={`${club.name} signs in with the club code ${club.code}, or with its email, and this password.`}
      width="narrow"
    >
      <PostForm>
        <UsernameField label="Club code" value={club.code} />
        <NewPasswordFields label="Password" confirmLabel="Confirm Password" needs="three" />
        <Buttons>
          <SubmitButton busy="Saving...">Set Password</SubmitButton>
        </Buttons>
      </PostForm>
    </SitePage>
  );
}

const inputs = inputsOf(setupLinkFields);

function InvalidLink({ code }: { code: string }) {
  return (
    <SitePage title="Invalid Setup Link" width="narrow">
      <Notice tone="bad">
        <p>This password setup link is invalid or has expired.</p>
      </Notice>
      <Card title="Get a new link">
        <p>We send it to the email address that your club signed up with.</p>
        <PostForm>
          <Hidden name="intent" value="new-link" />
          <TextField {...inputs.clubCode} value={code} autoComplete="off" width="medium" />
          <Buttons>
            <SubmitButton>Send a New Link</SubmitButton>
          </Buttons>
        </PostForm>
      </Card>
      <p>
        Already have a password? <a href="/club/login">Sign in</a> or{" "}
        <a href={href("/account/forgot-password", { for: "club" })}>choose a new password</a>.
      </p>
      <p>
        <ButtonLink href="/contact" look="quiet">
          Contact support
        </ButtonLink>
      </p>
    </SitePage>
  );
}
