import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { loadPreferences, type PreferencesView, savePreferencesForm } from "./preferences.server.ts";
import { PreferencesForm } from "./preferences-form.tsx";

export const meta: MetaFunction = () => title("Notifications");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "club.see");
  return json(await loadPreferences(ctx));
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.see");
  return savePreferencesForm(ctx, args.request, href("/notifications"));
}

export default function Notifications() {
  const view = useLoaderData<typeof loader>() as PreferencesView;
  return (
    <ClubPage title="Notifications" lead="Which emails you get from this club, how often, and when not.">
      <PreferencesForm view={view} />
    </ClubPage>
  );
}
