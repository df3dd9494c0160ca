import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Segments } from "#app/ui/shell/segments.tsx";
import { title } from "#app/ui/title.ts";
import { ActivityPanel } from "./activity-tab.tsx";
import { NotificationsPanel } from "./notifications-tab.tsx";
import { ProfilePanel } from "./profile-tab.tsx";
import { actOnTab, type LoadedTab, loadTab } from "./tabs.server.ts";
import { type SettingsTab, settingsTabs, tabOf } from "./tabs.ts";
import { TeamsPanel } from "./teams-tab.tsx";
import { UsersPanel } from "./users-tab.tsx";

export const handle = { extra: "settings" };

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const label = settingsTabs.find(({ tab }) => tab === data?.tab)?.label;
  return title(label ? `${label}, Settings` : "Settings");
};

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  return json(await loadTab(ctx, tabOf(args.request), args.request));
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  return actOnTab(ctx, tabOf(args.request), args.request);
}

export default function Settings() {
  const loaded = useLoaderData<typeof loader>() as LoadedTab;
  return (
    <ClubPage
      title="Settings"
      lead="What your club is called, who runs it, and what it is told."
      actions={
        <ButtonLink href={href("/dashboard")} look="quiet">
          Back to Dashboard
        </ButtonLink>
      }
    >
      <SettingsNav current={loaded.tab} />
      <Panel loaded={loaded} />
    </ClubPage>
  );
}

function Panel({ loaded }: { loaded: LoadedTab }) {
  switch (loaded.tab) {
    case "profile":
      return <ProfilePanel data={loaded.data} />;
    case "teams":
      return <TeamsPanel data={loaded.data} />;
    case "users":
      return <UsersPanel data={loaded.data} />;
    case "notifications":
      return <NotificationsPanel data={loaded.data} />;
    case "activity":
      return <ActivityPanel data={loaded.data} />;
  }
}

/** The settings' tabs, each an address of its own. */
function SettingsNav({ current }: { current: SettingsTab }) {
  const links = settingsTabs.map(({ tab, label }) => ({
    key: tab,
    href: href("/club/settings", { tab }),
    label,
    current: tab === current,
  }));
  return <Segments label="Settings" links={links} />;
}
