import { SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

/** @param withoutTeam the name of a club that the user is in without a team */
export function NoClub({ withoutTeam }: { withoutTeam: string | null }) {
  return (
    <SitePage title="No club yet" width="narrow">
      <Empty
        title={
          withoutTeam ? `You have no team at ${withoutTeam} right now` : "Your account belongs to no club"
        }
      >
        <p>A club adds you by sending an invitation. Ask your club, then open the link in its email.</p>
      </Empty>
      <SignOut />
    </SitePage>
  );
}

export function SignOut() {
  return (
    <form method="post" action="/sign-out">
      <SubmitButton look="secondary">Sign Out</SubmitButton>
    </form>
  );
}
