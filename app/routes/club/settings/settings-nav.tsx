import { href } from "#app/config/addresses.ts";
import { Segments } from "#app/ui/shell/segments.tsx";
import { type SettingsTab, settingsTabs } from "./tabs.ts";

/** The settings' tabs, each an address of its own. */
export function SettingsNav({ current }: { current: SettingsTab }) {
  const links = settingsTabs.map(({ tab, label }) => ({
    key: tab,
    href: href("/club/settings", { tab }),
    label,
    current: tab === current,
  }));
  return <Segments label="Settings" links={links} />;
}
