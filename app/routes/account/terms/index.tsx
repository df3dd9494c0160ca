import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireAccount } from "#app/auth/guards.server.ts";
import {
  acceptNewTerms,
  postponeTerms,
  termsOf,
  termsSchema,
} from "#app/domain/control/terms/terms.server.ts";
import { changesSince, TERMS_NOTICE_DAYS, TERMS_VERSION } from "#app/domain/values/legal-versions.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Our terms have changed");

/** Loads the changes of the terms since the user accepted them (product/pages.md#legal-texts). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, session } = await requireAccount(args);
  const { accepted } = await termsOf(control, session.accountId);
  return { current: accepted >= TERMS_VERSION, changes: changesSince(accepted) };
}

export async function action(args: ActionFunctionArgs) {
  const { control, session } = await requireAccount(args);
  const reading = await readForm(args.request, termsSchema);
  if (!reading.ok) return reading.answer;
  if (reading.value.intent === "later") {
    await postponeTerms(control, session.accountId);
    return redirect("/dashboard", 303);
  }
  await acceptNewTerms(control, session.accountId);
  return redirectWith("/dashboard", "Thank you. You have accepted the new terms.");
}

export default function NewTerms() {
  const { current, changes } = useLoaderData<typeof loader>();
  if (current)
    return (
      <SitePage title="Our terms" width="narrow">
        <Notice tone="good">
          <p>
            You have accepted the current <a href="/terms">Terms of Service</a>.
          </p>
        </Notice>
      </SitePage>
    );
  return (
    <SitePage
      title="Our terms have changed"
      lead={`They hold for your club ${TERMS_NOTICE_DAYS} days after our email about them. This is what is new.`}
      width="narrow"
    >
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <p>
        <a href="/terms">Read the whole Terms of Service</a>, with earlier versions at its end. If you do not
        agree, you may end the subscription: <a href="/contact">write to us</a>.
      </p>
      <PostForm>
        <Buttons>
          <SubmitButton name="intent" value="accept">
            Accept the Terms
          </SubmitButton>
          <SubmitButton name="intent" value="later" look="secondary">
            Decide Later
          </SubmitButton>
        </Buttons>
      </PostForm>
    </SitePage>
  );
}
