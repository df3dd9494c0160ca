import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

/**
 * Refuses the sign-in by club code, which several people may share: it is not a person's (product/privacy.md#own-data).
 */
export function ClubsOwnAccount({ title, back }: { title: string; back: string }) {
  return (
    <SitePage title={title} lead="You are signed in with the club code." width="narrow">
      <p>
        This sign-in belongs to the club, not to a person, so it has no personal data to copy and cannot be
        deleted: it is how your club always gets in.
      </p>
      <p>
        What the club keeps is under its own pages: the club's contact details in Club Settings, contacts and
        agreements with their exports on the Agreements page. Somebody with an account of their own signs in
        with their email and finds both steps under their name in the menu.
      </p>
      <Buttons>
        <ButtonLink href={href("/club/settings")}>Club Settings</ButtonLink>
        <ButtonLink href={back} look="quiet">
          Back
        </ButtonLink>
      </Buttons>
    </SitePage>
  );
}
