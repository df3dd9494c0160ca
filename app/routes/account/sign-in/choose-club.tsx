import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, requireAccount } from "#app/auth/guards.server.ts";
import { safeRedirect } from "#app/auth/redirect-target.ts";
import { chooseClub } from "#app/auth/session.server.ts";
import { clubsOf } from "#app/domain/control/accounts/accounts.server.ts";
import { postedForm } from "#app/forms/posted-form.server.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { NoClub, SignOut } from "./no-club.tsx";

export const meta = () => title("Choose a club");

export async function loader(args: LoaderFunctionArgs) {
  const { control, session } = await requireAccount(args);
  const clubs = await clubsOf(control, session.accountId);
  const query = new URL(args.request.url).searchParams;
  const withoutTeam = query.has("noTeam") ? session.clubName : null;
  return json({
    clubs: clubs.filter(({ code }) => !withoutTeam || code !== session.clubCode),
    withoutTeam,
    current: session.clubCode,
    redirectTo: safeRedirect(query.get("redirectTo"), ""),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { control, session } = await requireAccount(args);
  const form = await postedForm(args.request);
  const chosen = (await clubsOf(control, session.accountId)).find(({ code }) => code === form.get("club"));
  if (!chosen) throw notFound();
  await chooseClub(control, session.tokenHash, chosen.code);
  return redirect(safeRedirect(form.get("redirectTo"), "/dashboard"), 303);
}

export default function ChooseClub() {
  const { clubs, withoutTeam, current, redirectTo } = useLoaderData<typeof loader>();
  if (clubs.length === 0) return <NoClub withoutTeam={withoutTeam} />;
  return (
    <SitePage
      title="Choose a club"
      lead="You belong to several clubs. Which one do you want to open?"
      width="narrow"
    >
      <ul className="choose-list">
        {clubs.map((club) => (
          <li key={club.code}>
            <form method="post">
              <Hidden name="club" value={club.code} />
              <Hidden name="redirectTo" value={redirectTo} />
              <SubmitButton look="secondary">{club.name}</SubmitButton>
              <span>
                {club.city}, {club.state}
                {club.code === current ? " (open now)" : null}
              </span>
            </form>
          </li>
        ))}
      </ul>
      <SignOut />
    </SitePage>
  );
}
