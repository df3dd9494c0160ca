import { href } from "#app/config/addresses.ts";
import { TextOnly } from "#app/ui/buttons.tsx";
import { type SettingsTab, settingsTabs } from "./tabs.ts";

/** The settings' tabs as links; the current one is marked for everybody, also without stylesheets. */
export function SettingsNav({ current }: { current: SettingsTab }) {
  return (
    <nav className="page-tabs" aria-label="Settings">
      <ul>
        {settingsTabs.map(({ tab, label }) => (
          <li key={tab}>
            <a href={href("/club/settings", { tab })} aria-current={tab === current ? "page" : undefined}>
              {label}
            </a>
            {tab === current ? <TextOnly> (you are here)</TextOnly> : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}
