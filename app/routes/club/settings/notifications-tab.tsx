import type { NotificationsTab } from "./notifications-tab.server.ts";

export function NotificationsPanel(_props: { data: NotificationsTab }) {
  return (
    <section>
      <h2>Notifications</h2>
      <p>
        Administrators get an email at once when a game is rated 0, and those about the club's subscription.
      </p>
    </section>
  );
}
