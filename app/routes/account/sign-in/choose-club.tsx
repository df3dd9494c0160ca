import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, requireAccount } from "#app/auth/guards.server.ts";
import { rememberBrowser } from "#app/auth/known-browser.server.ts";
import { safeRedirect } from "#app/auth/redirect-target.ts";
import { accountsOf, choosePlace } from "#app/auth/session.server.ts";
import { href } from "#app/config/addresses.ts";
import { placesOf } from "#app/domain/control/accounts/accounts.server.ts";
import { membershipLabels } from "#app/domain/control/accounts/labels.ts";
import { postedForm } from "#app/forms/read-form.server.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Choose a club");

export async function loader(args: LoaderFunctionArgs) {
  const { control, session } = await requireAccount(args);
  const places = await placesOf(control, await accountsOf(control, session));
  const query = new URL(args.request.url).searchParams;
  const withoutTeam = query.has("noTeam") ? session.clubName : null;
  return {
    places: places
      .map((place) => ({
        ...place,
        current: place.code === session.clubCode && place.accountId === session.accountId,
      }))
      .filter(({ current }) => !withoutTeam || !current),
    withoutTeam,
    left: query.has("left") && !session.clubCode ? session.chosenClub : null,
    redirectTo: safeRedirect(query.get("redirectTo"), ""),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { control, session } = await requireAccount(args);
  const form = await postedForm(args.request);
  const places = await placesOf(control, await accountsOf(control, session));
  const account = form.get("account") ?? session.accountId;
  const chosen = places.find(({ code, accountId }) => code === form.get("club") && accountId === account);
  if (!chosen) throw notFound();
  await choosePlace(control, session.tokenHash, chosen);
  // A form that outlives the session is kept for the current account, not for another of the same email.
  const known = await rememberBrowser(args.request, [chosen.accountId]);
  return redirect(safeRedirect(form.get("redirectTo"), "/dashboard"), {
    status: 303,
    headers: { "Set-Cookie": known },
  });
}

export default function ChooseClub() {
  const { places, withoutTeam, left, redirectTo } = useLoaderData<typeof loader>();
  if (places.length === 0) return <NoClub withoutTeam={withoutTeam} left={left} />;
  return (
    <SitePage
      title="Choose a club"
      lead={
        places.length > 1
          ? "You have several places. Which one do you want to open?"
          : places[0]?.current
            ? "This is the only club of your account. Another one adds you by an invitation."
            : "Your account has another place. Do you want to open it?"
      }
      width="narrow"
    >
      {left ? (
        <Notice title={`You no longer have access to ${left}`}>
          <p>What you had not saved there is lost; ratings that you gave stay.</p>
        </Notice>
      ) : null}
      <ul className="choose-list">
        {places.map((place) => (
          <li key={`${place.code} ${place.accountId}`}>
            <form method="post">
              <Hidden name="club" value={place.code} />
              <Hidden name="account" value={place.accountId} />
              <Hidden name="redirectTo" value={redirectTo} />
              <SubmitButton look="secondary">
                {place.name}
                <span>
                  {" "}
                  {membershipLabels[place.role]} · {place.city}, {place.state}
                  {place.current ? " (open now)" : null}
                </span>
              </SubmitButton>
            </form>
          </li>
        ))}
      </ul>
      <SignOut />
    </SitePage>
  );
}

/**
 * @param withoutTeam the name of a club that the user is in without a team
 * @param left the name of a club that the user has lost, or left, while a page was open
 */
function NoClub({ withoutTeam, left }: { withoutTeam: string | null; left: string | null }) {
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

function SignOut() {
  return (
    <form method="post" action="/sign-out">
      <SubmitButton look="secondary">Sign Out</SubmitButton>
    </form>
  );
}
