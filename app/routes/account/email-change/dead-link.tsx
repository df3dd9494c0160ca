import type { ReactNode } from "react";
import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

/**
 * Tells that a link was used, replaced or cancelled, or has expired.
 * @param children the current state
 */
export function DeadLink({ children }: { children: ReactNode }) {
  return (
    <SitePage
      title="Invalid Link"
      lead="This link was used, cancelled or replaced by a newer one, or it has expired."
      width="narrow"
    >
      <p>{children}</p>
      <Buttons>
        <ButtonLink href={href("/club/login")}>Sign In</ButtonLink>
        <ButtonLink href={href("/contact")} look="quiet">
          Contact Us
        </ButtonLink>
      </Buttons>
    </SitePage>
  );
}
