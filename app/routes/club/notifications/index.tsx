import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { loadPreferences, type PreferencesView, savePreferencesForm } from "./preferences.server.ts";
import { PreferencesForm } from "./preferences-form.tsx";

export const meta: MetaFunction = () => title("Notifications");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "club.see");
  const view = await loadPreferences(ctx);
  return { ...view, teamEmails: may(ctx.user.role, "teams.manage") };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.see");
  return savePreferencesForm(ctx, args.request);
}

export default function Notifications() {
  const { teamEmails, ...view } = useLoaderData<typeof loader>() as PreferencesView & { teamEmails: boolean };
  return (
    <ClubPage title="Notifications" lead="Which emails you get from this club, how often, and when not.">
      <PreferencesForm view={view} />
      {teamEmails ? (
        <p>
          Which emails each team's manager and coaches get, you choose under{" "}
          <a href={href("/teams/email-settings")}>Email Settings</a>.
        </p>
      ) : null}
    </ClubPage>
  );
}
