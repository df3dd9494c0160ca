import { href } from "#app/config/addresses.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";

/** The way from the settings to the rating policy. */
export function PolicyLink() {
  return (
    <section>
      <h2 id="rating-policy">Rating policy</h2>
      <p>How a coach's and a team manager's rating of a game become one score.</p>
      <ButtonLink href={href("/club/settings/rating-policy")}>See and Change the Policy</ButtonLink>
    </section>
  );
}
