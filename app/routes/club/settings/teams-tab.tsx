import { href } from "#app/config/addresses.ts";
import type { TeamsTab } from "./teams-tab.server.ts";

export function TeamsPanel(_props: { data: TeamsTab }) {
  return (
    <section>
      <h2>Teams Management</h2>
      <p>
        Your teams, with what can be changed about them, are under <a href={href("/teams")}>Teams</a>.
      </p>
    </section>
  );
}
