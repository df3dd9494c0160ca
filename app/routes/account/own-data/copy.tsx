import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ClubsOwnAccount } from "./clubs-own-account.tsx";

export const meta = () => title("A Copy of Your Data");

/** Lists what a copy of one's data holds; works without a club too (product/privacy.md#own-data). */
export async function loader(args: LoaderFunctionArgs) {
  const { session } = await requireAccount(args);
  return { person: session.email !== null, hasClub: session.clubCode !== null };
}

export default function CopyData() {
  const { person, hasClub } = useLoaderData<typeof loader>();
  const back = hasClub ? href("/account") : href("/club/choose");
  if (!person) return <ClubsOwnAccount title="A copy of your data" back={back} />;
  return (
    <SitePage
      title="A copy of your data"
      lead="Everything kept of your account in all your clubs, as a file. It has nothing of other people."
      width="narrow"
    >
      <ul>
        <li>Your account: name, email, phone, and when you signed in</li>
        <li>Your clubs and teams, invitations, and what you chose about notifications</li>
        <li>The ratings you gave and what you wrote about incidents</li>
        <li>Where you are signed in: device, network and times</li>
        <li>Which emails were sent to you, and when; their text is not kept</li>
      </ul>
      <form method="post" action={href("/account/copy/download")}>
        <Buttons>
          <SubmitButton name="format" value="text">
            Download as Text
          </SubmitButton>
          <SubmitButton name="format" value="json" look="secondary">
            Download as JSON
          </SubmitButton>
          <ButtonLink href={back} look="quiet">
            Back
          </ButtonLink>
        </Buttons>
      </form>
      <p className="hint">The text reads on any device; JSON is for programs. Both have the same.</p>
    </SitePage>
  );
}
