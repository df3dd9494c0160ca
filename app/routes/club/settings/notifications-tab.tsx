import { PreferencesForm } from "#app/routes/club/notifications/preferences-form.tsx";
import type { NotificationsTab } from "./notifications-tab.server.ts";

export function NotificationsPanel({ data }: { data: NotificationsTab }) {
  return (
    <section>
      <h2>Notifications</h2>
      <p>
        Which emails you get from the club. Managers and coaches choose their own on the page Notifications.
      </p>
      <PreferencesForm view={data} />
    </section>
  );
}
