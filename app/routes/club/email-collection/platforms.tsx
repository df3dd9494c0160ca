import { DataTable } from "#app/ui/data-table.tsx";

/** Where contacts come from, how, and an estimate of the whole way from export to preview. */
const platforms: readonly { name: string; how: string; minutes: number; help?: string }[] = [
  {
    name: "TeamSnap",
    how: "Export the roster as CSV",
    minutes: 5,
    help: "https://helpme.teamsnap.com/category/1219-roster-profile-and-member-management",
  },
  {
    name: "SportsEngine",
    how: "Export the directory or registration results as CSV",
    minutes: 10,
    help: "https://help.sportsengine.com/",
  },
  { name: "GotSport", how: "Export the club's player list", minutes: 10 },
  { name: "PlayMetrics", how: "Export players with their parents as CSV", minutes: 5 },
  { name: "Sports Connect", how: "Run an enrollment report and export it", minutes: 10 },
  {
    name: "Google Contacts",
    how: "Export as Google CSV",
    minutes: 5,
    help: "https://support.google.com/contacts/",
  },
  {
    name: "Outlook",
    how: "Export contacts as CSV",
    minutes: 5,
    help: "https://support.microsoft.com/outlook",
  },
];

export function PlatformTable() {
  return (
    <section>
      <h2>Platform Import Times</h2>
      <p className="muted">
        Estimates, from opening the platform to the preview here, for a club of a few hundred families.
      </p>
      <DataTable
        caption="Platform import times"
        columns={[{ name: "Platform" }, { name: "What to do there" }, { name: "Estimate" }, { name: "Help" }]}
        rows={platforms.map(({ name, how, minutes, help }) => ({
          key: name,
          cells: [
            name,
            how,
            `about ${minutes} minutes`,
            help ? (
              <a key="help" href={help} rel="noreferrer">
                Help of {name}
              </a>
            ) : (
              "–"
            ),
          ],
        }))}
      />
    </section>
  );
}
