import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { title } from "#app/ui/title.ts";
import { ActivityPanel } from "./activity-tab.tsx";
import { LookPanel } from "./look-tab.tsx";
import { AgreementsPanel, GamesPanel } from "./preferences-tabs.tsx";
import { ProfilePanel } from "./profile-tab.tsx";
import { SettingsPage } from "./settings-page.tsx";
import { actOnTab, type LoadedTab, loadTab } from "./tabs.server.ts";
import { sectionOf, tabOf } from "./tabs.ts";
import { TeamsPanel } from "./teams-tab.tsx";
import { UsersPanel } from "./users-tab.tsx";

export const handle = { extra: "settings" };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data && !data.list ? `${sectionOf(data.tab).label}, Club Settings` : "Club Settings");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const asked = new URL(args.request.url).searchParams.get("tab");
  // Everybody's notifications are on a page of their own.
  if (asked === "notifications") throw redirect(href("/notifications"));
  return { ...(await loadTab(ctx, tabOf(args.request), args.request)), list: asked === null };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  return actOnTab(ctx, tabOf(args.request), args.request);
}

export default function Settings() {
  const loaded = useLoaderData<typeof loader>() as LoadedTab & { list: boolean };
  const refused = useActionData() !== undefined;
  return (
    <SettingsPage section={loaded.tab} list={loaded.list && !refused} lead={leads[loaded.tab]}>
      <Panel loaded={loaded} />
    </SettingsPage>
  );
}

/** Lead of a section whose own words do not explain it. */
const leads: Partial<Record<LoadedTab["tab"], string>> = {
  profile: "What your club is called, and how it is reached.",
  games: "The clock that your games follow, and whether your teams are ranked.",
  agreements: "What parents sign, how long they have, and when they are reminded.",
  activity:
    "Who signed in, changed roles and settings, exported or deleted. No one can change or remove a line, not even you. A deleted person stays in it without a name.",
};

function Panel({ loaded }: { loaded: LoadedTab }) {
  switch (loaded.tab) {
    case "profile":
      return <ProfilePanel data={loaded.data} />;
    case "look":
      return <LookPanel data={loaded.data} />;
    case "games":
      return <GamesPanel data={loaded.data} />;
    case "agreements":
      return <AgreementsPanel data={loaded.data} />;
    case "teams":
      return <TeamsPanel data={loaded.data} />;
    case "users":
      return <UsersPanel data={loaded.data} />;
    case "activity":
      return <ActivityPanel data={loaded.data} />;
  }
}
