import { href } from "#app/config/addresses.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

/**
 * @param withoutTeam the name of a club that the user is in without a team
 * @param left the name of a club that the user has lost, or given up, while a page was open
 */
export function NoClub({ withoutTeam, left }: { withoutTeam: string | null; left: string | null }) {
  return (
    <SitePage title={left ? "Your access has ended" : "No club yet"} width="narrow">
      <Empty title={noClubTitle(withoutTeam, left)}>
        {left ? (
          <p>
            What you had not saved there is lost; ratings that you gave stay. If this is a mistake, ask the
            club to invite you again.
          </p>
        ) : (
          <p>A club adds you by sending an invitation. Ask your club, then open the link in its email.</p>
        )}
      </Empty>
      <p>
        Your account stays. You can <a href={href("/account/copy")}>get a copy of your data</a> or{" "}
        <a href={href("/account/delete")}>delete it</a>.
      </p>
      <SignOut />
    </SitePage>
  );
}

function noClubTitle(withoutTeam: string | null, left: string | null): string {
  if (left) return `You no longer have access to ${left}`;
  return withoutTeam ? `You have no team at ${withoutTeam} right now` : "Your account belongs to no club";
}

export function SignOut() {
  return (
    <form method="post" action="/sign-out">
      <SubmitButton look="secondary">Sign Out</SubmitButton>
    </form>
  );
}
