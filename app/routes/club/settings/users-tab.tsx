import { href } from "#app/config/addresses.ts";
import type { UsersTab } from "./users-tab.server.ts";

export function UsersPanel(_props: { data: UsersTab }) {
  return (
    <section>
      <h2>Users &amp; Roles</h2>
      <p>
        Managers and coaches are invited and removed at their team, under <a href={href("/teams")}>Teams</a>.
      </p>
    </section>
  );
}
